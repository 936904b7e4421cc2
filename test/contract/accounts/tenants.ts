import { GatewayError } from '@patchbay/core/errors'
import { type ChangeTenant, readTenantPosition, type TenantOrder, type TenantPosition } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, credential, hashOf, later, noon, refOf } from '../samples.ts'

const at = (id: string): TenantPosition => ({ id, by: id })

const keep = { now: noon, prune: false }
const prune = { now: noon, prune: true }

export const tenantsContract = (fresh: FreshStore): void => {
  describe('tenants', () => {
    it('a tenant is read as it was put', async () => {
      const { store } = await fresh()
      const wanted = {
        ...configuration('hubspot/sales-eu', 'hubspot/sales-us', 'stripe/main'),
        name: 'Ünïcode \u{1F980} "quoted" \n',
        status: 'suspended' as const,
      }
      const at = noon.toISOString()
      const record = { ...wanted, id: 'acme', created_at: at, updated_at: at, version: expect.any(String) }
      const put = await store.tenants.put('acme', wanted, keep)
      expect(put).toEqual({ outcome: 'created', record })
      expect(await store.tenants.get('acme')).toEqual('record' in put && put.record)
    })

    it('an account keeps its settings', async () => {
      const { store } = await fresh()
      const accounts = [{ id: 'main', label: 'Main', settings: { shop: 'acme-eu' } }]
      await store.tenants.put(
        'acme',
        { ...configuration(), providers: { shopify: { accounts, default: 'main' } } },
        keep,
      )
      expect((await store.tenants.get('acme'))?.providers.shopify?.accounts).toEqual(accounts)
    })

    it('what a later version has added is kept by a put, and hidden from what this version reads', async () => {
      const { store } = await fresh()
      const { tenants } = store.transfer.records
      const stored = async () => (await tenants.read({ limit: 1, after: null }))[0]
      await store.tenants.put('acme', configuration('hubspot/eu', 'hubspot/us'), keep)
      const before = (await stored()) ?? expect.unreachable()
      const [eu, us] = before.providers.hubspot?.accounts ?? []
      const hubspot = {
        accounts: [
          { ...eu, added: 1 },
          { ...us, added: 2 },
        ],
        default: 'eu',
        added: 3,
      }
      const later = { ...before, options: { ...before.options, added: { deep: true } }, providers: { hubspot } }
      await tenants.write([later as typeof before])

      expect(await store.tenants.get('acme')).toEqual(before)
      expect(await store.tenants.list({ limit: 1 })).toEqual([before])
      const put = await store.tenants.put(
        'acme',
        (current) => {
          expect(current).toEqual(before)
          return { ...configuration('hubspot/eu', 'stripe/main'), options: { allow_raw: true, tools: 'search' } }
        },
        keep,
      )
      expect(put).toMatchObject({ record: { options: { allow_raw: true, tools: 'search' } } })
      expect(JSON.stringify(put)).not.toContain('added')
      const after = await stored()
      expect(after?.options).toEqual({ allow_raw: true, tools: 'search', added: { deep: true } })
      expect(after?.providers).toEqual({
        hubspot: { accounts: [{ ...eu, added: 1 }], default: 'eu', added: 3 },
        stripe: { accounts: [{ id: 'main', label: 'Account main' }], default: 'main' },
      })
    })

    it('a second put replaces everything but the time of creation', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/sales-eu'), keep)
      const put = await store.tenants.put('acme', configuration('stripe/main'), { now: later(5000), prune: false })
      const record = {
        ...configuration('stripe/main'),
        id: 'acme',
        created_at: noon.toISOString(),
        updated_at: later(5000).toISOString(),
        version: expect.any(String),
      }
      expect(put).toEqual({ outcome: 'replaced', record })
      expect(await store.tenants.get('acme')).toEqual(record)
    })

    it.each(['__proto__', 'constructor', 'toString', 'acme', 'Acme', 'acmé', 'acme%', 'acme\u0000', "a'; --"])(
      'the id %j names one tenant and no other',
      async (id) => {
        const { store } = await fresh()
        expect(await store.tenants.get(id)).toBeUndefined()
        await store.tenants.put('ACME', configuration(), keep)
        await store.tenants.put('acme_', configuration(), keep)
        expect(await store.tenants.get(id)).toBeUndefined()
        await store.tenants.put(id, configuration(`${id}/${id}`), keep)
        const record = await store.tenants.get(id)
        expect(record?.id).toBe(id)
        expect(Object.keys(record?.providers ?? {})).toEqual([id])
        expect(await store.credentials.put(refOf(id, `${id}/${id}`), credential(), noon)).toHaveProperty('after')
      },
    )

    it('lists tenants by the bytes of their ids, page by page, none twice and none left out', async () => {
      const { store } = await fresh()
      const ids = ['b', 'a_', 'a-', 'a0', 'aa', 'a', '0', 'z-9', 'constructor']
      await Promise.all(ids.map((id) => store.tenants.put(id, configuration(), keep)))
      const sorted = ['0', 'a', 'a-', 'a0', 'a_', 'aa', 'b', 'constructor', 'z-9']
      const seen: string[] = []
      for (let last: string | undefined; ; last = seen.at(-1)) {
        const page = await store.tenants.list({ limit: 4, after: last === undefined ? undefined : at(last) })
        seen.push(...page.map(({ id }) => id))
        if (page.length < 4) break
      }
      expect(seen).toEqual(sorted)
    })

    it('tenants are sorted by name in any case, by creation and by change, both ways, page by page', async () => {
      const { store } = await fresh()
      const named = [
        ['c', 'beta'],
        ['a', 'Beta'],
        ['d', 'Alpha'],
        ['b', 'alpha 2'],
        ['e', 'Ärger'],
      ] as const
      for (const [index, [id, name]] of named.entries())
        await store.tenants.put(id, { ...configuration(), name }, { now: later(index), prune: false })
      await store.tenants.put('c', { ...configuration(), name: 'beta' }, { now: later(9), prune: false })
      const all = async (order: TenantOrder, isDescending: boolean): Promise<string> => {
        const seen: string[] = []
        for (let after: TenantPosition | undefined; ; ) {
          const page = await store.tenants.list({ limit: 2, after, order, isDescending })
          seen.push(...page.map(({ id }) => id))
          const last = page.at(-1)
          if (page.length < 2 || !last) return seen.join('')
          after = readTenantPosition(last, order)
        }
      }
      expect([await all('name', false), await all('name', true)]).toEqual(['dbace', 'ecabd'])
      expect([await all('created_at', false), await all('created_at', true)]).toEqual(['cadbe', 'ebdac'])
      expect([await all('updated_at', false), await all('updated_at', true)]).toEqual(['adbec', 'cebda'])
      expect(await all('id', true)).toBe('edcba')
    })

    it('a list may have the active tenants only, or the suspended ones that match a search', async () => {
      const { store } = await fresh()
      for (const [id, status] of [
        ['acme', 'active'],
        ['acme-2', 'suspended'],
        ['globex', 'suspended'],
      ] as const)
        await store.tenants.put(id, { ...configuration(), status }, keep)
      const found = async (status: 'active' | 'suspended', search?: string) =>
        (await store.tenants.list({ limit: 10, status, search })).map(({ id }) => id)
      expect(await found('active')).toEqual(['acme'])
      expect(await found('suspended')).toEqual(['acme-2', 'globex'])
      expect(await found('suspended', 'ACME-2')).toEqual(['acme-2'])
      for (const filter of [{}, { status: 'active' }, { status: 'suspended' }, { search: 'ACME' }] as const)
        expect([filter, await store.tenants.total(filter)]).toEqual([
          filter,
          { items: (await store.tenants.list({ limit: 10, ...filter })).length, more: false },
        ])
      expect((await store.tenants.total({ status: 'suspended', search: 'ACME-2' })).items).toBe(1)
    })

    it('tenants are found by a part of their id or name, in any case, page by page', async () => {
      const { store } = await fresh()
      const names = {
        acme: 'Acme Corporation',
        'acme-eu': 'Europe (100%)',
        globex: 'The ACME of others',
        initech: 'Ünïcode GmbH',
        umbrella: 'a.b*c_d\\e',
      }
      for (const [id, name] of Object.entries(names)) await store.tenants.put(id, { ...configuration(), name }, keep)
      const found = async (search: string, page: { limit?: number; after?: TenantPosition } = {}) =>
        (await store.tenants.list({ limit: 10, ...page, search })).map(({ id }) => id)
      expect(await found('acme')).toEqual(['acme', 'acme-eu', 'globex'])
      expect(await found('ACME', { limit: 2 })).toEqual(['acme', 'acme-eu'])
      expect(await found('ACME', { limit: 2, after: at('acme-eu') })).toEqual(['globex'])
      expect(await found('corp')).toEqual(['acme'])
      expect(await found('üNÏCODE g')).toEqual(['initech'])
      // Wildcards of patterns are matched literally.
      expect(await found('%')).toEqual(['acme-eu'])
      expect(await found('(100%)')).toEqual(['acme-eu'])
      expect(await found('.')).toEqual(['umbrella'])
      expect(await found('b*c_')).toEqual(['umbrella'])
      expect(await found('\\e')).toEqual(['umbrella'])
      expect(await found('nobody')).toEqual([])
    })

    it('a page may begin after an id that is gone', async () => {
      const { store } = await fresh()
      for (const id of ['a', 'b', 'c']) await store.tenants.put(id, configuration(), keep)
      await store.tenants.remove('b')
      expect((await store.tenants.list({ limit: 10, after: at('b') })).map(({ id }) => id)).toEqual(['c'])
    })

    it('a configuration that drops an account with a credential is refused, and nothing changes', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/eu', 'hubspot/us', 'stripe/main', 'stripe/spare'), keep)
      const before = await store.tenants.get('acme')
      for (const path of ['hubspot/us', 'stripe/main']) {
        await store.credentials.put(refOf('acme', path), credential(), noon)
      }
      const put = await store.tenants.put('acme', configuration('hubspot/eu'), { now: later(1), prune: false })
      expect(put).toEqual({
        outcome: 'conflict',
        accounts: [refOf('acme', 'hubspot/us'), refOf('acme', 'stripe/main')],
      })
      expect(await store.tenants.get('acme')).toEqual(before)
      expect(await store.credentials.get(refOf('acme', 'hubspot/us'))).toBeDefined()
    })

    it('with prune the credentials of dropped accounts go, and only those', async () => {
      const { store } = await fresh()
      const paths = ['hubspot/eu', 'hubspot/us']
      for (const tenant of ['acme', 'globex']) {
        await store.tenants.put(tenant, configuration(...paths), keep)
        for (const path of paths) await store.credentials.put(refOf(tenant, path), credential(), noon)
      }
      expect((await store.tenants.put('acme', configuration('hubspot/eu'), prune)).outcome).toBe('replaced')
      expect(await store.credentials.get(refOf('acme', 'hubspot/us'))).toBeUndefined()
      expect(await store.credentials.get(refOf('acme', 'hubspot/eu'))).toBeDefined()
      expect(await store.credentials.get(refOf('globex', 'hubspot/us'))).toBeDefined()
    })

    it('an account that was dropped without a credential is not a conflict', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/eu', 'hubspot/us'), keep)
      expect((await store.tenants.put('acme', configuration('hubspot/eu'), keep)).outcome).toBe('replaced')
    })

    it('removing a tenant removes all it had, and nothing of others', async () => {
      const { store } = await fresh()
      for (const tenant of ['acme', 'acme-2']) {
        await store.tenants.put(tenant, configuration('hubspot/eu', 'stripe/main'), keep)
        for (const path of ['hubspot/eu', 'stripe/main']) {
          await store.credentials.put(refOf(tenant, path), credential(), noon)
        }
        await store.tenantTokens.register(tenant, hashOf(`${tenant} 1`), noon)
        await store.tenantTokens.register(tenant, hashOf(`${tenant} 2`), noon)
      }
      expect(await store.tenants.remove('acme')).toBe(true)
      expect(await store.tenants.get('acme')).toBeUndefined()
      expect(await store.tenantTokens.list('acme')).toEqual([])
      expect(await store.tenantTokens.find(hashOf('acme 1'))).toBeUndefined()
      expect(await store.credentials.get(refOf('acme', 'hubspot/eu'))).toBeUndefined()
      expect(await store.tenants.get('acme-2')).toBeDefined()
      expect(await store.tenantTokens.list('acme-2')).toHaveLength(2)
      expect((await store.credentials.count(noon, 60)).total).toBe(2)
    })

    it('a tenant made anew under an old id has nothing of the old one', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/eu'), keep)
      await store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon)
      await store.tenantTokens.register('acme', hashOf('old'), noon)
      await store.tenants.remove('acme')
      const put = await store.tenants.put('acme', configuration('hubspot/eu'), { now: later(1), prune: false })
      expect(put).toMatchObject({ outcome: 'created', record: { created_at: later(1).toISOString() } })
      expect(await store.credentials.get(refOf('acme', 'hubspot/eu'))).toBeUndefined()
      expect(await store.tenantTokens.find(hashOf('old'))).toBeUndefined()
    })

    it('removing a tenant that is not there says so', async () => {
      const { store } = await fresh()
      expect(await store.tenants.remove('acme')).toBe(false)
    })

    it('a version changes with each put, even within one millisecond and to the same configuration', async () => {
      const { store } = await fresh()
      const versions: unknown[] = []
      for (let n = 0; n < 5; n++) {
        const put = await store.tenants.put('acme', configuration(), keep)
        versions.push('record' in put && put.record.version)
      }
      expect(new Set(versions).size).toBe(5)
      expect((await store.tenants.list({ limit: 1 }))[0]?.version).toBe(versions[4])
    })

    it('a change is made of what is stored, and nothing that others write at the same time is lost', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), keep)
      const add = (n: number): ChangeTenant => {
        return (current) => ({ ...(current ?? configuration()), name: `${current?.name}, ${n}` })
      }
      await Promise.all(Array.from({ length: 10 }, (_, n) => store.tenants.put('acme', add(n), keep)))
      const names = (await store.tenants.get('acme'))?.name.split(', ').slice(1).map(Number)
      expect(names?.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    })

    it('a change that throws writes nothing, removes nothing, and gives its error to the caller', async () => {
      const { store } = await fresh()
      const refusal = new GatewayError('CONFLICT', 'not as expected')
      const refuse = (): never => {
        throw refusal
      }
      await expect(store.tenants.put('acme', refuse, keep)).rejects.toBe(refusal)
      expect(await store.tenants.get('acme')).toBeUndefined()
      await store.tenants.put('acme', configuration('hubspot/eu'), keep)
      await store.credentials.put(refOf('acme', 'hubspot/eu'), credential(), noon)
      const before = await store.tenants.get('acme')
      await expect(store.tenants.put('acme', refuse, prune)).rejects.toBe(refusal)
      await expect(store.tenants.remove('acme', refuse)).rejects.toBe(refusal)
      expect(await store.tenants.get('acme')).toEqual(before)
      expect(await store.credentials.get(refOf('acme', 'hubspot/eu'))).toBeDefined()
      expect(store.isUp('configuration')).toBe(true)
    })

    it('a removal is checked against what is stored', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), keep)
      const stored = await store.tenants.get('acme')
      const seen: unknown[] = []
      const check = (current: unknown): void => {
        seen.push(current)
      }
      expect(await store.tenants.remove('nobody', check)).toBe(false)
      expect(await store.tenants.remove('acme', check)).toBe(true)
      expect(seen).toEqual([stored])
    })

    it('of many writers that make one tenant at once, one makes it and the rest replace it', async () => {
      const { store } = await fresh()
      const puts = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          store.tenants.put('acme', { ...configuration(), name: `Acme ${n}` }, keep),
        ),
      )
      const outcomes = puts.map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'replaced')).toHaveLength(19)
      expect(await store.tenants.list({ limit: 10 })).toHaveLength(1)
    })
  })
}
