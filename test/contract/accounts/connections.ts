import type { ConnectLink, NewVendorApplication, Store, VendorApplicationRecord } from '@patchbay/core/store'
import { asUnixSeconds, isoTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, credential, hashOf, later, noon, refOf, seed } from '../samples.ts'

const seconds = (moment: Date): number => moment.getTime() / 1000

export const app = (changes: Partial<NewVendorApplication> = {}): NewVendorApplication => ({
  provider: 'hubspot',
  tenant: '',
  client_id: 'a-client',
  sealed_client_secret: 'a-sealed-secret',
  scopes: null,
  authorize_url: null,
  token_url: null,
  revoke_url: null,
  issuers: null,
  secret_expires_at: null,
  former: [],
  ...changes,
})

export const link = (nth: number, changes: Partial<ConnectLink> = {}): ConnectLink => ({
  connect_id: `01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
  hash: hashOf(`link ${nth}`),
  tenant: 'acme',
  provider: 'hubspot',
  account: 'sales',
  label: 'Sales',
  scopes: null,
  settings: { 'sub.domain': '$acme' },
  return_url: null,
  created_at: isoTime(noon),
  expires_at: asUnixSeconds(seconds(noon) + 3600),
  status: 'pending',
  reason: null,
  identity: null,
  attempt: null,
  tries: 0,
  version: `version ${nth}`,
  ...changes,
})

const attempt = (name: string): ConnectLink['attempt'] => ({
  phase: 'sent',
  state_hash: hashOf(`state ${name}`),
  browser_hash: hashOf(`browser ${name}`),
  sealed: 'sealed',
  expires_at: asUnixSeconds(seconds(noon) + 600),
})

const withTenant = (store: Store, id = 'acme') =>
  store.tenants.put(id, configuration('stripe/live'), { now: noon, prune: false })

export const appsContract = (fresh: FreshStore): void => {
  describe('apps', () => {
    it('a tenant’s own goes before the gateway’s, and both are replaced and removed by themselves', async () => {
      const { store } = await fresh()
      await withTenant(store)
      const own = app({ tenant: 'acme', client_id: 'own', scopes: ['a', 'b'], token_url: 'https://eu.example/token' })
      expect(await store.apps.put(app(), noon)).toBe('created')
      expect(await store.apps.put(own, noon)).toBe('created')
      expect(await store.apps.find({ provider: 'hubspot', tenant: 'acme' })).toMatchObject(own)
      expect(await store.apps.find({ provider: 'hubspot', tenant: 'globex' })).toMatchObject(app())
      expect(await store.apps.get({ provider: 'hubspot', tenant: 'globex' })).toBeUndefined()
      expect(await store.apps.put(app({ client_id: 'another', sealed_client_secret: null }), later(1))).toBe('replaced')
      expect(await store.apps.get({ provider: 'hubspot', tenant: '' })).toMatchObject({
        client_id: 'another',
        sealed_client_secret: null,
        created_at: noon.toISOString(),
        updated_at: later(1).toISOString(),
      })
      expect((await store.apps.list()).map(({ tenant }) => tenant)).toEqual(['', 'acme'])
      const { version = '' } = (await store.apps.get(own)) ?? {}
      expect(await store.apps.remove(own, 'another version')).toBe(false)
      expect([await store.apps.remove(own, version), await store.apps.remove(own, version)]).toEqual([true, false])
      expect(await store.apps.find({ provider: 'hubspot', tenant: 'acme' })).toMatchObject({ client_id: 'another' })
    })

    it('a tenant’s own needs the tenant, and goes with it', async () => {
      const { store } = await fresh()
      expect(await store.apps.put(app({ tenant: 'acme' }), noon)).toBe('TENANT_NOT_FOUND')
      await withTenant(store)
      await store.apps.put(app(), noon)
      await store.apps.put(app({ tenant: 'acme' }), noon)
      await store.tenants.remove('acme')
      expect((await store.apps.list()).map(({ tenant }) => tenant)).toEqual([''])
    })

    it('one that was replaced since it was read stays', async () => {
      const { store } = await fresh()
      expect(await store.apps.put(app(), noon, 'a version')).toBe('changed')
      expect(await store.apps.put(app(), noon, null)).toBe('created')
      expect(await store.apps.put(app({ client_id: 'another' }), noon, null)).toBe('changed')
      const [{ version }] = (await store.apps.list()) as [VendorApplicationRecord]
      expect(await store.apps.put(app({ client_id: 'new' }), noon, version)).toBe('replaced')
      expect(await store.apps.put(app({ client_id: 'late' }), noon, version)).toBe('changed')
      expect((await store.apps.list()).map(({ client_id }) => client_id)).toEqual(['new'])
    })

    it('a secret is sealed again unless the application was replaced meanwhile', async () => {
      const { store } = await fresh()
      await store.apps.put(app(), noon)
      const [{ version }] = (await store.apps.list()) as [VendorApplicationRecord]
      expect(await store.apps.reseal(app(), version, { sealed_client_secret: 'sealed again', former: [] })).toBe(true)
      expect(await store.apps.get(app())).toMatchObject({ sealed_client_secret: 'sealed again' })
      await store.apps.put(app(), noon)
      expect(await store.apps.reseal(app(), version, { sealed_client_secret: 'too late', former: [] })).toBe(false)
    })
  })
}

export const connectionsContract = (fresh: FreshStore): void => {
  describe('connect links', () => {
    it('a link whose try has ended with what a vendor gave is found, and no other', async () => {
      const { store } = await fresh()
      await withTenant(store)
      const ended = {
        browser_hash: hashOf('b'),
        state_hash: null,
        sealed: 'sealed',
        expires_at: asUnixSeconds(seconds(noon) + 600),
      }
      // An id begins with its time (RFC 9562, section 5.7).
      const idOf = (nth: number) => Bun.randomUUIDv7('hex', noon.getTime() + nth)
      const made = [
        link(1, { connect_id: idOf(1), attempt: { ...ended, phase: 'asking' } }),
        link(2, {
          connect_id: idOf(2),
          attempt: { ...ended, phase: 'asking', expires_at: asUnixSeconds(seconds(noon) + 601) },
        }),
        link(3, { connect_id: idOf(3), attempt: { ...ended, phase: 'choosing' } }),
        link(4, { connect_id: idOf(4), attempt: { ...ended, phase: 'used' } }),
        link(5, { connect_id: idOf(5) }),
      ]
      for (const each of made) await store.connections.create(each, noon)
      const at = new Date(noon.getTime() + 600_000)
      expect((await store.connections.abandoned(at)).map(({ hash }) => hash)).toEqual([made[0]?.hash, made[2]?.hash])
      expect(await store.connections.abandoned(noon)).toEqual([])
    })

    it('a link is found by its hash, its id and the state of its attempt', async () => {
      const { store } = await fresh()
      expect(await store.connections.create(link(1), noon)).toBe('TENANT_NOT_FOUND')
      await withTenant(store)
      expect(await store.connections.create(link(1), noon)).toBe('created')
      expect(await store.connections.find(link(1).hash)).toEqual(link(1))
      const opened = link(1, { status: 'opened', attempt: attempt('a'), version: 'next' })
      expect(await store.connections.swap(link(1).version, opened)).toBe(true)
      expect(await store.connections.findByState(hashOf('state a'))).toEqual(opened)
      const again = { ...opened, attempt: attempt('b'), version: 'third' }
      await store.connections.swap('next', again)
      expect(await store.connections.findByState(hashOf('state a'))).toBeUndefined()
      expect(await store.connections.get(opened.connect_id)).toEqual(again)
    })

    it('links are listed newest first, of one tenant or of all, a page at a time', async () => {
      const { store } = await fresh()
      for (const id of ['acme', 'globex']) await withTenant(store, id)
      const made = [1, 2, 3, 4, 5].map((nth) => link(nth, { tenant: nth % 2 ? 'acme' : 'globex' }))
      for (const each of made) await store.connections.create(each, noon)
      const listed = async (page: Parameters<Store['connections']['list']>[0]) =>
        (await store.connections.list(page)).map(({ connect_id }) => Number(connect_id.slice(-1)))
      expect(await store.connections.list({ limit: 1 })).toEqual([made[4]])
      expect(await listed({ limit: 9 })).toEqual([5, 4, 3, 2, 1])
      expect(await listed({ limit: 2, before: made[3]?.connect_id })).toEqual([3, 2])
      expect(await listed({ limit: 2, tenant: 'acme' })).toEqual([5, 3])
      expect(await listed({ limit: 2, tenant: 'acme', before: made[2]?.connect_id })).toEqual([1])
      expect(await listed({ limit: 2, tenant: 'nobody' })).toEqual([])
      const counted = [{}, { tenant: 'acme' }, { tenant: 'nobody' }, { made_by: '0123456789ab' }]
      const totals = await Promise.all(counted.map((of) => store.connections.total(of)))
      expect(totals).toEqual([5, 3, 0, 0].map((items) => ({ items, more: false })))
    })

    it('links are listed by the key that made them, with what they were made with', async () => {
      const { store, reopen } = await fresh()
      await withTenant(store)
      const metadata = { user: '1042', 'plan.name': '$team' }
      const own = link(1, { provider: '', providers: ['hubspot', 'stripe'], metadata, made_by: '0123456789ab' })
      for (const each of [own, link(2), link(3, { made_by: 'ba9876543210' })])
        await store.connections.create(each, noon)
      const again = await reopen()
      expect(await again.connections.list({ made_by: '0123456789ab', limit: 9 })).toEqual([own])
      expect(
        await again.connections.list({ made_by: '0123456789ab', tenant: 'acme', before: own.connect_id, limit: 9 }),
      ).toEqual([])
      expect(await again.connections.get(link(2).connect_id)).toEqual(link(2))
    })

    it('a link makes its tenant with the account, and stores nothing in one that something else has made', async () => {
      const { store } = await fresh()
      const create_tenant = { name: 'Acme Corp' }
      const [first, second] = [link(1, { create_tenant }), link(2, { create_tenant, provider: 'stripe' })]
      for (const each of [first, second]) expect(await store.connections.create(each, noon)).toBe('created')
      expect(await store.tenants.get('acme')).toBeUndefined()
      const account = { id: 'sales', label: 'Sales' }
      const complete = (each: ConnectLink) => {
        const next = { ...each, status: 'connected', version: `next of ${each.provider}` } as const
        const connected = { account, credential: credential(), seed: seed() }
        return store.connections.complete(each.version, next, connected, later(1))
      }
      expect(await complete(first)).toBe('connected')
      expect(await complete(second)).toBe('TENANT_EXISTS')
      expect(await store.connections.get(second.connect_id)).toEqual(second)
      expect(await store.tenants.get('acme')).toMatchObject({
        name: 'Acme Corp',
        status: 'active',
        options: { allow_raw: false, tools: 'auto' },
        providers: { hubspot: { accounts: [account], default: 'sales' } },
        created_at: later(1).toISOString(),
      })
      expect(await store.credentials.get(refOf('acme', 'hubspot/sales'))).toMatchObject(credential())
      expect(await store.connections.create(link(3, { create_tenant }), noon)).toBe('TENANT_EXISTS')
    })

    it('of ten links that make one tenant at once, one does', async () => {
      const { store } = await fresh()
      const links = Array.from({ length: 10 }, (_, n) => link(n + 1, { create_tenant: { name: 'Acme' } }))
      for (const each of links) await store.connections.create(each, noon)
      const account = { id: 'sales', label: 'Sales' }
      const outcomes = await Promise.all(
        links.map((each) => {
          const next = { ...each, status: 'connected', version: `next of ${each.connect_id}` } as const
          return store.connections.complete(each.version, next, { account, credential: credential(), seed: null }, noon)
        }),
      )
      expect(outcomes.toSorted()).toEqual([...Array(9).fill('TENANT_EXISTS'), 'connected'])
    })

    it('of twenty who change one link at once, one does', async () => {
      const { store } = await fresh()
      await withTenant(store)
      await store.connections.create(link(1), noon)
      const swaps = Array.from({ length: 20 }, (_, n) =>
        store.connections.swap(link(1).version, link(1, { version: `swap ${n}` })),
      )
      expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1)
    })

    it('a link goes once its account has been connected otherwise for long; the last one of a connected account stays', async () => {
      const { store } = await fresh()
      await withTenant(store)
      const connected = (nth: number, account: string, changes: Partial<ConnectLink> = {}) =>
        link(nth, { status: 'connected', account, ...changes })
      const made = [
        connected(1, 'sales'),
        connected(2, 'sales'),
        connected(3, 'support', { replaced: true }),
        connected(4, 'billing', { disconnected: true }),
        connected(5, 'marketing'),
        connected(6, 'sales', { provider: 'stripe' }),
        link(7),
      ]
      for (const each of made) await store.connections.create(each, noon)
      const listed = async () =>
        (await store.connections.list({ limit: 10 })).map(({ connect_id }) =>
          made.findIndex((each) => each.connect_id === connect_id),
        )
      const later30 = new Date(noon.getTime() + 30 * 86_400_000)
      const longAgo = new Date(noon.getTime() - 30 * 86_400_000)
      expect(await store.connections.prune('acme', longAgo, noon)).toBe(0)
      const ended = await Promise.all(made.map(({ connect_id }) => store.connections.get(connect_id)))
      expect(ended.map((each) => each?.ended_at !== undefined)).toEqual([true, false, true, true, false, false, false])
      // They end once.
      const justBefore = new Date(noon.getTime() - 1000)
      expect(await store.connections.prune('acme', justBefore, later30)).toBe(0)
      expect(await store.connections.prune('globex', noon, later30)).toBe(0)
      expect(await store.connections.prune('acme', noon, later30)).toBe(3)
      expect(await listed()).toEqual([6, 5, 4, 1])
      expect(await store.connections.connectedBefore(refOf('acme', 'hubspot/sales'))).toEqual(made[1])
    })

    it('a link that nobody used goes a week after it expired, of a tenant that is not there too', async () => {
      const { store } = await fresh()
      await withTenant(store)
      const create_tenant = { name: 'New' }
      const made = [link(1), link(2, { tenant: 'new', create_tenant }), link(3, { status: 'connected' })]
      for (const each of made) expect(await store.connections.create(each, noon)).toBe('created')
      const expiry = (made[0]?.expires_at ?? 0) * 1000
      const weekMs = 7 * 86_400_000
      expect(await store.connections.pruneUnused(new Date(expiry + weekMs - 1000))).toBe(0)
      expect(await store.connections.pruneUnused(new Date(expiry + weekMs + 1000))).toBe(2)
      expect(await store.connections.list({ limit: 10 })).toMatchObject([{ status: 'connected' }])
    })

    it('account, credential and seed are stored in one step with the link', async () => {
      const { store } = await fresh()
      await withTenant(store)
      await store.connections.create(link(1), noon)
      const changes: unknown[] = []
      store.changes.listen((change) => changes.push(change))
      const account = { id: 'sales', label: 'Sales', settings: { 'sub.domain': '$acme' } }
      const connected = { account, credential: credential(), seed: seed() }
      const next = link(1, { status: 'connected', identity: 'ada@example.com', version: 'next' })
      expect(await store.connections.complete('another version', next, connected, noon)).toBe('changed')
      const ref = refOf('acme', 'hubspot/sales')
      expect(await store.credentials.get(ref)).toBeUndefined()
      expect(await store.connections.complete(link(1).version, next, connected, later(1))).toBe('connected')
      expect(await store.connections.get(next.connect_id)).toEqual(next)
      const tenant = await store.tenants.get('acme')
      expect(tenant?.providers).toMatchObject({ hubspot: { accounts: [account], default: 'sales' }, stripe: {} })
      expect(tenant?.updated_at).toBe(later(1).toISOString())
      const handed = { handover_id: next.connect_id }
      expect(await store.credentials.get(ref)).toMatchObject({ ...ref, ...credential(), ...handed })
      expect(await store.seeds.get(ref)).toMatchObject(handed)
      expect(await store.seeds.get(ref)).toMatchObject({ ...ref, ...seed(), status: 'active' })
      await expect.poll(() => changes).toContainEqual({ kind: 'tenant', tenant: 'acme' })
      await expect.poll(() => changes).toContainEqual({ kind: 'credential', ...ref })
      expect(await store.connections.complete(link(1).version, next, connected, noon)).toBe('changed')
    })

    it('an account that is no longer as it was seen is not connected, and nothing of it is changed', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/sales'), { now: noon, prune: false })
      const ref = refOf('acme', 'hubspot/sales')
      const look = async () => ({
        tenant: (await store.tenants.get('acme'))?.version ?? '',
        credential: (await store.credentials.get(ref))?.version,
        seed: (await store.seeds.get(ref))?.version,
        link: (await store.connections.connectedBefore(ref))?.version,
      })
      const before = link(1, { status: 'connected' })
      const changes: [what: string, change: () => Promise<unknown>][] = [
        ['a credential where there was none', () => store.credentials.put(ref, credential(), noon)],
        ['another credential', () => store.credentials.put(ref, credential(), noon)],
        ['a seed', () => store.seeds.put(ref, seed(), noon)],
        ['a link that has connected it', () => store.connections.create(before, noon)],
        [
          'whose it is',
          () => store.connections.swap(before.version, { ...before, replaced: true, version: 'unknown' }),
        ],
        [
          'its settings',
          () => store.tenants.put('acme', configuration('hubspot/sales'), { now: later(1), prune: false }),
        ],
        ['no credential', () => store.credentials.remove(ref)],
      ]
      await store.connections.create(link(2), noon)
      const next = link(2, { status: 'connected', version: 'next' })
      const connected = { account: { id: 'sales', label: 'Taken over' }, credential: credential(), seed: null }
      for (const [what, change] of changes) {
        const seen = await look()
        await change()
        const held = await look()
        expect(held, what).not.toEqual(seen)
        expect(await store.connections.complete(link(2).version, next, connected, noon, seen), what).toBe('changed')
        expect(await look(), what).toEqual(held)
      }
      expect(await store.connections.get(next.connect_id)).toEqual(link(2))
      expect(await store.connections.complete(link(2).version, next, connected, noon, await look())).toBe('connected')
    })

    it('a reconnected account keeps its place; one without a seed loses the old one', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/main', 'hubspot/sales'), { now: noon, prune: false })
      const ref = refOf('acme', 'hubspot/sales')
      await store.credentials.put(ref, credential(), noon)
      await store.seeds.put(ref, seed(), noon)
      await store.connections.create(link(1), noon)
      const account = { id: 'sales', label: 'Sales, again' }
      const next = link(1, { status: 'connected', version: 'next' })
      await store.connections.complete(link(1).version, next, { account, credential: credential(), seed: null }, noon)
      const { accounts, default: chosen } = (await store.tenants.get('acme'))?.providers.hubspot ?? {}
      expect([accounts?.map(({ label }) => label), chosen]).toEqual([['Account main', 'Sales, again'], 'main'])
      expect(await store.seeds.get(ref)).toBeUndefined()
    })

    it.each<[what: string, store: (store: Store) => Promise<unknown>]>([
      ['credential', (store) => store.credentials.put(refOf('acme', 'hubspot/sales'), credential(), noon)],
      ['seed', (store) => store.seeds.put(refOf('acme', 'hubspot/sales'), seed(), noon)],
    ])('a %s that an administrator stores marks the link that connected its account, and no other', async (_, put) => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/main', 'hubspot/sales'), { now: noon, prune: false })
      const connected = { status: 'connected', identity: 'ada@example.com' } as const
      const links = [link(1, connected), link(2, connected), link(3), link(4, { ...connected, account: 'main' })]
      for (const each of links) await store.connections.create(each, noon)
      await put(store)
      const last = await store.connections.connectedBefore(refOf('acme', 'hubspot/sales'))
      expect(last).toEqual({ ...link(2, connected), replaced: true, version: expect.any(String) })
      expect(last?.version).not.toBe(link(2).version)
      for (const other of [link(1, connected), link(3), link(4, { ...connected, account: 'main' })])
        expect(await store.connections.get(other.connect_id)).toEqual(other)
      await put(store)
      expect(await store.connections.connectedBefore(refOf('acme', 'hubspot/sales'))).toEqual(last)
    })

    it('the links by which an account was connected say when its credential was removed, and no others', async () => {
      const { store } = await fresh()
      await withTenant(store)
      const ref = refOf('acme', 'hubspot/sales')
      const connect = async (n: number, id: string) => {
        await store.connections.create(link(n, { account: id }), noon)
        const next = link(n, { account: id, status: 'connected', version: `next-${n}` })
        const connected = { account: { id, label: id }, credential: credential(), seed: null }
        expect(await store.connections.complete(link(n).version, next, connected, noon)).toBe('connected')
      }
      const ended = async (...ns: number[]) =>
        Promise.all(ns.map(async (n) => (await store.connections.get(link(n).connect_id))?.disconnected))
      await connect(1, 'sales')
      await connect(2, 'sales')
      await connect(3, 'other')
      await store.connections.create(link(4, { account: 'sales' }), noon)
      expect(await ended(1, 2, 3, 4)).toEqual([undefined, undefined, undefined, undefined])
      await store.credentials.remove(ref)
      expect(await ended(1, 2, 3, 4)).toEqual([true, true, undefined, undefined])
      await store.tenants.put('acme', configuration('hubspot/sales'), { now: later(1), prune: true })
      expect(await ended(3, 4)).toEqual([true, undefined])
    })

    it('links go with their tenant, and a week after they have expired', async () => {
      const { store } = await fresh()
      await withTenant(store)
      await withTenant(store, 'globex')
      await store.connections.create(link(1, { tenant: 'globex' }), noon)
      await store.connections.create(link(2), noon)
      await store.tenants.remove('globex')
      expect(await store.connections.find(link(1).hash)).toBeUndefined()
      await store.connections.create(link(3), later((3600 + 7 * 24 * 3600 + 1) * 1000))
      expect(await store.connections.find(link(2).hash)).toBeUndefined()
    })
  })
}
