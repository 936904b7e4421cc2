import type { AccountRef, ClaimRequest, RefreshResult, Store } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from './open-store.ts'
import { configuration, credential, later, noon, refOf, seed } from './samples.ts'

const seconds = noon.getTime() / 1000
const keep = { now: noon, prune: false }
const eu = refOf('acme', 'hubspot/eu')
const us = refOf('acme', 'hubspot/us')

const request = (owner: string, stale: string | null, changes: Partial<ClaimRequest> = {}): ClaimRequest => ({
  owner,
  stale,
  forced: false,
  leaseMs: 60_000,
  ...changes,
})

const versionsOf = async (store: Store, ref: AccountRef) => {
  const seed = await store.seeds.get(ref)
  return { seed: seed?.version ?? '', credential: (await store.credentials.get(ref))?.version ?? null }
}

/** What a token endpoint gave to `owner`, for what is stored now. */
const resultOf = async (store: Store, owner: string, changes: Partial<RefreshResult> = {}): Promise<RefreshResult> => ({
  owner,
  ...(await versionsOf(store, eu)),
  access: { sealed: 'sealed-new-token', token_type: 'Bearer', expires_at: seconds + 7200 },
  sealed_refresh_token: 'sealed-new-refresh-token',
  client_auth: 'post',
  ...changes,
})

