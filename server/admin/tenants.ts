import { GatewayError } from '@patchbay/core/errors'
import { idPattern } from '@patchbay/core/schema'
import type { AccountRef } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../http/exchange.ts'
import { type AdminGroup, adminRoute, answer } from './admin-route.ts'
import { idInCursor, pageOf, pageQuery, pageSchema } from './cursor.ts'
import { closed } from './schemas.ts'
import { tenantBody, tenantJson } from './tenant-body.ts'
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

const putQuery = Type.Object(
  {
    prune: Type.Boolean({
      default: false,
      description: 'Whether to remove the credentials of accounts that the new configuration lacks',
    }),
  },
  closed,
)

export const tenantRoutes: AdminGroup = {
  name: 'Tenants',
  description: "The tenants' configurations: their providers and accounts.",
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/tenants',
      action: 'list_tenants',
      summary: 'List the tenants',
      auditTarget: () => ({ tenant: null, key: 'tenants' }),
      query: pageQuery,
      answers: { 200: answer('The tenants by id', pageSchema('tenants', tenantJson)) },
      async handle({ query: { limit, cursor } }, { store }) {
        const after = cursor === undefined ? undefined : idInCursor(cursor, new RegExp(idPattern))
        const { items, nextCursor } = pageOf(await store.tenants.list({ limit: limit + 1, after }), limit)
        return json({ tenants: items, next_cursor: nextCursor })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/tenants/:tenant',
      action: 'get_tenant',
      summary: 'Read a tenant',
      auditTarget,
      answers: { 200: answer('The tenant', tenantJson) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params }, { store }) {
        const record = await store.tenants.get(params.tenant)
        if (!record) throw tenantNotFound(params.tenant)
        return json(record)
      },
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/tenants/:tenant',
      action: 'put_tenant',
      summary: 'Create or replace a tenant',
      description:
        'The body replaces the whole configuration. CONFLICT names the accounts that it lacks and that hold a credential.',
      auditTarget,
      query: putQuery,
      body: tenantBody,
      answers: {
        200: answer('The tenant, replaced', tenantJson),
        201: answer('The tenant, created', tenantJson),
      },
      errors: ['CONFLICT'],
      async handle({ params, query: { prune }, body }, { store, now, ...registered }) {
        const configuration = tenantConfiguration(body, registered)
        const put = await store.tenants.put(params.tenant, configuration, { now: now(), prune })
        if (put.outcome === 'conflict') throw dropsCredentials(put.accounts)
        return json(put.record, put.outcome === 'created' ? 201 : 200)
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/tenants/:tenant',
      action: 'delete_tenant',
      summary: 'Delete a tenant',
      description: 'Its tokens, credentials and grants go with it.',
      auditTarget,
      answers: { 204: { description: 'The tenant is deleted' } },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params }, { store }) {
        if (!(await store.tenants.remove(params.tenant))) throw tenantNotFound(params.tenant)
        return { status: 204, body: null }
      },
    }),
  ],
}
