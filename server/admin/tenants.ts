import { GatewayError } from '@patchbay/core/errors'
import { idPattern } from '@patchbay/core/schema'
import type { AccountRef } from '@patchbay/core/store'
import Type from 'typebox'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { idInCursor, pageOf, pageQuery } from './cursor.ts'
import { tenantBody } from './tenant-body.ts'
import { tenantConfiguration } from './tenant-configuration.ts'

/** The answer to an unknown tenant on every admin path. */
export const tenantNotFound = (id: string): GatewayError =>
  new GatewayError('TENANT_NOT_FOUND', `The tenant ${id} has no configuration; put it with PUT /admin/tenants/${id}`)

const dropsCredentials = (accounts: readonly AccountRef[]): GatewayError => {
  const names = accounts.map(({ provider, account }) => `${provider}/${account}`).join(', ')
  return new GatewayError(
    'CONFLICT',
    `The configuration drops accounts that hold a token: ${names}; send ?prune=true to remove these tokens as well`,
  )
}

const auditTarget = ({ tenant }: { readonly tenant: string }) => ({ tenant, key: `tenants/${tenant}` })

const putQuery = Type.Object({ prune: Type.Optional(Type.Boolean()) }, { additionalProperties: false })

/** `/admin/tenants`: the tenants' configurations. */
export const tenantRoutes = (
  adminRoute: AdminRouteFactory,
  { store, domains, now = () => new Date() }: AdminParts,
): Route[] => [
  adminRoute({
    method: 'GET',
    path: '/admin/tenants',
    action: 'list_tenants',
    auditTarget: () => ({ tenant: null, key: 'tenants' }),
    query: pageQuery,
    async handle({ query: { limit = 100, cursor } }) {
      const after = cursor === undefined ? undefined : idInCursor(cursor, new RegExp(idPattern))
      const { items, nextCursor } = pageOf(await store.tenants.list({ limit: limit + 1, after }), limit)
      return json({ tenants: items, next_cursor: nextCursor })
    },
  }),
  adminRoute({
    method: 'GET',
    path: '/admin/tenants/:tenant',
    action: 'get_tenant',
    auditTarget,
    async handle({ params }) {
      const record = await store.tenants.get(params.tenant)
      if (!record) throw tenantNotFound(params.tenant)
      return json(record)
    },
  }),
  adminRoute({
    method: 'PUT',
    path: '/admin/tenants/:tenant',
    action: 'put_tenant',
    auditTarget,
    query: putQuery,
    body: tenantBody,
    async handle({ params, query: { prune = false }, body }) {
      const configuration = tenantConfiguration(body, domains)
      const put = await store.tenants.put(params.tenant, configuration, { now: now(), prune })
      if (put.outcome === 'conflict') throw dropsCredentials(put.accounts)
      return json(put.record, put.outcome === 'created' ? 201 : 200)
    },
  }),
  adminRoute({
    method: 'DELETE',
    path: '/admin/tenants/:tenant',
    action: 'delete_tenant',
    auditTarget,
    async handle({ params }) {
      if (!(await store.tenants.remove(params.tenant))) throw tenantNotFound(params.tenant)
      return { status: 204, body: null }
    },
  }),
]
