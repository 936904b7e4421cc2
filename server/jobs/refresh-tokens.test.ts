import type { Refresher } from '@patchbay/core/refresh'
import type { AccountRef, Store } from '@patchbay/core/store'
import { expect, test } from 'vitest'
import { createRefreshTokensJob } from './refresh-tokens.ts'

const refOf = (account: string): AccountRef => ({ tenant: 'acme', provider: 'fixture', account })

test('accounts of a slow token endpoint do not delay others, even when they are due again before all were tried', async () => {
  const slow = Array.from({ length: 250 }, (_, n) => refOf(`slow-${n}`))
  const others = Array.from({ length: 250 }, (_, n) => refOf(`other-${n}`))
  let due = [...slow, ...others]
  const tried: string[] = []
  const store = {
    seeds: { due: async (_now: Date, limit: number) => due.slice(0, limit) },
    credentials: { get: async () => undefined },
  } as unknown as Store
  const refresher = {
    async renew({ account }: AccountRef) {
      tried.push(account)
      if (account.startsWith('slow')) throw new Error('it did not answer in time')
      due = due.filter((each) => each.account !== account)
      return undefined
    },
  } as unknown as Refresher

  const { run } = createRefreshTokensJob('* * * * *', { store, refresher })
  expect(await run(new AbortController().signal)).toEqual({ refreshed: 250, failed: 250 })
  expect(tried).toHaveLength(500)
})
