import { mostTokenLinks, type TokenLinkRecord, type TokenLinks } from '@patchbay/core/store'
import { hasCome, secondsOf } from '@patchbay/core/time'
import { atMost, greaterThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'
import { describeTokenChange, newTenantToken, tenantTokenTable } from './tenant-tokens.ts'

export const tokenLinkTable = defineTable<TokenLinkRecord, 'hash'>({
  name: 'token_links',
  bound: { kind: 'age', by: 'next', text: 'until it is used, or another one is made after it expired' },
  key: ['hash'],
  columns: { members: 'json' },
  indexes: [{ on: { tenant_id: 1, created_at: 1, hash: 1 } }, { on: { expires_at: 1 } }],
  tenant: 'tenant_id',
})

export const createTokenLinks = (store: RecordStore): TokenLinks => ({
  add: (link, now) => {
    const expired = { expires_at: atMost(secondsOf(now)) }
    const alive = { tenant_id: link.tenant_id, expires_at: greaterThan(secondsOf(now)) }
    return store.change(link.tenant_id, { open: tokenLinkTable.list(alive, { limit: mostTokenLinks }) }, ({ open }) =>
      open.length >= mostTokenLinks
        ? { answer: false }
        : { answer: true, writes: [tokenLinkTable.remove(expired), tokenLinkTable.put(link)] },
    )
  },
  find: async (hash, now) => {
    const link = await store.read(tokenLinkTable.at({ hash }))
    return link && !hasCome(link.expires_at, now) ? link : undefined
  },
  list: (tenant_id, now) =>
    store.read(
      tokenLinkTable.list(
        { tenant_id, expires_at: greaterThan(secondsOf(now)) },
        { sort: ['created_at', 'hash'], limit: mostTokenLinks },
      ),
    ),
  claim: ({ hash, tenant_id }, tokenHash, now) =>
    store.change(tenant_id, { link: tokenLinkTable.at({ hash }) }, ({ link }) => {
      if (!link || hasCome(link.expires_at, now)) return { answer: undefined }
      const record = { ...newTenantToken(tenant_id, tokenHash, now), ...link.members }
      return {
        answer: record,
        writes: [tokenLinkTable.remove({ hash }), tenantTokenTable.put(record)],
        changes: [describeTokenChange(record)],
      }
    }),
  end: (tenant_id, link_id) =>
    store.change(tenant_id, { link: tokenLinkTable.first({ tenant_id, link_id }) }, ({ link }) =>
      link ? { answer: link, writes: [tokenLinkTable.remove({ hash: link.hash })] } : { answer: undefined },
    ),
})