export const seedsContract = (fresh: FreshStore): void => {
  const withSeed = async (given: Partial<Parameters<Store['credentials']['put']>[1]> | null = {}) => {
    const { store } = await fresh()
    await store.tenants.put('acme', configuration('hubspot/eu', 'hubspot/us'), keep)
    if (given) await store.credentials.put(eu, credential(given), noon)
    expect(await store.seeds.put(eu, seed(), noon)).toBe('created')
    const stale = (await store.credentials.get(eu))?.version ?? null
    const claim = (owner: string, changes: Partial<ClaimRequest> = {}) =>
      store.seeds.claim(eu, request(owner, stale, changes))
    return { store, stale, claim }
  }

  describe('seeds', () => {
    it('one is read as it was put, beside the expiry of the access token', async () => {
      const { store } = await withSeed({ expires_at: seconds + 3600 })
      expect(await store.seeds.get(eu)).toEqual({
        ...eu,
        ...seed(),
        version: expect.stringMatching(/./),
        client_auth: null,
        status: 'active',
        error: null,
        failures: 0,
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
      const { store } = await withSeed()
      expect(await store.seeds.put(refOf(tenant, path), seed(), noon)).toBe(outcome)
      expect(await store.seeds.get(refOf(tenant, path))).toBeUndefined()
    })

    it('a later one replaces all of the one before, its failures too', async () => {
      const { store, stale, claim } = await withSeed()
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', credential: stale, error: 'invalid_grant', retryInMs: null })
      const before = await store.seeds.get(eu)
      expect(await store.seeds.put(eu, seed({ client_id: 'client-2' }), later(1000))).toBe('replaced')
      const after = await store.seeds.get(eu)
      expect(after).toMatchObject({ client_id: 'client-2', status: 'active', error: null, failures: 0 })
      expect(after?.version).not.toBe(before?.version)
    })

    it('go with their account, their token and their tenant', async () => {
      const { store } = await withSeed(null)
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
      const { store } = await withSeed()
      await store.credentials.put(us, credential(), noon)
      const refused = await store.tenants.put('acme', configuration(), keep)
      expect(refused).toEqual({ outcome: 'conflict', accounts: [eu, us] })
    })
  })

  describe('the lease of a seed', () => {
    it('is given to one of many that claim it at once', async () => {
      const { claim } = await withSeed()
      const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(`owner-${n}`)))
      expect(claims.map(({ outcome }) => outcome).sort()).toEqual([...Array(19).fill('busy'), 'claimed'])
    })

    it('is free again once it has run out, and the next one learns that it was interrupted', async () => {
      const { claim } = await withSeed()
      expect(await claim('a', { leaseMs: 200 })).toMatchObject({ outcome: 'claimed', wasInterrupted: false })
      let taken = await claim('b', { leaseMs: 200 })
      expect(taken).toEqual({ outcome: 'busy' })
      await expect
        .poll(async () => {
          taken = await claim('b', { leaseMs: 200 })
          return taken.outcome
        })
        .toBe('claimed')
      expect(taken).toMatchObject({ wasInterrupted: true, seed: { lease_owner: 'b' } })
    })

    it('lasts longer when its owner extends it, and only then', async () => {
      const { store, claim } = await withSeed()
      await claim('a')
      const before = await store.seeds.get(eu)
      expect(await store.seeds.extend(eu, 'a', 120_000)).toBe(true)
      expect((await store.seeds.get(eu))?.lease_until).toBeGreaterThan(before?.lease_until ?? 0)
      expect(await store.seeds.extend(eu, 'b', 60_000)).toBe(false)
      expect(await store.seeds.extend(us, 'a', 60_000)).toBe(false)
    })

    it('is not needed where there is no seed, or where the token is another one already', async () => {
      const { store } = await withSeed()
      expect(await store.seeds.claim(us, request('a', null))).toEqual({ outcome: 'no-seed' })
      const current = await store.credentials.get(eu)
      expect(await store.seeds.claim(eu, request('a', 'a-version-before'))).toEqual({
        outcome: 'renewed',
        credential: current,
      })
      expect(await store.seeds.claim(eu, request('a', null))).toMatchObject({ outcome: 'renewed' })
    })
  })

  describe('the result of a refresh', () => {
    it('replaces both tokens in one step and gives the lease back', async () => {
      const { store, claim } = await withSeed()
      await claim('a')
      const before = await versionsOf(store, eu)
      const stored = await store.seeds.complete(eu, await resultOf(store, 'a'), later(1000))
      expect(stored).toEqual(await store.credentials.get(eu))
      expect(stored).toMatchObject({ sealed: 'sealed-new-token', expires_at: seconds + 7200 })
      expect(await store.seeds.get(eu)).toMatchObject({
        sealed_refresh_token: 'sealed-new-refresh-token',
        sealed_client_secret: 'sealed-client-secret',
        client_auth: 'post',
        lease_owner: null,
        expires_at: seconds + 7200,
      })
      const after = await versionsOf(store, eu)
      expect(after.seed).not.toBe(before.seed)
      expect(after.credential).not.toBe(before.credential)
    })

    it('is the first access token of an account, where there was none', async () => {
      const { store, claim } = await withSeed(null)
      expect(await claim('a')).toMatchObject({ outcome: 'claimed' })
      await store.seeds.complete(eu, await resultOf(store, 'a', { sealed_refresh_token: null }), noon)
      expect((await store.credentials.get(eu))?.sealed).toBe('sealed-new-token')
      expect((await store.seeds.get(eu))?.sealed_refresh_token).toBe('sealed-refresh-token')
    })

    it('is stored although the lease was lost, as a refresh token must not be', async () => {
      const { store, claim } = await withSeed()
      await claim('a', { leaseMs: 1 })
      const result = await resultOf(store, 'a')
      await expect.poll(async () => (await claim('b', { leaseMs: 60_000 })).outcome).toBe('claimed')
      expect(await store.seeds.complete(eu, result, noon)).toMatchObject({ sealed: 'sealed-new-token' })
      expect((await store.seeds.get(eu))?.lease_owner).toBe('b')
    })

    it('leaves a token alone that was stored meanwhile, and keeps the new refresh token', async () => {
      const { store, claim } = await withSeed()
      await claim('a')
      const result = await resultOf(store, 'a')
      await store.credentials.put(eu, credential({ sealed: 'sealed-by-hand' }), noon)
      expect((await store.seeds.get(eu))?.lease_owner).toBe('a')
      expect(await store.seeds.complete(eu, result, noon)).toBeUndefined()
      expect((await store.credentials.get(eu))?.sealed).toBe('sealed-by-hand')
      expect(await store.seeds.get(eu)).toMatchObject({
        sealed_refresh_token: 'sealed-new-refresh-token',
        lease_owner: null,
        expires_at: credential().expires_at,
      })
    })

    it('is dropped where the seed was replaced or removed meanwhile', async () => {
      const { store, claim } = await withSeed()
      await claim('a')
      const result = await resultOf(store, 'a')
      await store.seeds.put(eu, seed({ sealed_refresh_token: 'sealed-by-hand' }), noon)
      expect(await store.seeds.complete(eu, result, noon)).toBeUndefined()
      expect((await store.seeds.get(eu))?.sealed_refresh_token).toBe('sealed-by-hand')
      await store.credentials.remove(eu)
      expect(await store.seeds.complete(eu, result, noon)).toBeUndefined()
      expect(await store.seeds.get(eu)).toBeUndefined()
      expect(await store.credentials.get(eu)).toBeUndefined()
    })
  })

  describe('the failure of a refresh', () => {
    it('that may pass is waited out', async () => {
      const { store, stale, claim } = await withSeed()
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', credential: stale, error: 'it was away', retryInMs: 60_000 })
      const waiting = await claim('b')
      expect(waiting).toEqual({ outcome: 'waiting', waitMs: expect.any(Number), error: 'it was away' })
      expect(waiting).toSatisfy(({ waitMs }) => waitMs > 50_000 && waitMs <= 60_000)
      expect(await store.seeds.get(eu)).toMatchObject({ failures: 1, lease_owner: null })
    })

    it('that is final stays until a token or a seed is stored', async () => {
      const { store, stale, claim } = await withSeed()
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', credential: stale, error: 'invalid_grant', retryInMs: null })
      expect(await claim('b')).toEqual({ outcome: 'needs-reauth', error: 'invalid_grant' })
      await store.credentials.put(eu, credential(), noon)
      expect(await store.seeds.get(eu)).toMatchObject({ status: 'active', error: null, failures: 0 })
    })

    it('of one who has lost the lease, or of a token that was replaced, is not noted', async () => {
      const { store, stale, claim } = await withSeed()
      await claim('a')
      await store.seeds.fail(eu, { owner: 'b', credential: stale, error: 'invalid_grant', retryInMs: null })
      expect(await store.seeds.get(eu)).toMatchObject({ status: 'active', lease_owner: 'a' })
      await store.credentials.put(eu, credential(), noon)
      await store.seeds.fail(eu, { owner: 'a', credential: stale, error: 'invalid_grant', retryInMs: null })
      expect(await store.seeds.get(eu)).toMatchObject({ status: 'active', error: null, lease_owner: null })
    })

    it("after a provider's 401 is not asked for again within a minute", async () => {
      const { store, stale, claim } = await withSeed()
      expect(await claim('a', { forced: true })).toMatchObject({ outcome: 'claimed' })
      await store.seeds.fail(eu, { owner: 'a', credential: stale, error: 'it was away', retryInMs: 0 })
      expect(await claim('b', { forced: true })).toMatchObject({ outcome: 'waiting' })
      expect(await claim('b')).toMatchObject({ outcome: 'claimed' })
    })
  })

  describe('due seeds', () => {
    const put = async (store: Store, path: string, expires_at: number | null) => {
      await store.credentials.put(refOf('acme', path), credential({ expires_at }), noon)
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
        const { credential } = await versionsOf(store, ref)
        await store.seeds.claim(ref, request('a', credential))
        await store.seeds.fail(ref, { owner: 'a', credential, error: 'x', retryInMs })
      }
      expect(await store.seeds.due(new Date(), 10)).toEqual([])
      expect(await store.seeds.due(new Date(Date.now() + 61_000), 10)).toEqual([eu])
    })

    it('are not counted as expiring soon, unless they need re-authorization', async () => {
      const { store, stale, claim } = await withSeed({ expires_at: seconds + 3600 })
      await store.credentials.put(us, credential({ expires_at: seconds + 3600 }), noon)
      expect(await store.credentials.count(noon, 86_400)).toEqual({ total: 2, expired: 0, expiring_soon: 1 })
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', credential: stale, error: 'invalid_grant', retryInMs: null })
      expect(await store.credentials.count(noon, 86_400)).toEqual({ total: 2, expired: 0, expiring_soon: 2 })
    })
  })

  describe('sealed values', () => {
    it('are replaced by the same ones sealed anew, unless they have changed meanwhile', async () => {
      const { store } = await withSeed()
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
