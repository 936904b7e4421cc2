import type { RevocationRecord, Store } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, credential, later, noon, refOf, seed } from '../samples.ts'
import { app, link } from './connections.ts'

export const revocation = (nth: number, changes: Partial<RevocationRecord> = {}): RevocationRecord => ({
  id: `01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
  ...refOf('acme', `hubspot/account-${nth}`),
  sealed_access_token: 'a-sealed-token',
  seed: {
    client_id: 'a-client',
    sealed_client_secret: 'a-sealed-secret',
    sealed_refresh_token: 'a-sealed-refresh-token',
    client_auth: 'post',
  },
  app: {
    provider: 'hubspot',
    tenant: '',
    client_id: 'a-client',
    sealed_client_secret: null,
    revoke_url: 'https://auth.example.com/revoke',
  },
  identity: 'ada@example.com',
  created_at: isoTime(noon),
  failures: 0,
  next_at: msOf(noon),
  ...changes,
})

const leaving = { now: noon, isRevocable: () => true }
/** Everything that is due an hour later, in its order. */
const left = async (store: Store): Promise<RevocationRecord[]> => {
  const found: RevocationRecord[] = []
  for (let next = await claim(store); next; next = await claim(store)) found.push(next)
  return found
}
const claim = (store: Store) => store.revocations.claim(later(3_600_000), later(7_200_000))

const withAccounts = async (store: Store, ...accounts: readonly string[]): Promise<void> => {
  await store.tenants.put('acme', configuration(...accounts), { now: noon, prune: false })
  for (const account of accounts) await store.seeds.put(refOf('acme', account), seed(), noon)
}

export const revocationsContract = (fresh: FreshStore): void => {
  describe('revocations', () => {
    it('one that no record holds is added', async () => {
      const { store } = await fresh()
      await store.revocations.add(revocation(1))
      expect(await store.revocations.claim(noon, later(10))).toMatchObject({
        id: revocation(1).id,
        identity: 'ada@example.com',
      })
    })

    it('the one that is due the longest is claimed once until its next try, changed while it is there, and removed', async () => {
      const { store } = await fresh()
      const { revocations } = store.transfer.records
      const [soon, first] = [revocation(1, { next_at: msOf(later(5)) }), revocation(2)]
      await revocations.write([soon, first])
      expect(await store.revocations.claim(noon, later(10))).toEqual({ ...first, next_at: later(10).getTime() })
      expect(await store.revocations.claim(noon, later(10))).toBeUndefined()
      expect(await store.revocations.claim(later(5), later(20))).toMatchObject({ id: soon.id })
      const failed = { ...first, failures: 1, next_at: msOf(later(15)) }
      expect(await store.revocations.update(failed)).toBe(true)
      expect(await store.revocations.claim(later(14), later(20))).toBeUndefined()
      expect(await store.revocations.claim(later(15), later(20))).toMatchObject({ id: first.id, failures: 1 })
      expect([await store.revocations.remove(first.id), await store.revocations.remove(first.id)]).toEqual([
        true,
        false,
      ])
      expect(await store.revocations.update(failed)).toBe(false)
    })

    it('many claims at once get each one once', async () => {
      const { store } = await fresh()
      await store.transfer.records.revocations.write([1, 2, 3, 4].map((nth) => revocation(nth)))
      const claimed = await Promise.all(Array.from({ length: 6 }, () => claim(store)))
      expect(claimed.map((each) => each?.id ?? '').sort()).toEqual([
        '',
        '',
        ...[1, 2, 3, 4].map((n) => revocation(n).id),
      ])
    })

    it('a credential that is removed leaves what is to be ended: its token, its seed and the application', async () => {
      const { store } = await fresh()
      await withAccounts(store, 'hubspot/sales')
      const ref = refOf('acme', 'hubspot/sales')
      await store.credentials.put(ref, credential(), noon)
      await store.apps.put(app(), noon)
      await store.apps.put(app({ tenant: 'acme', client_id: 'own', revoke_url: 'https://own.example/revoke' }), noon)
      expect(await store.credentials.remove(ref, leaving)).toBe(true)
      const { client_id, sealed_client_secret, sealed_refresh_token } = seed()
      expect(await left(store)).toEqual([
        {
          id: expect.any(String),
          ...ref,
          identity: null,
          created_at: noon.toISOString(),
          sealed_access_token: credential().sealed,
          failures: 0,
          next_at: later(7_200_000).getTime(),
          seed: { application: null, client_id, sealed_client_secret, sealed_refresh_token, client_auth: null },
          app: {
            provider: 'hubspot',
            tenant: 'acme',
            client_id: 'own',
            sealed_client_secret: 'a-sealed-secret',
            revoke_url: 'https://own.example/revoke',
          },
        },
      ])
    })

    it('a token that nobody connected leaves nothing, one that a link connected does, with who it was', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/sales', 'hubspot/other'), { now: noon, prune: false })
      const [connected, other] = [refOf('acme', 'hubspot/sales'), refOf('acme', 'hubspot/other')]
      const account = { id: 'sales', label: 'Sales' }
      await store.connections.create(link(1), noon)
      const next = link(1, { status: 'connected', identity: 'ada', version: 'next' })
      await store.connections.complete('version 1', next, { account, credential: credential(), seed: null }, noon)
      await store.credentials.put(other, credential(), noon)
      await store.credentials.remove(other, leaving)
      expect(await left(store)).toEqual([])
      await store.credentials.remove(connected, leaving)
      expect(await left(store)).toMatchObject([{ ...connected, identity: 'ada', seed: null, app: null }])
    })

    it('the application is that of the seed, as far as it has its client; a seed of one’s own has one of the same client', async () => {
      const { store } = await fresh()
      await withAccounts(store, 'hubspot/alone', 'hubspot/common', 'hubspot/former', 'hubspot/gone', 'hubspot/own')
      const { client_id } = seed()
      const former = { client_id: 'a-former-client', sealed_client_secret: 'f', token_url: null, revoke_url: null }
      await store.apps.put(app({ client_id, former: [former] }), noon)
      await store.apps.put(app({ tenant: 'acme', client_id }), noon)
      for (const [account, members] of [
        ['common', { application: 'apps/hubspot' }],
        ['former', { application: 'apps/hubspot', client_id: 'a-former-client' }],
        ['gone', { application: 'apps/hubspot', client_id: 'unknown' }],
        ['own', { application: 'own' }],
        ['alone', { application: 'own', client_id: 'unknown' }],
      ] as const) {
        const ref = refOf('acme', `hubspot/${account}`)
        await store.seeds.put(ref, { ...seed(), ...members }, noon)
        await store.credentials.remove(ref, leaving)
      }
      expect((await left(store)).map(({ account, app }) => [account, app?.tenant, app?.client_id]).sort()).toEqual([
        ['alone', undefined, undefined],
        ['common', '', client_id],
        ['former', '', 'a-former-client'],
        ['gone', undefined, undefined],
        ['own', 'acme', client_id],
      ])
    })

    it('accounts that a configuration drops leave theirs, and so does a tenant that is removed, with applications of its own', async () => {
      const { store } = await fresh()
      await withAccounts(store, 'hubspot/a', 'hubspot/b', 'slack/c')
      await store.apps.put(app({ tenant: 'acme', client_id: 'own' }), noon)
      const how = { now: noon, prune: true, isRevocable: leaving.isRevocable }
      await store.tenants.put('acme', configuration('hubspot/b', 'slack/c'), how)
      expect((await left(store)).map(({ account }) => account)).toEqual(['a'])
      await store.tenants.remove('acme', undefined, leaving)
      expect((await left(store)).map(({ account, app }) => [account, app?.client_id]).sort()).toEqual([
        ['b', 'own'],
        ['c', undefined],
      ])
    })

    it('nothing is left where the provider has no way, where nothing was removed, or where the removal is refused', async () => {
      const { store } = await fresh()
      await withAccounts(store, 'hubspot/a')
      const refuse = () => {
        throw new Error('refused')
      }
      await expect(store.tenants.remove('acme', refuse, leaving)).rejects.toThrow('refused')
      expect(await store.credentials.remove(refOf('acme', 'hubspot/b'), leaving)).toBe(false)
      const given: unknown[] = []
      const isRevocable = (...args: unknown[]) => given.push(args) < 0
      await store.credentials.remove(refOf('acme', 'hubspot/a'), { now: noon, isRevocable })
      expect([given, await left(store)]).toEqual([[['hubspot', undefined]], []])
    })

    it('what the person of a link didn’t want is left in the step that changes the link, or not at all', async () => {
      const { store } = await fresh()
      await withAccounts(store)
      await store.connections.create(link(1), noon)
      const next = link(1, { version: 'next' })
      expect(await store.connections.swap('another', next, revocation(1))).toBe(false)
      expect(await left(store)).toEqual([])
      expect(await store.connections.swap('version 1', next, revocation(1))).toBe(true)
      expect(await left(store)).toMatchObject([{ id: revocation(1).id }])
    })

    it('the accounts of an identity are found in all tenants, at one provider', async () => {
      const { store } = await fresh()
      for (const [nth, changes] of [
        {},
        { tenant: 'globex' },
        { provider: 'slack' },
        { identity: 'eve' },
        { status: 'opened' },
      ].entries()) {
        const connected = link(nth, { status: 'connected', identity: 'ada', ...(changes as object) })
        await store.transfer.records.connections.write([connected])
      }
      const found = await store.connections.connectedAs('hubspot', 'ada')
      expect(found.map(({ tenant, provider }) => [tenant, provider])).toEqual([
        ['acme', 'hubspot'],
        ['globex', 'hubspot'],
      ])
    })
  })
}
