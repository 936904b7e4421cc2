import type { WriteAnswer } from '../../context/index.ts'
import type { EffectKey } from '../../store/index.ts'
import type { Vault } from '../../vault/index.ts'
import { answerBinding } from './bindings.ts'

/** The most bytes of an answer that is kept. */
export const largestKeptAnswer = 256 * 1024

type Line = readonly [status: number, headers: readonly (readonly [string, string])[], text: string, bytes: number]

/** True for headers that are stored. Cookies are the vendor's own affair, and shape no answer. */
const isKept = ([name]: readonly [string, string]): boolean => name !== 'set-cookie'

/** The answer for the repeats of a write, sealed; `null`: it is too large to be kept. */
export const sealAnswer = (
  vault: Pick<Vault, 'seal'>,
  key: Pick<EffectKey, 'tenant' | 'id'>,
  { status, headers, text, bytes }: WriteAnswer,
): Promise<string | null> => {
  const line: Line = [status, [...headers].filter(isKept), text, bytes]
  const json = JSON.stringify(line)
  return Buffer.byteLength(json) > largestKeptAnswer ? Promise.resolve(null) : vault.seal(json, answerBinding(key))
}

export const openAnswer = async (
  vault: Vault,
  key: Pick<EffectKey, 'tenant' | 'id'>,
  sealed: string,
): Promise<WriteAnswer> => {
  const [status, headers, text, bytes] = JSON.parse(await vault.open(sealed, answerBinding(key))) as Line
  return { status, headers: new Headers(headers.map(([name, value]) => [name, value])), text, bytes }
}
