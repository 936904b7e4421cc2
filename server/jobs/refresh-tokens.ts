import type { Refresher } from '@patchbay/core/refresh'
import { type AccountRef, accountPath, type Store } from '@patchbay/core/store'
import type { Job } from './schedule/job.ts'

const pageSize = 200
/** Token requests at a time: vendors limit them as well. */
const atOnce = 8

/**
 * Refreshes tokens before they expire. Each token's time was drawn at random when it was stored, so that tokens of the same
 * minute don't come due together. A failed refresh is tried again by a later run while the old token is still valid.
 */
export const createRefreshTokensJob = (
  cron: string,
  {
    store,
    refresher,
    now = () => new Date(),
  }: {
    readonly store: Pick<Store, 'seeds' | 'credentials'>
    readonly refresher: Refresher
    readonly now?: () => Date
  },
): Job => ({
  name: 'refresh-tokens',
  cron,
  changes: ['refreshed', 'failed'],
  async run(signal) {
    const seen = new Set<string>()
    const tally = { refreshed: 0, failed: 0 }

    const refresh = async (ref: AccountRef): Promise<void> => {
      const credential = await store.credentials.get(ref)
      await refresher.renew(ref, credential?.version ?? null).then(
        () => tally.refreshed++,
        () => tally.failed++,
      )
    }

    /**
     * Tried accounts are no longer due, unless storing the result failed or their back-off is over already. Such accounts come
     * first in the list, and must not hide the accounts behind them.
     */
    const nextPage = async (): Promise<AccountRef[]> => {
      const due = await store.seeds.due(now(), seen.size + pageSize)
      return due.filter((ref) => {
        const path = accountPath(ref)
        return !seen.has(path) && seen.add(path)
      })
    }

    for (let page = await nextPage(); page.length > 0 && !signal.aborted; page = await nextPage()) {
      const refs = page.values()
      const work = async (): Promise<void> => {
        for (const ref of refs) if (!signal.aborted) await refresh(ref)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    }
    return tally
  },
})
