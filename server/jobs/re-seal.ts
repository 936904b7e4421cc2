import { readAll } from '@patchbay/core/rules'
import type { Store } from '@patchbay/core/store'
import { type Vault, VaultError } from '@patchbay/core/vault'
import type { Job } from './schedule/job.ts'
import { listSealedKinds } from './sealed-kinds.ts'

const isUnreadable = (error: unknown): false => {
  if (error instanceof VaultError) return false
  throw error
}

const isSet = (sealed: string | null | undefined): sealed is string => typeof sealed === 'string'

/**
 * Seals again, under the first key, whatever another key sealed. After a run with `left: 0` the other keys can be removed.
 * The remaining values were changed during the run, or their key is missing.
 */
export const createReSealJob = (
  cron: string,
  { store, vault }: { readonly store: Store; readonly vault: Vault },
): Job => ({
  name: 're-seal',
  cron,
  changes: ['resealed', 'left'],
  async run(signal) {
    const tally = { current: 0, resealed: 0, left: 0 }
    const count = async (sealed: readonly string[], reSeal: () => Promise<boolean>): Promise<void> => {
      signal.throwIfAborted()
      if (sealed.every(vault.isCurrent)) tally.current++
      else if (await reSeal().catch(isUnreadable)) tally.resealed++
      else tally.left++
    }
    for (const { kind, atOnce, sealed, reSeal } of listSealedKinds(store, vault)) {
      for await (const { records } of readAll(store, kind, null, atOnce)) {
        for (const record of records) {
          const values = sealed(record).filter(isSet)
          if (values.length > 0) await count(values, () => reSeal(record))
        }
      }
    }
    return tally
  },
})
