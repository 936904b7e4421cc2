import type { Store } from '@patchbay/core/store'
import { asUnixMs, asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, credential, later, noon, refOf, seed } from '../samples.ts'
import { eu, request, us, versionsOf, withSeed } from './with-seed.ts'

const seconds = noon.getTime() / 1000
const keep = { now: noon, prune: false }

export const seedsContract = (fresh: FreshStore): void => {
  describe('seeds', () => {
    it('one is read as it was put, beside the expiry of the access token', async () => {
      const { store } = await withSeed(fresh, { expires_at: asUnixSeconds(seconds + 3600) })
      expect(await store.seeds.get(eu)).toEqual({
        ...eu,
        ...seed(),
        version: expect.stringMatching(/./),
        handover_id: expect.stringMatching(/./),
        client_auth: null,
        status: 'active',
        error: null,
        failures: 0,
        refused_as: null,
        refused_since: null,
        refreshed_at: null,
        retry_at: null,
        forced_at: null,
        lease_owner: null,
        lease_until: 0,
        expires_at: seconds + 3600,
        due_at: expect.any(Number),
        updated_at: noon.toISOString(),
      })
      expect(await store.seeds.get(us)).toBeUndefined()
    })

    it.each([
      ['nobody', 'hubspot/eu', 'TENANT_NOT_FOUND'],
      ['acme', 'stripe/eu', 'CONFIG_MISSING'],
      ['acme', 'hubspot/nowhere', 'CONFIG_MISSING'],
      ['acme', '__proto__/eu', 'CONFIG_MISSING'],
    ])('one for %s %s is %s and is not stored', async (tenant, path, outcome) => {
      const { store } = await withSeed(fresh)
      expect(await store.seeds.put(refOf(tenant, path), seed(), noon)).toBe(outcome)
      expect(await store.seeds.get(refOf(tenant, path))).toBeUndefined()
    })

    it('a later one replaces all of the one before, its failures too', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', ...begun, error: 'invalid_grant', refused: null, retryInMs: null })
      const before = await store.seeds.get(eu)
      expect(await store.seeds.put(eu, seed({ client_id: 'client-2' }), later(1000))).toBe('replaced')
      const after = await store.seeds.get(eu)
      expect(after).toMatchObject({ client_id: 'client-2', status: 'active', error: null, failures: 0 })
      expect(after?.version).not.toBe(before?.version)
    })

    it('go with their account, their token and their tenant', async () => {
      const { store } = await withSeed(fresh, null)
      expect(await store.tenants.put('acme', configuration('hubspot/us'), keep)).toEqual({
        outcome: 'conflict',
        accounts: [eu],
      })
      await store.tenants.put('acme', configuration('hubspot/us'), { now: noon, prune: true })
      expect(await store.seeds.get(eu)).toBeUndefined()
      await store.seeds.put(us, seed(), noon)
      expect(await store.credentials.remove(us)).toBe(true)
      expect(await store.credentials.remove(us)).toBe(false)
      expect(await store.seeds.get(us)).toBeUndefined()
      await store.seeds.put(us, seed(), noon)
      await store.tenants.remove('acme')
      expect(await store.seeds.get(us)).toBeUndefined()
    })

    it('an account with a token and a seed is named once where it would be dropped', async () => {
      const { store } = await withSeed(fresh)
      await store.credentials.put(us, credential(), noon)
      const refused = await store.tenants.put('acme', configuration(), keep)
      expect(refused).toEqual({ outcome: 'conflict', accounts: [eu, us] })
    })
  })

  describe('due seeds', () => {
    const put = async (store: Store, path: string, expires_at: number | null) => {
      await store.credentials.put(
        refOf('acme', path),
        credential({ expires_at: expires_at === null ? null : asUnixSeconds(expires_at) }),
        noon,
      )
      await store.seeds.put(refOf('acme', path), seed(), noon)
    }

    it('are those whose token soon expires, or is missing; not those without an expiry', async () => {
      const { store } = await fresh()
      const paths = ['hubspot/expired', 'hubspot/hour', 'hubspot/never', 'hubspot/missing']
      await store.tenants.put('acme', configuration(...paths), keep)
      await put(store, 'hubspot/expired', seconds - 10)
      await put(store, 'hubspot/hour', seconds + 3600)
      await put(store, 'hubspot/never', null)
      await store.seeds.put(refOf('acme', 'hubspot/missing'), seed(), noon)
      const dueAt = async (at: Date) => (await store.seeds.due(at, 10)).map(({ account }) => account)
      expect(await dueAt(noon)).toEqual(['missing', 'expired'])
      expect(await dueAt(later(2_900_000))).toEqual(['missing', 'expired'])
      expect(await dueAt(later(3_600_000))).toEqual(['missing', 'expired', 'hour'])
      expect(await store.seeds.due(later(3_600_000), 1)).toEqual([refOf('acme', 'hubspot/missing')])
    })

    it('are neither those that back off nor those that need re-authorization', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/eu', 'hubspot/us'), keep)
      for (const [path, retryInMs] of [
        ['hubspot/eu', 60_000],
        ['hubspot/us', null],
      ] as const) {
        await put(store, path, seconds - 10)
        const ref = refOf('acme', path)
        const begun = await versionsOf(store, ref)
        await store.seeds.claim(ref, request('a', begun.credential))
        await store.seeds.fail(ref, { owner: 'a', ...begun, error: 'x', refused: null, retryInMs })
      }
      expect(await store.seeds.due(new Date(), 10)).toEqual([])
      expect(await store.seeds.due(new Date(Date.now() + 61_000), 10)).toEqual([eu])
    })

    it('are not counted as expiring soon, unless they need re-authorization', async () => {
      const { store, begun, claim } = await withSeed(fresh, { expires_at: asUnixSeconds(seconds + 3600) })
      await store.credentials.put(us, credential({ expires_at: asUnixSeconds(seconds + 3600) }), noon)
      expect(await store.credentials.count(noon, 86_400)).toEqual({ total: 2, expired: 0, expiring_soon: 1 })
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', ...begun, error: 'invalid_grant', refused: null, retryInMs: null })
      expect(await store.credentials.count(noon, 86_400)).toEqual({ total: 2, expired: 0, expiring_soon: 2 })
    })
  })

  describe('the application of a seed', () => {
    const used = {
      application: 'apps/hubspot',
      client_id: seed().client_id,
      token_endpoint: 'https://eu.example/token',
      sealed_client_secret: 'sealed-anew',
    }

    it('is stored with a copy, under the lease of another, and ends what was refused only where it may be tried again', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', ...begun, error: 'invalid_grant', refused: 'grant', retryInMs: null })
      expect(await store.seeds.useApplication(eu, used, false)).toBe(true)
      expect(await store.seeds.get(eu)).toMatchObject({ ...used, status: 'needs_reauth', refused_as: 'grant' })
      expect(await store.seeds.useApplication(eu, used, true)).toBe(true)
      expect(await store.seeds.get(eu)).toMatchObject({
        ...used,
        status: 'active',
        error: null,
        refused_as: null,
        refused_since: null,
        version: begun.seed,
      })
      await claim('b')
      expect(await store.seeds.useApplication(eu, used, false)).toBe(true)
      expect(await store.seeds.get(eu)).toMatchObject({ lease_owner: 'b' })
    })

    it('is not given to a seed of another client, of another application, or to none', async () => {
      const { store } = await withSeed(fresh)
      expect(await store.seeds.useApplication(eu, { ...used, client_id: 'another' }, false)).toBe(false)
      await store.seeds.put(eu, { ...seed(), application: 'own' }, noon)
      expect(await store.seeds.useApplication(eu, used, false)).toBe(false)
      expect(await store.seeds.useApplication(us, used, false)).toBe(false)
      expect(await store.seeds.get(eu)).toMatchObject({ ...seed(), application: 'own' })
    })

    it('took a refresh since a time, of any account of its client at that provider', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      const { client_id } = seed()
      const since = (ms: number, changes: object = {}) =>
        store.seeds.hasRefreshed({ provider: 'hubspot', client_id, ...changes }, asUnixMs(ms))
      expect(await since(0)).toBe(false)
      await claim('a')
      const access = credential()
      const result = { owner: 'a', ...begun, access, sealed_refresh_token: null, client_auth: 'post' } as const
      await store.seeds.complete(eu, result, noon)
      expect(await since(noon.getTime())).toBe(true)
      expect(await since(noon.getTime() + 1)).toBe(false)
      expect(await since(0, { client_id: 'another' })).toBe(false)
      expect(await since(0, { provider: 'stripe' })).toBe(false)
    })
  })

  describe('what an endpoint refuses', () => {
    it('is known since when, as long as it refuses the same; a failure in which it judges nothing changes nothing', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      const fail = async (owner: string, refused: 'client' | 'grant' | null) => {
        await claim(owner)
        await store.seeds.fail(eu, { owner, ...begun, error: 'x', refused, retryInMs: 0 })
        const { refused_as, refused_since } = (await store.seeds.get(eu)) ?? {}
        return [refused_as, refused_since]
      }
      expect(await fail('a', null)).toEqual([null, null])
      const [, since] = await fail('b', 'grant')
      expect(since).toEqual(expect.any(Number))
      expect(await fail('c', null)).toEqual(['grant', since])
      expect(await fail('d', 'grant')).toEqual(['grant', since])
      expect((await fail('e', 'client'))[0]).toBe('client')
      await store.credentials.put(eu, credential(), noon)
      expect(await store.seeds.get(eu)).toMatchObject({ refused_as: null, refused_since: null })
    })
  })

  describe('sealed values', () => {
    it('are replaced by the same ones sealed anew, unless they have changed meanwhile', async () => {
      const { store } = await withSeed(fresh)
      const { seed: version, credential: token } = await versionsOf(store, eu)
      const sealed = { sealed_client_secret: 'anew-1', sealed_refresh_token: 'anew-2' }
      expect(await store.credentials.reseal(eu, token ?? '', 'anew')).toBe(true)
      expect(await store.seeds.reseal(eu, version, sealed)).toBe(true)
      expect(await store.credentials.get(eu)).toMatchObject({ sealed: 'anew', version: token })
      expect(await store.seeds.get(eu)).toMatchObject({ ...sealed, version })
      await store.credentials.put(eu, credential(), noon)
      await store.seeds.put(eu, seed(), noon)
      expect(await store.credentials.reseal(eu, token ?? '', 'anew')).toBe(false)
      expect(await store.seeds.reseal(eu, version, sealed)).toBe(false)
      expect((await store.credentials.get(eu))?.sealed).toBe(credential().sealed)
      expect(await store.seeds.get(eu)).toMatchObject(seed())
    })
  })
}
