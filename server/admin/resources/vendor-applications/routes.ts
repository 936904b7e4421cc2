import { GatewayError } from '@patchbay/core/errors'
import { applicationPath, type VendorApplicationRef } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, type AdminReply, adminRoute, type HandlerParts, jsonAnswer } from '../../route/admin-route.ts'
import { checkPreconditions, type Preconditions } from '../../route/preconditions.ts'
import { countUses, linkSeeds } from './application-seeds.ts'
import { appBody } from './body.ts'
import { appJson, applicationReply, describeApp, noApp, toJson, withSecret } from './json.ts'
import { putApplication } from './put.ts'

const get = async (ref: VendorApplicationRef, parts: HandlerParts): Promise<AdminReply> => {
  const record = await parts.store.apps.get(ref)
  if (!record) throw noApp(ref)
  return applicationReply(record, parts)
}

const inUse = (ref: VendorApplicationRef, accounts: number): GatewayError =>
  new GatewayError(
    'CONFLICT',
    `${accounts === 1 ? '1 account refreshes its token' : `${accounts} accounts refresh their tokens`} with ${applicationPath(ref)}: disconnect ${accounts === 1 ? 'it' : 'them'} first, or store another application in its place`,
  )

/** One that is stored in its place meanwhile stays, unless it is unused, too. */
const remove = async (
  ref: VendorApplicationRef,
  preconditions: Preconditions,
  parts: HandlerParts,
): Promise<AdminReply> => {
  const app = await parts.store.apps.get(ref)
  if (!app) throw noApp(ref)
  checkPreconditions(preconditions, app.version, describeApp(ref))
  await linkSeeds(parts, app)
  const uses = await countUses(parts, app)
  const accounts = [...uses.values()].reduce((sum, count) => sum + count, 0)
  if (accounts > 0) throw inUse(ref, accounts)
  if (await parts.store.apps.remove(ref, app.version))
    return { status: 204, body: null, change: { from: withSecret(app, parts.baseUrl()) } }
  return remove(ref, preconditions, parts)
}

const answers = {
  200: jsonAnswer('The application replaced another one', appJson),
  201: jsonAnswer('The application is stored', appJson),
}
const own = 'The application of one tenant, instead of the one for all tenants'

export const vendorApplicationRoutes: AdminGroup = {
  name: 'Apps',
  description: 'Your OAuth applications at the vendors, with which people connect accounts. No answer holds a secret.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/apps',
      action: 'list_apps',
      summary: 'List the applications',
      auditTarget: () => ({ tenant: null, key: 'apps' }),
      answers: { 200: jsonAnswer('The applications', Type.Object({ apps: Type.Array(appJson) })) },
      handle: async (_, { store, baseUrl }) =>
        json({ apps: (await store.apps.list()).map((app) => toJson(app, baseUrl())) }),
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/apps/:provider',
      action: 'put_app',
      versioned: true,
      summary: 'Store the application for all tenants',
      asksAgain: true,
      auditTarget: ({ provider }) => ({ tenant: null, key: `apps/${provider}` }),
      role: 'owner',
      body: appBody,
      answers,
      errors: ['CONFLICT'],
      handle: ({ params: { provider }, ...change }, parts) => putApplication({ provider, tenant: '' }, change, parts),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/apps/:provider',
      action: 'get_app',
      versioned: true,
      summary: 'Show the application for all tenants',
      auditTarget: ({ provider }) => ({ tenant: null, key: `apps/${provider}` }),
      answers: { 200: jsonAnswer('The application', appJson) },
      errors: ['NOT_FOUND'],
      handle: ({ params: { provider } }, parts) => get({ provider, tenant: '' }, parts),
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/apps/:provider',
      action: 'delete_app',
      versioned: true,
      summary: 'Remove the application for all tenants',
      auditTarget: ({ provider }) => ({ tenant: null, key: `apps/${provider}` }),
      role: 'owner',
      answers: { 204: { description: 'The application is removed' } },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ params: { provider }, preconditions }, parts) =>
        remove({ provider, tenant: '' }, preconditions, parts),
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/apps/:provider/:tenant',
      action: 'put_tenant_app',
      versioned: true,
      summary: "Store a tenant's own application",
      asksAgain: true,
      description: own,
      auditTarget: ({ provider, tenant }) => ({ tenant, key: `apps/${provider}/${tenant}` }),
      role: 'owner',
      body: appBody,
      answers,
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      handle: ({ params, ...change }, parts) => putApplication(params, change, parts),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/apps/:provider/:tenant',
      action: 'get_tenant_app',
      versioned: true,
      summary: "Show a tenant's own application",
      auditTarget: ({ provider, tenant }) => ({ tenant, key: `apps/${provider}/${tenant}` }),
      answers: { 200: jsonAnswer('The application', appJson) },
      errors: ['NOT_FOUND'],
      handle: ({ params }, parts) => get(params, parts),
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/apps/:provider/:tenant',
      action: 'delete_tenant_app',
      versioned: true,
      summary: "Remove a tenant's own application",
      auditTarget: ({ provider, tenant }) => ({ tenant, key: `apps/${provider}/${tenant}` }),
      role: 'owner',
      answers: { 204: { description: 'The application is removed' } },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ params, preconditions }, parts) => remove(params, preconditions, parts),
    }),
  ],
}
