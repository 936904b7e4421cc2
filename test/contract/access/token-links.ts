import { mostTokenLinks, noTokenMembers, type TokenLinkRecord } from '@patchbay/core/store'
import { asUnixSeconds, isoTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, hashOf, later, noon } from '../samples.ts'

const start = noon.getTime() / 1000

const linkOf = (name: string, changes: Partial<TokenLinkRecord> = {}): TokenLinkRecord => ({
  hash: hashOf(name),
  link_id: hashOf(name).slice(0, 12),
  tenant_id: 'acme',
  members: { ...noTokenMembers, label: 'Ada', allow: ['hubspot:read'], calls_per_minute: 60 },
  created_at: isoTime(noon),
  expires_at: asUnixSeconds(start + 60),
  ...changes,
})

export const tokenLinksContract = (fresh: FreshStore): void => {
  describe('links for tokens', () => {
    it('a link is found by its hash as it was made, also after a restart, and listed for its tenant', async () => {
      const { store, reopen } = await fresh()
      const other = linkOf('b', { tenant_id: 'globex', members: noTokenMembers })
      for (const link of [linkOf('a'), other]) expect(await store.tokenLinks.add(link, noon)).toBe(true)
      const again = await reopen()
      expect(await again.tokenLinks.find(hashOf('a'), noon)).toEqual(linkOf('a'))
      expect(await again.tokenLinks.find(hashOf('a').slice(0, 12), noon)).toBeUndefined()
      expect(await again.tokenLinks.list('acme', noon)).toEqual([linkOf('a')])
      expect(await again.tokenLinks.list('globex', noon)).toEqual([other])
    })

    it('of ten claims at once one gets a token with the members of the link, which is used up', async () => {
      const { store } = await fresh()
      await store.tokenLinks.add(linkOf('a'), noon)
      const claims = Array.from({ length: 10 }, (_, n) =>
        store.tokenLinks.claim(linkOf('a'), hashOf(`token ${n}`), noon),
      )
      const [token, ...others] = (await Promise.all(claims)).filter((made) => made !== undefined)
      expect(others).toEqual([])
      expect(token).toMatchObject({ tenant_id: 'acme', label: 'Ada', allow: ['hubspot:read'], calls_per_minute: 60 })
      expect(await store.tenantTokens.list('acme')).toEqual([token])
      expect(await store.tokenLinks.find(hashOf('a'), noon)).toBeUndefined()
    })

    it('one that has ended or expired gives nothing, and ends once', async () => {
      const { store } = await fresh()
      for (const name of ['ended', 'expired']) await store.tokenLinks.add(linkOf(name), noon)
      const { link_id } = linkOf('ended')
      expect(await store.tokenLinks.end('globex', link_id)).toBeUndefined()
      expect(await store.tokenLinks.end('acme', link_id)).toEqual(linkOf('ended'))
      expect(await store.tokenLinks.end('acme', link_id)).toBeUndefined()
      expect(await store.tokenLinks.claim(linkOf('ended'), hashOf('one'), noon)).toBeUndefined()
      expect(await store.tokenLinks.claim(linkOf('expired'), hashOf('two'), later(60_000))).toBeUndefined()
      expect(await store.tokenLinks.find(hashOf('expired'), later(60_000))).toBeUndefined()
      expect(await store.tokenLinks.list('acme', later(60_000))).toEqual([])
      expect(await store.tenantTokens.list('acme')).toEqual([])
    })

    it('a tenant has so many at most, of which expired ones are removed, and they go with their tenant', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration('hubspot/eu'), { now: noon, prune: false })
      for (let n = 0; n < mostTokenLinks; n++) await store.tokenLinks.add(linkOf(`${n}`), noon)
      expect(await store.tokenLinks.add(linkOf('more'), noon)).toBe(false)
      const next = linkOf('next', { expires_at: asUnixSeconds(start + 600) })
      expect(await store.tokenLinks.add(next, later(60_000))).toBe(true)
      const { tokenLinks } = store.transfer.records
      expect(await tokenLinks.count()).toBe(1)
      await store.tenants.remove('acme')
      expect(await tokenLinks.count()).toBe(0)
    })
  })
}
