import { GatewayError } from '@patchbay/core/errors'
import type { GrantRecord } from '@patchbay/core/store'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { idInCursor, pageOf, pageQuery } from './cursor.ts'
import { tenantNotFound } from './tenants.ts'

const toJson = ({ tenant_id: _, expires_at, ...grant }: GrantRecord) => ({
  ...grant,
  expires_at: new Date(expires_at * 1000).toISOString(),
})

/** `/admin/grants`: the applications to which a tenant's users gave access. */
export const grantRoutes = (adminRoute: AdminRouteFactory, { store, now = () => new Date() }: AdminParts): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/grants/:tenant',
    action: 'list_grants',
    auditTarget: ({ tenant }) => ({ tenant, key: `grants/${tenant}` }),
    query: pageQuery,
    async handle({ params: { tenant }, query: { limit = 100, cursor } }) {
      const after = cursor === undefined ? undefined : idInCursor(cursor, /^[0-9a-f-]{36}$/)
      const found = await store.grants.list(tenant, { now: now(), limit: limit + 1, after })
      if (found.length === 0 && !(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
      const { items, nextCursor } = pageOf(
        found.map((grant) => ({ id: grant.grant_id, grant })),
        limit,
      )
      return json({ grants: items.map(({ grant }) => toJson(grant)), next_cursor: nextCursor })
    },
  }),
  adminRoute({
    method: 'DELETE',
    path: '/admin/grants/:tenant/:grant_id',
    action: 'revoke_grant',
    auditTarget: ({ tenant, grant_id }) => ({ tenant, key: `grants/${tenant}/${grant_id}` }),
    async handle({ params: { tenant, grant_id } }) {
      if (await store.grants.revoke(tenant, grant_id)) return { status: 204, body: null }
      if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
      throw new GatewayError('NOT_FOUND', `The tenant ${tenant} has no grant ${grant_id}`)
    },
  }),
]
