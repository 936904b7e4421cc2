import type { Refresher } from '@patchbay/core/refresh'
import type { AccountRef, Store } from '@patchbay/core/store'
import type { Job } from './job.ts'

const pageSize = 200
/** Token requests at a time: a vendor has a limit for them as well. */
const atOnce = 8

/**
 * Refreshes tokens ahead of their expiry, at the moment that was drawn when each was stored, so that those of one minute
 * don't come due together. A refresh that fails is tried again by a later run, while the old token lives.
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
     * What has been tried is due no longer, but for those that the store could not be told of, or whose back-off is over
     * already: they are the longest due, and must not hide those behind them.
     */
    const nextPage = async (): Promise<AccountRef[]> => {
      const due = await store.seeds.due(now(), seen.size + pageSize)
      return due.filter(({ tenant, provider, account }) => {
        const name = `${tenant}/${provider}/${account}`
        return !seen.has(name) && seen.add(name)
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
