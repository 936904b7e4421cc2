import { expect, test } from 'vitest'
import { configuration, credential, noon, refOf, seed } from '../../../../test/contract/samples.ts'
import { openAdmin } from '../../testing/open-admin.ts'
import { storedAccounts } from './list.ts'

test('credentials and seeds of very many accounts are joined, each account once and in order', async () => {
  const { store, close } = openAdmin()
  const name = (n: number): string => `hubspot/account-${String(n).padStart(4, '0')}`
  const numbers = Array.from({ length: 1300 }, (_, n) => n)
  await store.tenants.put('acme', configuration(...numbers.map(name)), { now: noon, prune: false })
  // Few seeds among the first accounts and none without among the last: pages of the two kinds end at different accounts.
  const hasCredential = (n: number): boolean => n % 3 !== 0
  const hasSeed = (n: number): boolean => n % 3 === 0 || n > 900
  const ref = (n: number) => refOf('acme', name(n))
  const { credentials, seeds } = store.transfer.records
  await store.credentials.put(ref(1), credential(), noon)
  await store.seeds.put(ref(0), seed(), noon)
  const [oneCredential, oneSeed] = [await store.credentials.get(ref(1)), await store.seeds.get(ref(0))]
  if (!oneCredential || !oneSeed) throw new Error('nothing was stored')
  await credentials.write(numbers.filter(hasCredential).map((n) => ({ ...oneCredential, ...ref(n) })))
  await seeds.write(numbers.filter(hasSeed).map((n) => ({ ...oneSeed, ...ref(n) })))
  const listed: unknown[] = []
  for await (const { ref: stored, credential: own, seed: refreshing } of storedAccounts(store, null)) {
    listed.push([stored.account, own !== undefined, refreshing !== undefined])
  }
  expect(listed).toEqual(numbers.map((n) => [ref(n).account, hasCredential(n), hasSeed(n)]))
  await close()
})
