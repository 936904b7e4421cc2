import type { AssertedGrant, Store } from '@patchbay/core/store'
import { asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, hashOf, later, noon } from '../samples.ts'
import { client, code, giveGrant, grant, grantId, tokens, withClient } from './samples.ts'

const graceMs = 30_000

/** Presents the refresh token `<from> refresh` of the grant `a` for the pair `<to>`. */
const refresh = (store: Store, from: string, to: string, ms = 0) =>
  store.grants.refresh({ family: hashOf('a family'), hash: hashOf(`${from} refresh`) }, tokens(to), {
    now: later(ms),
    graceMs,
  })

const works = async (store: Store, name: string): Promise<boolean> =>
  (await store.grants.findAccessToken(hashOf(`${name} access`))) !== undefined

export const grantsContract = (fresh: FreshStore): void => {
  const withGrant = async (): Promise<Store> => {
    const { store } = await fresh()
    await store.tenants.put('acme', configuration(), { now: noon, prune: false })
    await withClient(store)
    await giveGrant(store, 'a', 1)
    return store
  }

  describe('grants', () => {
    it('a refresh gives another pair, and the access tokens before it go on', async () => {
      const store = await withGrant()
      expect(await refresh(store, 'a', 'b', 1000)).toBe('refreshed')
      expect(await refresh(store, 'b', 'c', 2000)).toBe('refreshed')
      expect([await works(store, 'a'), await works(store, 'b'), await works(store, 'c')]).toEqual([true, true, true])
      const [found] = await store.grants.list('acme', { now: noon, limit: 10 })
      expect(found?.last_used_at).toBe(later(2000).toISOString())
    })

    it('a grant lives as long as its newest refresh token', async () => {
      const store = await withGrant()
      const end = noon.getTime() / 1000 + 1_000_000
      const pair = tokens('b', { refresh: { hash: hashOf('b refresh'), expires_at: asUnixSeconds(end) } })
      const presented = { family: hashOf('a family'), hash: hashOf('a refresh') }
      await store.grants.refresh(presented, pair, { now: noon, graceMs })
      expect((await store.grants.findByFamily(hashOf('a family')))?.expires_at).toBe(end)
      expect(await store.grants.list('acme', { now: later(999_999_999), limit: 10 })).toHaveLength(1)
      expect(await store.grants.list('acme', { now: later(1_000_000_000), limit: 10 })).toEqual([])
    })

    it('an access token is found with its grant by its id, for its own tenant alone', async () => {
      const store = await withGrant()
      await giveGrant(store, 'z', 2)
      await refresh(store, 'a', 'b', 1000)
      const [grant] = await store.grants.list('acme', { now: noon, limit: 10 })
      for (const name of ['a', 'b']) {
        const { access } = tokens(name)
        const token_id = access.hash.slice(0, 12)
        const [bearer_hash, scope] = [hashOf('bearer'), access.scope ?? grant?.scope]
        const found = { token_id, bearer_hash, expires_at: access.expires_at, scope, grant }
        expect(await store.grants.findByTokenId('acme', token_id)).toEqual(found)
        expect(await store.grants.findByTokenId('globex', token_id)).toBeUndefined()
      }
      for (const name of ['a refresh', 'a family', 'bearer', 'nothing']) {
        expect(await store.grants.findByTokenId('acme', hashOf(name).slice(0, 12)), name).toBeUndefined()
      }
    })

    it('the old refresh token gives another pair for a while, and each of these pairs goes on', async () => {
      const store = await withGrant()
      await refresh(store, 'a', 'b')
      expect(await refresh(store, 'a', 'c', graceMs)).toBe('refreshed')
      expect(await refresh(store, 'c', 'd', 40_000)).toBe('refreshed')
      expect(await refresh(store, 'b', 'e', 41_000)).toBe('refreshed')
    })

    const abuses: readonly [
      when: string,
      refreshes: readonly [from: string, to: string][],
      stale: string,
      ms: number,
    ][] = [
      ['after that while', [['a', 'b']], 'a', graceMs + 1],
      [
        'that is two generations old, at once',
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
        'a',
        0,
      ],
      [
        'of a pair that was not used while its sibling was',
        [
          ['a', 'b'],
          ['a', 'c'],
          ['c', 'd'],
        ],
        'b',
        graceMs + 1,
      ],
    ]
    it.each(abuses)(
      'an old refresh token %s ends the grant with all its tokens',
      async (_when, refreshes, stale, ms) => {
        const store = await withGrant()
        for (const [from, to] of refreshes) await refresh(store, from, to)
        expect(await refresh(store, stale, 'z', ms)).toBe('reused')
        for (const name of ['a', 'b', 'c', 'd', 'z']) expect(await works(store, name)).toBe(false)
        expect(await store.grants.findByFamily(hashOf('a family'))).toBeUndefined()
        expect(await refresh(store, 'b', 'z', ms)).toBe('unknown')
      },
    )

    it("an access token is not a refresh token, and another grant's refresh token is not this one's", async () => {
      const store = await withGrant()
      await giveGrant(store, 'other', 2)
      expect(await store.grants.findAccessToken(hashOf('a refresh'))).toBeUndefined()
      expect(await refresh(store, 'other', 'z')).toBe('reused')
      expect(await works(store, 'other')).toBe(true)
    })

    it('of twenty refreshes with one token at once, each gets a pair of the same grant', async () => {
      const store = await withGrant()
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => refresh(store, 'a', `pair ${n}`, n)))
      expect(new Set(outcomes)).toEqual(new Set(['refreshed']))
      for (let n = 0; n < 20; n++) expect(await works(store, `pair ${n}`)).toBe(true)
      expect(await refresh(store, 'pair 7', 'next', 60_000)).toBe('refreshed')
    })

    it('a grant has at most 50 access tokens: the oldest go', async () => {
      const store = await withGrant()
      for (let n = 0; n < 50; n++) await refresh(store, n === 0 ? 'a' : `pair ${n - 1}`, `pair ${n}`)
      expect(await works(store, 'a')).toBe(false)
      for (const n of [0, 25, 49]) expect(await works(store, `pair ${n}`)).toBe(true)
    })

    it('a use is noted, and never set back', async () => {
      const store = await withGrant()
      await store.grants.touch(grantId(1), later(7000))
      await store.grants.touch(grantId(1), later(5000))
      await store.grants.touch(grantId(9), later(5000))
      const [found] = await store.grants.list('acme', { now: noon, limit: 10 })
      expect(found?.last_used_at).toBe(later(7000).toISOString())
    })

    it('lists the grants of one tenant, oldest first, page by page', async () => {
      const store = await withGrant()
      await withClient(store, 'globex')
      await giveGrant(store, 'b', 3)
      await giveGrant(store, 'c', 2)
      await giveGrant(store, 'd', 4, { tenant_id: 'globex', bearer_hash: hashOf('bearer of globex') })
      const ids = async (page: { limit: number; after?: string }) =>
        (await store.grants.list('acme', { now: noon, ...page })).map(({ grant_id }) => grant_id)
      expect(await ids({ limit: 2 })).toEqual([grantId(1), grantId(2)])
      expect(await ids({ limit: 2, after: grantId(2) })).toEqual([grantId(3)])
    })

    it('an access token may do less than its grant, and the grant stays as it is', async () => {
      const store = await withGrant()
      const presented = { family: hashOf('a family'), hash: hashOf('a refresh') }
      const narrow = { ...tokens('b').access, scope: 'hubspot:get' }
      await store.grants.refresh(presented, tokens('b', { access: narrow }), { now: noon, graceMs })
      expect(await store.grants.findAccessToken(hashOf('b access'))).toMatchObject({ scope: 'hubspot:get' })
      const all = 'hubspot:read *:write@eu'
      expect(await store.grants.findAccessToken(hashOf('a access'))).toMatchObject({ scope: all })
      expect(await store.grants.list('acme', { now: noon, limit: 1 })).toMatchObject([{ scope: all }])
    })

    it('lists and ends the grants that were given with a tenant token: one, or all with its codes', async () => {
      const store = await withGrant()
      await store.tenantTokens.register('acme', hashOf('another bearer'), noon)
      await giveGrant(store, 'b', 2)
      await giveGrant(store, 'c', 3)
      await giveGrant(store, 'other', 4, { bearer_hash: hashOf('another bearer') })
      await store.authorizationCodes.issue(code('pending'), client('client'), noon)
      const list = async (limit = 10, now = noon) =>
        (await store.grants.listOfToken(hashOf('bearer'), { now, limit })).map(({ grant_id }) => grant_id)
      expect(await list()).toEqual([grantId(1), grantId(2), grantId(3)])
      expect(await list(2)).toEqual([grantId(1), grantId(2)])
      expect(await list(10, later(7_200_000))).toEqual([])
      expect(await store.grants.revokeOfToken(hashOf('bearer'), grantId(4))).toEqual([])
      expect(await store.grants.revokeOfToken(hashOf('bearer'), grantId(2))).toEqual([grantId(2)])
      expect([await works(store, 'a'), await works(store, 'b'), await works(store, 'other')]).toEqual([
        true,
        false,
        true,
      ])
      expect((await store.grants.revokeOfToken(hashOf('bearer'))).toSorted()).toEqual([grantId(1), grantId(3)])
      expect([await list(), await works(store, 'c'), await works(store, 'other')]).toEqual([[], false, true])
      expect(await store.authorizationCodes.find(hashOf('pending'), noon)).toBeUndefined()
      expect(await store.grants.revokeOfToken(hashOf('bearer'))).toEqual([])
    })

    describe('of an identity provider', () => {
      const asserted = (changes: Partial<AssertedGrant> = {}): AssertedGrant => ({
        grant_id: grantId(5),
        tenant_id: 'acme',
        client_id: 'client',
        client_name: 'A client',
        resource: 'https://gateway.example',
        scope: '*:read',
        issuer: 'https://idp.example',
        subject: 'ada',
        code_hash: hashOf('an assertion'),
        family: hashOf('a family of its own'),
        access: tokens('asserted').access,
        ...changes,
      })

      it('has an access token, is listed with its issuer and subject, and ends with its client and tenant', async () => {
        for (const end of [
          (store: Store) => store.oauthClients.remove('client'),
          (store: Store) => store.tenants.remove('acme'),
          (store: Store) => store.grants.revoke('acme', grantId(5)),
        ]) {
          const store = await withGrant()
          expect(await store.grants.issue(asserted(), noon)).toBe(true)
          const found = await store.grants.findAccessToken(hashOf('asserted access'))
          expect(found).toMatchObject({ tenant_id: 'acme', scope: '*:read', bearer_hash: null })
          const { access, code_hash: _, family: __, ...listed } = asserted()
          expect((await store.grants.list('acme', { now: noon, limit: 10 }))[1]).toEqual({
            ...listed,
            created_at: noon.toISOString(),
            last_used_at: noon.toISOString(),
            expires_at: access.expires_at,
          })
          expect((await store.oauthClients.find('client'))?.used_at).toBe(noon.toISOString())
          await end(store)
          expect(await works(store, 'asserted')).toBe(false)
        }
      })

      it('is not made for a tenant or a client that does not exist, and expired ones are removed', async () => {
        const store = await withGrant()
        expect(await store.grants.issue(asserted({ tenant_id: 'nobody' }), noon)).toBe(false)
        expect(await store.grants.issue(asserted({ client_id: 'nobody' }), noon)).toBe(false)
        expect(await works(store, 'asserted')).toBe(false)
        await store.grants.issue(asserted(), noon)
        const next = {
          grant_id: grantId(6),
          code_hash: hashOf('b'),
          family: hashOf('c'),
          access: tokens('next').access,
        }
        await store.grants.issue(asserted(next), later(3_600_000))
        expect([await works(store, 'asserted'), await works(store, 'next')]).toEqual([false, true])
      })
    })

    it('a revoked grant is gone; one of another tenant is not there', async () => {
      const store = await withGrant()
      expect(await store.grants.revoke('globex', grantId(1))).toBe(false)
      expect(await works(store, 'a')).toBe(true)
      expect(await store.grants.revoke('acme', grantId(1))).toBe(true)
      expect(await store.grants.revoke('acme', grantId(1))).toBe(false)
      expect(await works(store, 'a')).toBe(false)
      expect(await refresh(store, 'a', 'b')).toBe('unknown')
    })

    it('a code that was claimed names its grant, to the client that claimed it', async () => {
      const store = await withGrant()
      expect(await store.grants.revokeByCode(hashOf('a code'), 'another')).toBeUndefined()
      expect(await works(store, 'a')).toBe(true)
      expect((await store.grants.revokeByCode(hashOf('a code'), 'client'))?.grant_id).toBe(grantId(1))
      expect(await works(store, 'a')).toBe(false)
      expect(await store.grants.revokeByCode(hashOf('a code'), 'client')).toBeUndefined()
    })

    it('a revoked access token is gone, and the rest of its grant is not', async () => {
      const store = await withGrant()
      await refresh(store, 'a', 'b')
      expect(await store.grants.revokeAccessToken(hashOf('a access'))).toBe(true)
      expect(await store.grants.revokeAccessToken(hashOf('a access'))).toBe(false)
      expect(await store.grants.revokeAccessToken(hashOf('b refresh'))).toBe(false)
      expect([await works(store, 'a'), await works(store, 'b')]).toEqual([false, true])
      expect(await refresh(store, 'b', 'c')).toBe('refreshed')
    })

    it.each<[what: string, end: (store: Store) => Promise<unknown>]>([
      ['its bearer token', (store) => store.tenantTokens.revoke('acme', hashOf('bearer').slice(0, 12))],
      ['its tenant', (store) => store.tenants.remove('acme')],
    ])('a grant ends with %s, and no other does', async (_what, end) => {
      const store = await withGrant()
      await withClient(store, 'globex')
      await giveGrant(store, 'other', 2, { tenant_id: 'globex', bearer_hash: hashOf('bearer of globex') })
      await end(store)
      expect([await works(store, 'a'), await works(store, 'other')]).toEqual([false, true])
      expect(await store.grants.list('acme', { now: noon, limit: 10 })).toEqual([])
      expect(await store.grants.findByFamily(hashOf('a family'))).toBeUndefined()
    })

    it('expired grants go when another one is made', async () => {
      const store = await withGrant()
      const expiry = grant('a').refresh.expires_at * 1000 - noon.getTime()
      await store.authorizationCodes.claim(hashOf('nothing'), grant('b', 2), later(expiry))
      expect(await works(store, 'a')).toBe(false)
    })
  })
}
