import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { hashOf, later, noon } from '../samples.ts'
import { client, code, giveGrant, grant, grantId, withClient } from './samples.ts'

export const authorizationCodesContract = (fresh: FreshStore): void => {
  describe('authorization codes', () => {
    it('a code is found as it was issued until it expires, by its exact hash', async () => {
      const { store } = await fresh()
      await withClient(store)
      expect(await store.authorizationCodes.issue(code('a'), client('client'), noon)).toBe(true)
      expect(await store.authorizationCodes.find(hashOf('a'), later(59_999))).toEqual(code('a'))
      expect(await store.authorizationCodes.find(hashOf('a'), later(60_000))).toBeUndefined()
      expect(await store.authorizationCodes.find(hashOf('b'), noon)).toBeUndefined()
    })

    it('no code is issued for a token that is gone or of another tenant, or for a client that is gone', async () => {
      const { store } = await fresh()
      await withClient(store)
      await withClient(store, 'globex')
      const issue = (changes: Parameters<typeof code>[1], id = 'client') =>
        store.authorizationCodes.issue(code('a', { client_id: id, ...changes }), client(id), noon)
      expect(await issue({ bearer_hash: hashOf('gone') })).toBe(false)
      expect(await issue({ bearer_hash: hashOf('bearer of globex') })).toBe(false)
      expect(await issue({}, 'nobody')).toBe(false)
      expect(await store.authorizationCodes.find(hashOf('a'), noon)).toBeUndefined()
    })

    it('a claim takes the code away and makes its grant', async () => {
      const { store } = await fresh()
      await withClient(store)
      await giveGrant(store, 'a', 1)
      expect(await store.authorizationCodes.find(hashOf('a code'), noon)).toBeUndefined()
      const access = grant('a').access
      expect(await store.grants.findAccessToken(access.hash)).toEqual({
        hash: access.hash,
        token_id: access.hash.slice(0, 12),
        grant_id: grantId(1),
        tenant_id: 'acme',
        client_id: 'client',
        resource: 'https://gateway.example/mcp',
        scope: 'hubspot:read *:write@eu',
        bearer_hash: code('a').bearer_hash,
        last_used_at: noon.toISOString(),
        status: 'active',
        expires_at: access.expires_at,
      })
      expect(await store.grants.list('acme', { now: noon, limit: 10 })).toEqual([
        {
          grant_id: grantId(1),
          tenant_id: 'acme',
          client_id: 'client',
          client_name: 'A client',
          resource: 'https://gateway.example/mcp',
          scope: 'hubspot:read *:write@eu',
          issuer: null,
          subject: null,
          created_at: noon.toISOString(),
          last_used_at: noon.toISOString(),
          expires_at: grant('a').refresh.expires_at,
        },
      ])
    })

    it('of twenty claims of one code at once, one gets it', async () => {
      const { store } = await fresh()
      await withClient(store)
      await store.authorizationCodes.issue(code('a'), client('client'), noon)
      const claims = Array.from({ length: 20 }, (_, n) =>
        store.authorizationCodes.claim(hashOf('a'), grant(`claim ${n}`, n), noon),
      )
      expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
      expect(await store.grants.list('acme', { now: noon, limit: 100 })).toHaveLength(1)
    })

    it('a code that has expired is not claimed', async () => {
      const { store } = await fresh()
      await withClient(store)
      await store.authorizationCodes.issue(code('a'), client('client'), noon)
      expect(await store.authorizationCodes.claim(hashOf('a'), grant('a'), later(60_000))).toBe(false)
      expect(await store.grants.list('acme', { now: noon, limit: 10 })).toEqual([])
    })

    it('a code is gone with its bearer token and with its tenant', async () => {
      const { store } = await fresh()
      const bearer = hashOf('bearer')
      const issue = async (name: string) => {
        await store.tenants.put('acme', configured, { now: noon, prune: false })
        await withClient(store)
        return store.authorizationCodes.issue(code(name), client('client'), noon)
      }
      const configured = {
        name: 'Acme',
        status: 'active',
        providers: {},
        options: { allow_raw: false, tools: 'domains' },
      } as const
      expect(await issue('by token')).toBe(true)
      await store.tenantTokens.revoke('acme', bearer.slice(0, 12))
      expect(await store.authorizationCodes.claim(hashOf('by token'), grant('a'), noon)).toBe(false)
      expect(await issue('by tenant')).toBe(true)
      await store.tenants.remove('acme')
      expect(await store.authorizationCodes.claim(hashOf('by tenant'), grant('a'), noon)).toBe(false)
    })

    it('a revoked bearer token and a claim at once leave no grant behind', async () => {
      const { store } = await fresh()
      for (let round = 0; round < 10; round++) {
        await withClient(store)
        await store.authorizationCodes.issue(code(`race ${round}`), client('client'), noon)
        await Promise.all([
          store.authorizationCodes.claim(hashOf(`race ${round}`), grant(`race ${round}`, round), noon),
          store.tenantTokens.revoke('acme', hashOf('bearer').slice(0, 12)),
        ])
        expect(await store.grants.list('acme', { now: noon, limit: 10 })).toEqual([])
      }
    })
  })
}
