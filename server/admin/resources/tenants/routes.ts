import { idPattern } from '@patchbay/core/schema'
import { readTenantPosition, type TenantPosition, type TenantRecord, tenantOrders } from '@patchbay/core/store'
import Type from 'typebox'
import { endHoldingLinks } from '../../../connect/index.ts'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { checkPreconditions } from '../../route/preconditions.ts'
import { validateInput } from '../../route/validate-input.ts'
import { countedPageSchema, countedParameters, readSortedCursor, writeSortedCursor } from '../../route/values/cursor.ts'
import { mergePatch } from '../../route/values/merge-patch.ts'
import { closed, searchText } from '../../route/values/schemas.ts'
import { tenantBody, tenantJson, tenantPatch } from './body.ts'
import { buildReply, changeTenant, describeTenant } from './change-tenant.ts'
import { tenantNotFound } from './not-found.ts'

const auditTarget = ({ tenant }: { readonly tenant: string }) => ({ tenant, key: `tenants/${tenant}` })

const searchQuery = Type.Object(
  {
    q: Type.Optional(searchText('Only tenants whose id or name contains this text')),
    status: Type.Optional(Type.Enum(['active', 'suspended'], { description: 'Only tenants of this status' })),
    sort: Type.Enum(
      tenantOrders.flatMap((order) => [order, `-${order}`]),
      { default: 'id', description: 'What to sort by; with a `-` before it, the last comes first' },
    ),
    ...countedParameters(writeSortedCursor('id', 'acme', 'acme')),
  },
  closed,
)

const readPosition = (cursor: string | undefined, sort: string): TenantPosition | undefined => {
  if (cursor === undefined) return undefined
  const [id = '', by = ''] = readSortedCursor(cursor, sort, 2)
  return { id, by }
}

const pruneQuery = Type.Object(
  {
    prune: Type.Boolean({
      default: false,
      description: 'Whether to remove the credentials of accounts that the new configuration lacks',
    }),
  },
  closed,
)

/** Names of one answer at most: those of a page of another list. */
const mostNamed = 100

const namesQuery = Type.Object(
  {
    ids: Type.String({
      pattern: `^${idPattern.slice(1, -1)}(,${idPattern.slice(1, -1)}){0,${mostNamed - 1}}$`,
      errorMessage: `must be ids of tenants, separated by commas, at most ${mostNamed}`,
      description: 'The ids, separated by commas',
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
      query: searchQuery,
      answers: { 200: jsonAnswer('The tenants', countedPageSchema('tenants', tenantJson)) },
      async handle({ query: { limit, cursor, sort, q: search, status, total } }, { store }) {
        const isDescending = sort.startsWith('-')
        const order = tenantOrders.find((each) => sort.endsWith(each)) ?? 'id'
        const page = { after: readPosition(cursor, sort), order, isDescending, search, status }
        const records = await store.tenants.list({ limit: limit + 1, ...page })
        const tenants = records.slice(0, limit)
        const last = tenants.at(-1)
        const position = records.length > limit && last ? readTenantPosition(last, order) : undefined
        const next_cursor = position ? writeSortedCursor(sort, position.id, position.by) : null
        return json({ tenants, next_cursor, ...(total && { total: await store.tenants.total({ search, status }) }) })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/tenant-names',
      action: 'list_tenant_names',
      summary: 'Read the names of some tenants',
      description: 'Tenants that do not exist any more are left out.',
      auditTarget: () => ({ tenant: null, key: 'tenant-names' }),
      query: namesQuery,
      answers: {
        200: jsonAnswer(
          'The names',
          Type.Object({ names: Type.Record(Type.String(), Type.String(), { description: 'Names by id' }) }),
        ),
      },
      async handle({ query: { ids } }, { store }) {
        const tenants = await Promise.all([...new Set(ids.split(','))].map((id) => store.tenants.get(id)))
        return json({
          names: Object.fromEntries(tenants.flatMap((tenant) => (tenant ? [[tenant.id, tenant.name]] : []))),
        })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/tenants/:tenant',
      action: 'get_tenant',
      summary: 'Read a tenant',
      versioned: true,
      auditTarget,
      answers: { 200: jsonAnswer('The tenant', tenantJson) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params }, { store, ...measuring }) {
        const record = await store.tenants.get(params.tenant)
        if (!record) throw tenantNotFound(params.tenant)
        return buildReply(record, measuring)
      },
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/tenants/:tenant',
      action: 'put_tenant',
      summary: 'Create or replace a tenant',
      description:
        'The body replaces the whole configuration. CONFLICT names the accounts that the body leaves out and that hold a credential.',
      versioned: true,
      asksAgain: 'by-change',
      auditTarget,
      query: pruneQuery,
      body: tenantBody,
      answers: {
        200: jsonAnswer('The tenant, replaced', tenantJson),
        201: jsonAnswer('The tenant, created', tenantJson),
      },
      errors: ['CONFLICT'],
      handle: (input, parts) => changeTenant('put_tenant', input, parts, () => input.body),
    }),
    adminRoute({
      method: 'PATCH',
      path: '/admin/tenants/:tenant',
      action: 'patch_tenant',
      summary: 'Change a tenant',
      description:
        'The body is a JSON merge patch of what `GET` answers: lists are replaced as a whole. The result is checked like the body of `PUT`.',
      versioned: true,
      asksAgain: 'by-change',
      auditTarget,
      query: pruneQuery,
      body: tenantPatch,
      answers: { 200: jsonAnswer('The tenant, changed', tenantJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      handle: (input, parts) =>
        changeTenant('patch_tenant', input, parts, (current) =>
          validateInput(tenantBody, mergePatch(current, input.body)),
        ),
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/tenants/:tenant',
      action: 'delete_tenant',
      summary: 'Delete a tenant',
      description:
        'Its tokens, credentials and grants are deleted too, and the access to its accounts is revoked at vendors that support that.',
      versioned: true,
      auditTarget,
      answers: { 204: { description: 'The tenant is deleted' } },
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      async handle({ params: { tenant }, preconditions }, parts) {
        const { store, revoker, now } = parts
        let removed: TenantRecord | undefined
        const check = (current: TenantRecord) => {
          checkPreconditions(preconditions, current.version, describeTenant(tenant))
          removed = current
        }
        const record = await store.tenants.get(tenant)
        if (record) check(record)
        await endHoldingLinks(parts, tenant)
        if (!(await store.tenants.remove(tenant, check, revoker.leaving(now())))) throw tenantNotFound(tenant)
        revoker.wake()
        return { status: 204, body: null, change: { from: removed } }
      },
    }),
  ],
}
