import type { RefreshResult, Store } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { credential, later, noon, seed } from '../samples.ts'
import { eu, request, us, versionsOf, withSeed } from './with-seed.ts'

const seconds = noon.getTime() / 1000

/** The answer of a token endpoint to `owner`, for the stored versions. */
const resultOf = async (store: Store, owner: string, changes: Partial<RefreshResult> = {}): Promise<RefreshResult> => ({
  owner,
  ...(await versionsOf(store, eu)),
  access: { sealed: 'sealed-new-token', token_type: 'Bearer', expires_at: asUnixSeconds(seconds + 7200) },
  sealed_refresh_token: 'sealed-new-refresh-token',
  client_auth: 'post',
  ...changes,
})

/** One owner at a time uses a seed. */
export const refreshesContract = (fresh: FreshStore): void => {
  describe('the lease of a seed', () => {
    it('is given to one of many that claim it at once', async () => {
      const { claim } = await withSeed(fresh)
      const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(`owner-${n}`)))
      expect(claims.map(({ outcome }) => outcome).sort()).toEqual([...Array(19).fill('busy'), 'claimed'])
    })

    it('is free again once it has run out, and the next one learns that it was interrupted', async () => {
      const { claim } = await withSeed(fresh)
      expect(await claim('a', { leaseMs: 1500 })).toMatchObject({ outcome: 'claimed', wasInterrupted: false })
      let taken = await claim('b', { leaseMs: 1500 })
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
      const { store, claim } = await withSeed(fresh)
      await claim('a')
      const before = await store.seeds.get(eu)
      expect(await store.seeds.extend(eu, 'a', 120_000)).toBe(true)
      expect((await store.seeds.get(eu))?.lease_until).toBeGreaterThan(before?.lease_until ?? 0)
      expect(await store.seeds.extend(eu, 'b', 60_000)).toBe(false)
      expect(await store.seeds.extend(us, 'a', 60_000)).toBe(false)
    })

    it('is not needed where there is no seed, or where the token is another one already', async () => {
      const { store } = await withSeed(fresh)
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
    it('replaces both tokens and gives the lease back', async () => {
      const { store, claim } = await withSeed(fresh)
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
      const { store, claim } = await withSeed(fresh, null)
      expect(await claim('a')).toMatchObject({ outcome: 'claimed' })
      await store.seeds.complete(eu, await resultOf(store, 'a', { sealed_refresh_token: null }), noon)
      expect((await store.credentials.get(eu))?.sealed).toBe('sealed-new-token')
      expect((await store.seeds.get(eu))?.sealed_refresh_token).toBe('sealed-refresh-token')
    })

    it('is stored although the lease was lost, as a refresh token must not be', async () => {
      const { store, claim } = await withSeed(fresh)
      await claim('a', { leaseMs: 1 })
      const result = await resultOf(store, 'a')
      await expect.poll(async () => (await claim('b', { leaseMs: 60_000 })).outcome).toBe('claimed')
      expect(await store.seeds.complete(eu, result, noon)).toMatchObject({ sealed: 'sealed-new-token' })
      expect((await store.seeds.get(eu))?.lease_owner).toBe('b')
    })

    it('may be stored again, by one who does not know how far the first try came', async () => {
      for (const first of [null, {}]) {
        const { store, begun, claim } = await withSeed(fresh, first)
        await claim('a')
        const result = await resultOf(store, 'a')
        const stored = await store.seeds.complete(eu, result, noon)
        expect(await store.seeds.complete(eu, result, noon)).toEqual(stored)
        expect(await store.credentials.get(eu)).toEqual(stored)
        expect(await versionsOf(store, eu)).toEqual({ seed: 'a', credential: 'a' })
        expect(await claim('b')).toEqual({ outcome: 'renewed', credential: stored })
        expect(begun.credential).not.toBe('a')
      }
    })

    it('leaves a token alone that was stored meanwhile, and keeps the new refresh token', async () => {
      const { store, claim } = await withSeed(fresh)
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

    it('comes at the same time as a token by hand: that one stays, beside the new refresh token, and the lease is free', async () => {
      const { store } = await withSeed(fresh)
      for (let round = 0; round < 10; round++) {
        const owner = `owner-${round}`
        await store.seeds.claim(eu, request(owner, (await store.credentials.get(eu))?.version ?? null))
        const result = await resultOf(store, owner, { sealed_refresh_token: `sealed-refresh-token-${round}` })
        const byHand = credential({
          sealed: `sealed-by-hand-${round}`,
          expires_at: asUnixSeconds(seconds + 9000 + round),
        })
        await Promise.all([
          store.seeds.complete(eu, result, noon),
          store.seeds.extend(eu, owner, 60_000),
          store.credentials.put(eu, byHand, noon),
        ])
        expect((await store.credentials.get(eu))?.sealed).toBe(byHand.sealed)
        expect(await store.seeds.get(eu)).toMatchObject({
          sealed_refresh_token: result.sealed_refresh_token,
          expires_at: byHand.expires_at,
          lease_owner: null,
        })
      }
    })

    it('of an account that is removed at the same time is gone with it', async () => {
      for (const first of [null, {}]) {
        const { store, claim } = await withSeed(fresh, first)
        await claim('a')
        const result = await resultOf(store, 'a')
        await Promise.all([store.seeds.complete(eu, result, noon), store.tenants.remove('acme')])
        expect(await store.credentials.get(eu)).toBeUndefined()
        expect(await store.seeds.get(eu)).toBeUndefined()
      }
    })

    it('is dropped where the seed was replaced or removed meanwhile', async () => {
      const { store, claim } = await withSeed(fresh)
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

  describe('the handover', () => {
    const read = async (store: Store) => {
      const [held, kept] = [await store.credentials.get(eu), await store.seeds.get(eu)]
      return [held?.handover_id, kept?.handover_id]
    }
    const refresh = async (store: Store, owner: string) => {
      await store.seeds.claim(eu, request(owner, (await versionsOf(store, eu)).credential))
      expect(await store.seeds.complete(eu, await resultOf(store, owner), later(1))).toBeDefined()
    }

    it('is another one with each token and each seed that is stored, for both; a refresh keeps it', async () => {
      const { store } = await withSeed(fresh)
      const seen: unknown[] = []
      const look = async () => {
        const [held, kept] = await read(store)
        expect(held).toMatch(/./)
        expect(kept).toBe(held)
        expect(seen).not.toContain(held)
        seen.push(held)
        await refresh(store, `refresh ${seen.length}`)
        expect(await read(store)).toEqual([held, held])
      }
      await look()
      await store.credentials.put(eu, credential(), noon)
      await look()
      const heard: unknown[] = []
      store.changes.listen((change) => heard.push(change))
      await store.seeds.put(eu, seed(), noon)
      expect(heard).toEqual([{ kind: 'credential', ...eu }])
      await look()
      await store.credentials.remove(eu)
      await store.seeds.put(eu, seed(), noon)
      const [, kept] = await read(store)
      await refresh(store, 'the first token')
      expect(await read(store)).toEqual([kept, kept])
    })
  })

  describe('the failure of a refresh', () => {
    it('that may pass is waited out', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', ...begun, error: 'it was away', refused: null, retryInMs: 60_000 })
      const waiting = await claim('b')
      expect(waiting).toEqual({ outcome: 'waiting', waitMs: expect.any(Number), error: 'it was away' })
      expect(waiting).toSatisfy(({ waitMs }) => waitMs > 50_000 && waitMs <= 60_000)
      expect(await store.seeds.get(eu)).toMatchObject({ failures: 1, lease_owner: null })
    })

    it('that is final stays until a token or a seed is stored', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      await claim('a')
      await store.seeds.fail(eu, { owner: 'a', ...begun, error: 'invalid_grant', refused: null, retryInMs: null })
      expect(await claim('b')).toEqual({ outcome: 'needs-reauth', error: 'invalid_grant' })
      await store.credentials.put(eu, credential(), noon)
      expect(await store.seeds.get(eu)).toMatchObject({ status: 'active', error: null, failures: 0 })
    })

    it('that is final begins the need of re-authorization, which the verdict of the vendor neither begins anew nor ends', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      const refusal = { ...begun, error: 'invalid_grant', refused: null, retryInMs: null }
      const verdict = (rejected: Date | null) => store.credentials.recordVerdict(eu, begun.credential ?? '', rejected)
      await claim('a')
      expect(await store.seeds.fail(eu, { owner: 'a', ...refusal, retryInMs: 0 })).toBe(false)
      await claim('b')
      expect(await store.seeds.fail(eu, { owner: 'b', ...refusal })).toBe(true)
      expect([await verdict(noon), await verdict(null)]).toEqual([false, false])
      expect(await store.credentials.get(eu)).toMatchObject({ rejected_at: null })
    })

    it('that is final begins no need where the vendor rejects the credential already', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      expect(await store.credentials.recordVerdict(eu, begun.credential ?? '', noon)).toBe(true)
      await claim('a')
      const refusal = { ...begun, error: 'invalid_grant', refused: null, retryInMs: null }
      expect(await store.seeds.fail(eu, { owner: 'a', ...refusal })).toBe(false)
      expect(await store.seeds.get(eu)).toMatchObject({ status: 'needs_reauth' })
    })

    it('of one who has lost the lease, or of a token that was replaced, is not noted', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      await claim('a')
      const refusal = { ...begun, error: 'invalid_grant', refused: null, retryInMs: null }
      expect(await store.seeds.fail(eu, { owner: 'b', ...refusal })).toBe(false)
      expect(await store.seeds.get(eu)).toMatchObject({ status: 'active', lease_owner: 'a' })
      await store.credentials.put(eu, credential(), noon)
      expect(await store.seeds.fail(eu, { owner: 'a', ...refusal })).toBe(false)
      expect(await store.seeds.get(eu)).toMatchObject({ status: 'active', error: null, lease_owner: null })
    })

    it('of a refresh token that was replaced meanwhile is not noted, nor does what was noted before outlast it', async () => {
      for (const order of ['result first', 'failure first']) {
        const { store, begun, claim } = await withSeed(fresh)
        await claim('a', { leaseMs: 200 })
        const result = await resultOf(store, 'a', { credential: 'one that another has replaced' })
        await expect.poll(async () => (await claim('b')).outcome).toBe('claimed')
        const steps = [
          () => store.seeds.complete(eu, result, noon),
          () => store.seeds.fail(eu, { owner: 'b', ...begun, error: 'invalid_grant', refused: null, retryInMs: null }),
        ]
        for (const step of order === 'result first' ? steps : steps.reverse()) await step()
        expect(await store.seeds.get(eu)).toMatchObject({
          sealed_refresh_token: 'sealed-new-refresh-token',
          status: 'active',
          error: null,
          failures: 0,
        })
        expect(await claim('c')).toMatchObject({ outcome: 'claimed' })
      }
    })

    it('that is to be waited out for longer than any was noted before the clock was set back, and is not', async () => {
      const { store, begun, claim } = await withSeed(fresh)
      await claim('a')
      const retryInMs = 24 * 3_600_000
      await store.seeds.fail(eu, { owner: 'a', ...begun, error: 'it was away', refused: null, retryInMs })
      expect(await claim('b')).toMatchObject({ outcome: 'claimed' })
    })

    it("after a provider's 401 is not asked for again within a minute", async () => {
      const { store, begun, claim } = await withSeed(fresh)
      expect(await claim('a', { forced: true })).toMatchObject({ outcome: 'claimed' })
      await store.seeds.fail(eu, { owner: 'a', ...begun, error: 'it was away', refused: null, retryInMs: 0 })
      expect(await claim('b', { forced: true })).toMatchObject({ outcome: 'waiting' })
      expect(await claim('b')).toMatchObject({ outcome: 'claimed' })
    })
  })
}
