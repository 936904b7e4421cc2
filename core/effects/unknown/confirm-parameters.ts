import type { WritesParameters } from '../../audit/index.ts'
import type { PreparedCall } from '../../context/index.ts'
import { parseExact } from '../../encoding/exact-json.ts'
import type { IntentBatch, UnknownEffect } from '../../store/index.ts'
import type { Vault } from '../../vault/index.ts'
import { intentsBinding, parametersBinding } from '../keys/bindings.ts'

/** The longest parameters that are stored for a later look: longer ones would fill the log. */
const mostCharacters = 64 * 1024

/** The parameters, if a later look needs them to find out whether a write was carried out; `undefined`: nothing can find that out. */
export const chooseParameters = ({ action }: Pick<PreparedCall, 'action'>, parameters: string): string | undefined =>
  action.confirm && parameters.length <= mostCharacters ? parameters : undefined

/** `{<id>: <parameters as text>}`, put together as text: an object whose members are always new ones takes far longer. */
const printByIds = (parameters: WritesParameters): string =>
  `{${parameters.map(([id, text]) => `${JSON.stringify(id)}:${JSON.stringify(text)}`).join(',')}}`

/** Seals the parameters of the writes of a batch of intents. */
export const createIntentSeal =
  (vault: Pick<Vault, 'seal'>) =>
  (parameters: WritesParameters, batch: string): Promise<string> =>
    vault.seal(printByIds(parameters), intentsBinding({ id: batch }))

/** The parameters of the writes of a batch by the writes' ids. */
export const openIntentParameters = async (
  vault: Pick<Vault, 'open'>,
  batch: IntentBatch,
): Promise<Readonly<Record<string, string>>> =>
  batch.sealed === null ? {} : JSON.parse(await vault.open(batch.sealed, intentsBinding(batch)))

export const sealParameters = async (
  vault: Pick<Vault, 'seal'>,
  effect: Pick<UnknownEffect, 'id' | 'tenant'>,
  parameters: string | undefined,
): Promise<string | null> => (parameters === undefined ? null : vault.seal(parameters, parametersBinding(effect)))

export const openParameters = async (
  vault: Pick<Vault, 'open'>,
  effect: Pick<UnknownEffect, 'id' | 'tenant'>,
  sealed: string,
): Promise<Readonly<Record<string, unknown>>> =>
  parseExact(await vault.open(sealed, parametersBinding(effect))) as Readonly<Record<string, unknown>>
