import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { hashOf, later, noon } from '../samples.ts'
import { client, code, giveGrant, keepAll, withClient } from './samples.ts'

export const oauthClientsContract = (fresh: FreshStore): void => {
  describe('OAuth clients', () => {
    it('a client is found as it was registered, and by its exact id only', async () => {
      const { store } = await fresh()
      const wanted = client('0f', { auth_method: 'client_secret_post', secret_hash: hashOf('s'), client_name: null })
      await store.oauthClients.register(wanted, keepAll)
      const record = { ...wanted, created_at: noon.toISOString(), used_at: null }
      expect(await store.oauthClients.find('0f')).toEqual(record)
      for (const id of ['0F', '0', '', '%', '__proto__']) expect(await store.oauthClients.find(id)).toBeUndefined()
    })

    it('lists clients by id, page by page', async () => {
      const { store } = await fresh()
      for (const id of ['c', 'a', 'd', 'b']) await store.oauthClients.register(client(id), keepAll)
      const first = await store.oauthClients.list({ limit: 3 })
      const rest = await store.oauthClients.list({ limit: 3, after: 'c' })
      expect([first, rest].map((page) => page.map(({ client_id }) => client_id))).toEqual([['a', 'b', 'c'], ['d']])
      expect(await store.oauthClients.total()).toEqual({ items: 4, more: false })
    })

    it('a registration drops those that were never used since too long, and no used one', async () => {
      const { store } = await fresh()
      await withClient(store)
      await store.oauthClients.register(client('unused'), keepAll)
      await store.authorizationCodes.issue(code('a'), client('client'), noon)
      await store.oauthClients.register(client('new'), { now: later(5000), unusedSince: later(1), mostUnused: 10 })
      const left = await store.oauthClients.list({ limit: 10 })
      expect(left.map(({ client_id, used_at }) => [client_id, used_at])).toEqual([
        ['client', noon.toISOString()],
        ['new', null],
      ])
    })

    it('there are never more unused ones than asked for: the oldest go', async () => {
      const { store } = await fresh()
      await withClient(store)
      await store.authorizationCodes.issue(code('a'), client('client'), noon)
      for (let n = 0; n < 6; n++) {
        const how = { now: later(n), unusedSince: new Date(0), mostUnused: 3 }
        await store.oauthClients.register(client(`flood-${n}`), how)
      }
      const left = await store.oauthClients.list({ limit: 10 })
      expect(left.map(({ client_id }) => client_id)).toEqual(['client', 'flood-3', 'flood-4', 'flood-5'])
    })

    it('a client that nobody let in since a moment is removed, and one that somebody has let in again is not', async () => {
      const { store } = await fresh()
      await withClient(store)
      await giveGrant(store, 'a')
      await store.oauthClients.register(client('unused'), keepAll)
      expect(await store.oauthClients.removeUnused('unused', later(1))).toBe(false)
      expect(await store.oauthClients.removeUnused('client', noon)).toBe(false)
      expect(await store.grants.hasOfClient('client', noon)).toBe(true)
      expect(await store.grants.hasOfClient('client', new Date(noon.getTime() + 400 * 86_400_000))).toBe(false)
      expect(await store.grants.hasOfClient('unused', noon)).toBe(false)
      expect(await store.oauthClients.removeUnused('client', later(1))).toBe(true)
      expect(await store.oauthClients.find('client')).toBeUndefined()
      expect(await store.oauthClients.removeUnused('client', later(1))).toBe(false)
      expect(await store.grants.hasOfClient('client', noon)).toBe(false)
    })

    it('a client known by its document is kept with the first consent, and renewed with the next', async () => {
      const { store } = await fresh()
      await withClient(store)
      const id = 'https://client.example/about.json'
      const document = client(id, { source: 'document', redirect_uris: ['https://client.example/a'] })
      expect(await store.authorizationCodes.issue(code('a', { client_id: id }), document, noon)).toBe(true)
      const renewed = { ...document, client_name: 'Renamed', redirect_uris: ['https://client.example/b'] }
      expect(await store.authorizationCodes.issue(code('b', { client_id: id }), renewed, later(5))).toBe(true)
      const record = { ...renewed, created_at: noon.toISOString(), used_at: later(5).toISOString() }
      expect(await store.oauthClients.find(id)).toEqual(record)
    })

    it('removing a client ends its codes and grants, and nothing of others', async () => {
      const { store } = await fresh()
      await withClient(store)
      await store.oauthClients.register(client('other'), keepAll)
      await giveGrant(store, 'mine', 1)
      await giveGrant(store, 'theirs', 2, { client_id: 'other' })
      await store.authorizationCodes.issue(code('pending'), client('client'), noon)
      expect(await store.oauthClients.remove('client')).toBe(true)
      expect(await store.oauthClients.remove('client')).toBe(false)
      expect(await store.authorizationCodes.find(hashOf('pending'), noon)).toBeUndefined()
      expect(await store.grants.findAccessToken(hashOf('mine access'))).toBeUndefined()
      expect(await store.grants.findByFamily(hashOf('mine family'))).toBeUndefined()
      expect(await store.grants.findAccessToken(hashOf('theirs access'))).toBeDefined()
    })
  })
}
