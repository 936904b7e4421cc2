import { noTokenMembers, type TenantTokenMembers, type TenantTokenRecord } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, hashOf, later, noon } from '../samples.ts'

export const tenantTokensContract = (fresh: FreshStore): void => {
  describe('bearer tokens', () => {
    it('a token is found by its hash alone and says whose it is', async () => {
      const { store } = await fresh()
      const hash = hashOf('a token')
      const record = {
        hash,
        token_id: hash.slice(0, 12),
        tenant_id: 'acme',
        status: 'active',
        created_at: noon.toISOString(),
        last_used_at: null,
        ...noTokenMembers,
      }
      expect(await store.tenantTokens.register('acme', hash, noon)).toEqual({ outcome: 'created', record })
      expect(await store.tenantTokens.find(hash)).toEqual(record)
      expect(await store.tenantTokens.list('acme')).toEqual([record])
    })

    it('the tokens of all tenants are listed newest first, page by page, and found by a part of what names them', async () => {
      const { store } = await fresh()
      const register = (tenant: string, name: string, minute: number) =>
        store.tenantTokens.register(tenant, hashOf(name), later(minute), { label: name })
      for (const [tenant, name, minute] of [
        ['acme', 'Nightly import', 0],
        ['globex', 'The web shop', 5],
        ['acme', 'Zürich', 5],
        ['globex', 'nightly export', 5],
        ['initech', 'Support', 9],
      ] as const)
        await register(tenant, name, minute)
      const seen: (string | null)[] = []
      for (let before: TenantTokenRecord | undefined; ; ) {
        const page = await store.tenantTokens.page({ limit: 2, before })
        seen.push(...page.map(({ label }) => label))
        before = page.at(-1)
        if (page.length < 2) break
      }
      expect([seen[0], seen[4], new Set(seen).size, seen.length]).toEqual(['Support', 'Nightly import', 5, 5])
      const found = async (search: string, limit = 10) =>
        (await store.tenantTokens.page({ limit, search })).map(({ label }) => label)
      expect(await found('NIGHTLY')).toEqual(['nightly export', 'Nightly import'])
      expect(await found('nightly', 1)).toEqual(['nightly export'])
      expect(await found('zÜRICH')).toEqual(['Zürich'])
      expect(await found('acme')).toHaveLength(2)
      expect(await found(hashOf('Support').slice(2, 12))).toEqual(['Support'])
      expect(await found('%')).toEqual([])
      const total = (search?: string) => store.tenantTokens.total({ search })
      expect([await total(), await total('NIGHTLY'), await total('zÜRICH'), await total('%')]).toEqual(
        [5, 2, 1, 0].map((items) => ({ items, more: false })),
      )
    })

    it('tokens that expired before a moment are removed, some at a time, and those without an end stay', async () => {
      const { store } = await fresh()
      const at = noon.getTime() / 1000
      const register = (tenant: string, name: string, expires_at: number | null) =>
        store.tenantTokens.register(tenant, hashOf(name), noon, {
          label: name,
          expires_at: expires_at === null ? null : asUnixSeconds(expires_at),
        })
      await register('acme', 'old', at - 60)
      await register('acme', 'older', at - 120)
      await register('globex', 'oldest', at - 180)
      await register('acme', 'now', at)
      await register('acme', 'valid', at + 1)
      await register('acme', 'for ever', null)
      await register('globex', 'renewed', at - 200)
      await store.tenantTokens.change('globex', hashOf('renewed').slice(0, 12), { expires_at: asUnixSeconds(at + 60) })
      const changes: unknown[] = []
      store.changes.listen((change) => changes.push(change))
      expect(await store.tenantTokens.prune(new Date(noon.getTime() - 240_000), 10)).toBe(0)
      expect(await store.tenantTokens.prune(noon, 1)).toBe(1)
      expect(await store.tenantTokens.find(hashOf('oldest'))).toBeUndefined()
      expect(await store.tenantTokens.find(hashOf('older'))).toBeDefined()
      expect(await store.tenantTokens.prune(noon, 10)).toBe(3)
      expect(await store.tenantTokens.prune(noon, 10)).toBe(0)
      const left = (await store.tenantTokens.page({ limit: 10 })).map(({ label }) => label)
      expect(left.toSorted()).toEqual(['for ever', 'renewed', 'valid'])
      await expect.poll(() => changes).toContainEqual({ kind: 'bearer-token', hash: hashOf('old') })
    })

    it('a token is rotated: the new one has its members, and the old one expires, but not later than before', async () => {
      const { store } = await fresh()
      const members = { label: 'CI', calls_per_minute: 5, allow: ['hubspot:read'], deny: null, expires_at: null }
      await store.tenantTokens.register('acme', hashOf('old'), noon, members)
      await store.tenantTokens.touch(hashOf('old'), noon)
      const next = { hash: hashOf('new'), endsAt: asUnixSeconds(1_900_000_000), now: later(5) }
      const id = hashOf('old').slice(0, 12)
      const rotated = await store.tenantTokens.rotate('acme', id, next)
      expect(rotated?.record).toMatchObject({ ...members, hash: hashOf('new'), last_used_at: null })
      expect(rotated?.previous).toMatchObject({ hash: hashOf('old'), expires_at: 1_900_000_000 })
      expect(await store.tenantTokens.find(hashOf('new'))).toEqual(rotated?.record)
      expect(await store.tenantTokens.find(hashOf('old'))).toEqual(rotated?.previous)
      await store.tenantTokens.change('acme', id, { expires_at: asUnixSeconds(1_700_000_000) })
      const again = await store.tenantTokens.rotate('acme', id, { ...next, hash: hashOf('newer') })
      expect([again?.record.expires_at, again?.previous.expires_at]).toEqual([1_700_000_000, 1_700_000_000])
      expect(await store.tenantTokens.rotate('globex', id, { ...next, hash: hashOf('x') })).toBeUndefined()
      expect(await store.tenantTokens.find(hashOf('x'))).toBeUndefined()
    })

    it('an unknown hash finds nothing', async () => {
      const { store } = await fresh()
      await store.tenantTokens.register('acme', hashOf('a token'), noon)
      for (const hash of [
        hashOf('another'),
        hashOf('a token').toUpperCase(),
        hashOf('a token').slice(0, 12),
        '',
        '%',
      ]) {
        expect(await store.tenantTokens.find(hash)).toBeUndefined()
      }
    })

    it('the same token of the same tenant exists already and keeps its time', async () => {
      const { store } = await fresh()
      await store.tenantTokens.register('acme', hashOf('a token'), noon)
      const again = await store.tenantTokens.register('acme', hashOf('a token'), later(1))
      expect(again).toMatchObject({ outcome: 'exists', record: { created_at: noon.toISOString() } })
      expect((await store.tenantTokens.find(hashOf('a token')))?.created_at).toBe(noon.toISOString())
    })

    it('the same token again replaces the members that are given, and the others stay', async () => {
      const { store } = await fresh()
      const register = (members: Partial<TenantTokenMembers>) =>
        store.tenantTokens.register('acme', hashOf('a token'), noon, members)
      await register({ label: 'Ada', expires_at: asUnixSeconds(1_800_000_000), calls_per_minute: 5 })
      const want = { label: 'Bob', expires_at: 1_800_000_000, calls_per_minute: null }
      expect(await register({ label: 'Bob', calls_per_minute: null })).toMatchObject({
        outcome: 'exists',
        record: want,
      })
      expect(await store.tenantTokens.find(hashOf('a token'))).toMatchObject(want)
      expect(await register({})).toMatchObject({ outcome: 'exists', record: want })
    })

    it('what callers with a token may do is kept with it, and changes only when it is given', async () => {
      const { store } = await fresh()
      const policy = { allow: ['*:read', 'hubspot:create@eu'], deny: [] }
      const changed: unknown[] = []
      const register = (members: Partial<TenantTokenMembers>) =>
        store.tenantTokens.register('acme', hashOf('a token'), noon, members)
      await register(policy)
      store.changes.listen((change) => changed.push(change))
      await register({ allow: ['*:read', 'hubspot:create@eu'] })
      expect(changed).toEqual([])
      expect(await store.tenantTokens.find(hashOf('a token'))).toMatchObject(policy)
      expect(await store.tenantTokens.list('acme')).toMatchObject([policy])
      await register({ allow: null })
      await expect.poll(() => changed).toEqual([{ kind: 'bearer-token', hash: hashOf('a token') }])
      expect(await store.tenantTokens.find(hashOf('a token'))).toMatchObject({ allow: null, deny: [] })
    })

    it('a token is found by its id, for its own tenant alone', async () => {
      const { store } = await fresh()
      const hash = hashOf('a token')
      await store.tenantTokens.register('acme', hash, noon)
      const id = hash.slice(0, 12)
      expect(await store.tenantTokens.findById('acme', id)).toEqual(await store.tenantTokens.find(hash))
      for (const [tenant, tokenId] of [
        ['globex', id],
        ['acme', id.slice(0, 11)],
        ['acme', hash],
        ['acme', '%'],
      ] as const) {
        expect(await store.tenantTokens.findById(tenant, tokenId)).toBeUndefined()
      }
    })

    it('a change replaces the members that are given and is announced, unless it changes nothing', async () => {
      const { store } = await fresh()
      const hash = hashOf('a token')
      const id = hash.slice(0, 12)
      await store.tenantTokens.register('acme', hash, noon, { label: 'Ada', calls_per_minute: 5 })
      await store.tenantTokens.touch(hash, later(1000))
      const changed: unknown[] = []
      store.changes.listen((change) => changed.push(change))
      const want = { label: 'Bob', calls_per_minute: 5, deny: ['*:write'], last_used_at: later(1000).toISOString() }
      const change = { label: 'Bob', deny: ['*:write'] }
      expect(await store.tenantTokens.change('acme', id, change)).toMatchObject(want)
      expect(await store.tenantTokens.find(hash)).toMatchObject(want)
      expect(await store.tenantTokens.change('acme', id, change)).toMatchObject(want)
      expect(await store.tenantTokens.change('acme', id, {})).toMatchObject(want)
      expect(changed).toEqual([{ kind: 'bearer-token', hash }])
    })

    it('a change whose check throws changes nothing; the check sees what is stored', async () => {
      const { store } = await fresh()
      const hash = hashOf('a token')
      await store.tenantTokens.register('acme', hash, noon, { allow: ['*:read'] })
      const checked = store.tenantTokens.change('acme', hash.slice(0, 12), { allow: null }, ({ allow }) => {
        throw new RangeError(`it allows ${allow}`)
      })
      await expect(checked).rejects.toThrow(new RangeError('it allows *:read'))
      expect((await store.tenantTokens.find(hash))?.allow).toEqual(['*:read'])
    })

    it('a token of another tenant, or none, is not changed', async () => {
      const { store } = await fresh()
      const hash = hashOf('a token')
      await store.tenantTokens.register('acme', hash, noon)
      expect(await store.tenantTokens.change('globex', hash.slice(0, 12), { label: 'Mine' })).toBeUndefined()
      expect(await store.tenantTokens.change('acme', '000000000000', { label: 'Mine' })).toBeUndefined()
      expect((await store.tenantTokens.find(hash))?.label).toBeNull()
    })

    it('changes of several members at once are all kept', async () => {
      const { store } = await fresh()
      const hash = hashOf('a token')
      await store.tenantTokens.register('acme', hash, noon)
      const members = {
        label: 'Ada',
        calls_per_minute: 5,
        expires_at: 1_800_000_000,
        allow: ['*:read'],
        deny: ['*:raw'],
      }
      const { change, register, touch } = store.tenantTokens
      await Promise.all([
        ...Object.entries(members).map(([name, value]) => change('acme', hash.slice(0, 12), { [name]: value })),
        register('acme', hash, noon, {}),
        touch(hash, later(1)),
      ])
      expect(await store.tenantTokens.find(hash)).toMatchObject(members)
    })

    it('the last use of a token is kept, is announced to nobody, and is never set back', async () => {
      const { store } = await fresh()
      const hash = hashOf('a token')
      await store.tenantTokens.register('acme', hash, noon)
      const changed: unknown[] = []
      store.changes.listen((change) => changed.push(change))
      const uses = [later(5000), later(1000), later(9000)]
      for (const use of uses) await store.tenantTokens.touch(hash, use)
      await store.tenantTokens.touch(hashOf('another'), later(9000))
      const [listed, ...others] = await store.tenantTokens.list('acme')
      expect([listed?.last_used_at, others, changed]).toEqual([later(9000).toISOString(), [], []])
      await store.tenantTokens.touch(hash, later(1000))
      expect((await store.tenantTokens.find(hash))?.last_used_at).toBe(later(9000).toISOString())
      await store.tenantTokens.register('acme', hash, later(10_000), { label: 'Ada' })
      expect((await store.tenantTokens.find(hash))?.last_used_at).toBe(later(9000).toISOString())
    })

    it('a token of another tenant is taken and stays with it', async () => {
      const { store } = await fresh()
      await store.tenantTokens.register('acme', hashOf('a token'), noon)
      const other = await store.tenantTokens.register('globex', hashOf('a token'), noon, { label: 'Mine' })
      expect(other).toEqual({ outcome: 'taken' })
      expect(await store.tenantTokens.find(hashOf('a token'))).toMatchObject({ tenant_id: 'acme', label: null })
      expect(await store.tenantTokens.list('globex')).toEqual([])
    })

    it('of twenty tenants that register one token at once, one gets it', async () => {
      const { store } = await fresh()
      const tenants = Array.from({ length: 20 }, (_, n) => `tenant-${n}`)
      const registered = await Promise.all(
        tenants.map((tenant) => store.tenantTokens.register(tenant, hashOf('one token'), noon)),
      )
      const outcomes = registered.map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(19)
      const winner = tenants[outcomes.indexOf('created')]
      expect((await store.tenantTokens.find(hashOf('one token')))?.tenant_id).toBe(winner)
    })

    it('lists the tokens of one tenant, oldest first', async () => {
      const { store } = await fresh()
      const registered = [
        ['third', 'acme', 300],
        ['first', 'acme', 100],
        ['not mine', 'acme-2', 150],
        ['second', 'acme', 200],
      ] as const
      for (const [name, tenant, ms] of registered) await store.tenantTokens.register(tenant, hashOf(name), later(ms))
      const listed = await store.tenantTokens.list('acme')
      expect(listed.map(({ hash }) => hash)).toEqual(['first', 'second', 'third'].map(hashOf))
    })

    it('a revoked token is gone and may be registered again, by anyone', async () => {
      const { store } = await fresh()
      const hash = hashOf('a token')
      await store.tenantTokens.register('acme', hash, noon)
      await store.tenantTokens.register('acme', hashOf('stays'), noon)
      expect(await store.tenantTokens.revoke('acme', hash.slice(0, 12))).toBe(true)
      expect(await store.tenantTokens.find(hash)).toBeUndefined()
      expect(await store.tenantTokens.list('acme')).toHaveLength(1)
      expect(await store.tenantTokens.revoke('acme', hash.slice(0, 12))).toBe(false)
      expect(await store.tenantTokens.register('globex', hash, noon)).toMatchObject({ outcome: 'created' })
    })

    it("a tenant can't revoke another's token", async () => {
      const { store } = await fresh()
      await store.tenantTokens.register('acme', hashOf('a token'), noon)
      expect(await store.tenantTokens.revoke('globex', hashOf('a token').slice(0, 12))).toBe(false)
      expect(await store.tenantTokens.find(hashOf('a token'))).toBeDefined()
    })

    it('a token that came before its tenant stays when the tenant is put', async () => {
      const { store } = await fresh()
      await store.tenantTokens.register('acme', hashOf('early'), noon)
      await store.tenants.put('acme', configuration(), { now: noon, prune: true })
      expect(await store.tenantTokens.list('acme')).toHaveLength(1)
    })
  })
}
