import { GatewayError } from '@patchbay/core/errors'
import { idPattern } from '@patchbay/core/schema'
import type { AccountRef, PutTenant, TenantConfiguration, TenantRecord } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../http/exchange.ts'
import { checkAddedMembers } from './added-members.ts'
import { type AdminGroup, type AdminReply, adminRoute, answer } from './admin-route.ts'
import { idInCursor, pageOf, pageQuery, pageSchema } from './cursor.ts'
import { mergePatch } from './merge-patch.ts'
import { checkPreconditions, etagOf } from './preconditions.ts'
import { closed } from './schemas.ts'
import { type TenantBody, tenantBody, tenantJson, tenantPatch } from './tenant-body.ts'
import { type Registered, tenantConfiguration } from './tenant-configuration.ts'
import { validated } from './validated.ts'

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

const pruneQuery = Type.Object(
  {
    prune: Type.Boolean({
      default: false,
      description: 'Whether to remove the credentials of accounts that the new configuration lacks',
    }),
  },
  closed,
)

const nameOf = (id: string): string => `The tenant ${id}`

/** The configuration in a body that may hold what the gateway added to the tenant `id`. Throws VALIDATION_ERROR. */
const configurationOf = (
  { created_at, updated_at, version, id: named, ...configuration }: TenantBody,
  id: string,
  current: TenantRecord | undefined,
  registered: Registered,
): TenantConfiguration => {
  const stored = { created_at: current?.created_at, updated_at: current?.updated_at, version: current?.version, id }
  checkAddedMembers({ id: named, created_at, updated_at, version }, stored)
  return tenantConfiguration(configuration, registered)
}

const replyOf = (record: TenantRecord, status = 200): AdminReply =>
  json(record, status, { etag: etagOf(record.version) })

/** Throws CONFLICT where nothing was stored. */
const putReply = (put: PutTenant): AdminReply => {
  if (put.outcome === 'conflict') throw dropsCredentials(put.accounts)
  return replyOf(put.record, put.outcome === 'created' ? 201 : 200)
}

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
      versioned: true,
      auditTarget,
      answers: { 200: answer('The tenant', tenantJson) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params }, { store }) {
        const record = await store.tenants.get(params.tenant)
        if (!record) throw tenantNotFound(params.tenant)
        return replyOf(record)
      },
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/tenants/:tenant',
      action: 'put_tenant',
      summary: 'Create or replace a tenant',
      description:
        'The body replaces the whole configuration. CONFLICT names the accounts that it lacks and that hold a credential.',
      versioned: true,
      auditTarget,
      query: pruneQuery,
      body: tenantBody,
      answers: {
        200: answer('The tenant, replaced', tenantJson),
        201: answer('The tenant, created', tenantJson),
      },
      errors: ['CONFLICT'],
      async handle(
        { params: { tenant }, query: { prune }, body, preconditions },
        { store, revoker, now, ...registered },
      ) {
        const put = await store.tenants.put(
          tenant,
          (current) => {
            checkPreconditions(preconditions, current?.version, nameOf(tenant))
            return configurationOf(body, tenant, current, registered)
          },
          { ...revoker.leaving(now()), prune },
        )
        if (prune) revoker.wake()
        return putReply(put)
      },
    }),
    adminRoute({
      method: 'PATCH',
      path: '/admin/tenants/:tenant',
      action: 'patch_tenant',
      summary: 'Change a tenant',
      description:
        'The body is a JSON merge patch of what `GET` answers: lists are replaced as a whole. The result is checked as that of `PUT`.',
      versioned: true,
      auditTarget,
      query: pruneQuery,
      body: tenantPatch,
      answers: { 200: answer('The tenant, changed', tenantJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      async handle(
        { params: { tenant }, query: { prune }, body, preconditions },
        { store, revoker, now, ...registered },
      ) {
        const put = await store.tenants.put(
          tenant,
          (current) => {
            if (!current) throw tenantNotFound(tenant)
            checkPreconditions(preconditions, current.version, nameOf(tenant))
            return configurationOf(validated(tenantBody, mergePatch(current, body)), tenant, current, registered)
          },
          { ...revoker.leaving(now()), prune },
        )
        if (prune) revoker.wake()
        return putReply(put)
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/tenants/:tenant',
      action: 'delete_tenant',
      summary: 'Delete a tenant',
      description:
        'Its tokens, credentials and grants go with it, and the access to its accounts ends at vendors that have a way for that.',
      versioned: true,
      auditTarget,
      answers: { 204: { description: 'The tenant is deleted' } },
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      async handle({ params: { tenant }, preconditions }, { store, revoker, now }) {
        const check = ({ version }: TenantRecord) => checkPreconditions(preconditions, version, nameOf(tenant))
        if (!(await store.tenants.remove(tenant, check, revoker.leaving(now())))) throw tenantNotFound(tenant)
        revoker.wake()
        return { status: 204, body: null }
      },
    }),
  ],
}
