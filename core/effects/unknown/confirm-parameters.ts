import type { PreparedCall } from '../../context/index.ts'
import type { IntentBatch, UnknownEffect } from '../../store/index.ts'
import type { Vault } from '../../vault/index.ts'
import { intentsBinding, parametersBinding } from '../keys/bindings.ts'

/** Calls with more parameters aren't looked after: they would fill the log. */
const mostCharacters = 64 * 1024

/** The parameters by which it is found out later whether a write was carried out; `undefined`: nothing can find that out. */
export const printParameters = ({ action, params }: Pick<PreparedCall, 'action' | 'params'>): string | undefined => {
  if (!action.confirm) return undefined
  const text = JSON.stringify(params)
  return text.length > mostCharacters ? undefined : text
}

/** Seals the parameters of the writes of a batch of intents. */
export const createIntentSeal =
  (vault: Pick<Vault, 'seal'>) =>
  (parameters: Readonly<Record<string, string>>, batch: string): Promise<string> =>
    vault.seal(JSON.stringify(parameters), intentsBinding({ id: batch }))

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
): Promise<Readonly<Record<string, unknown>>> => JSON.parse(await vault.open(sealed, parametersBinding(effect)))
