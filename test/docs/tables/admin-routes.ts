import { type AdminParts, adminRoutes } from '../../../server/admin/index.ts'
import { markdownTable } from './markdown-table.ts'

const purposes: Readonly<Record<string, string>> = {
  'GET /admin/tenants': 'lists the tenants',
  'GET /admin/tenants/<tenant>': "shows a tenant's [configuration](#tenants)",
  'PUT /admin/tenants/<tenant>':
    'creates a tenant, or replaces its configuration; `?prune=true` drops accounts with their credentials',
  'DELETE /admin/tenants/<tenant>': 'removes a tenant with everything that belongs to it',
  'POST /admin/auth': 'registers a [tenant token](#tenant-tokens), or makes one',
  'GET /admin/auth/<tenant>': "lists a tenant's tokens, without the tokens themselves",
  'DELETE /admin/auth/<tenant>/<token_id>': 'revokes a tenant token',
  'POST /admin/keys': 'makes an [admin key](#admin-keys-and-roles)',
  'GET /admin/keys': 'lists the admin keys, without the keys themselves',
  'DELETE /admin/keys/<key_id>': 'ends an admin key',
  'PUT /admin/tokens/<tenant>/<provider>/<account>': "stores an account's [credential](#credentials)",
  'GET /admin/tokens/<tenant>/<provider>/<account>': "shows the credential's state",
  'DELETE /admin/tokens/<tenant>/<provider>/<account>': 'removes the credential and its seed',
  'POST /admin/seed-oauth':
    'stores the seed that [refreshes](oauth.md#credentials-that-refresh-themselves) a credential',
  'GET /admin/clients': 'lists the applications',
  'DELETE /admin/clients/<client_id>': 'removes an application, which loses all access',
  'GET /admin/grants/<tenant>': "lists what a tenant's users have allowed",
  'DELETE /admin/grants/<tenant>/<grant_id>': 'takes one of these grants back',
  'GET /admin/crons': 'lists the [jobs](operating.md#jobs) with their last results',
  'POST /admin/run-cron': 'runs all jobs with a cron expression now: `{"cron": "<expression>"}`',
  'GET /admin/system-health':
    'shows the newest [snapshot](operating.md#health): store, accounts and their probes, jobs, error rate, memory',
  'GET /admin/usage/<tenant>': 'shows [calls, errors, cache hits, bytes, latency and cost](#usage-and-billing)',
  'PUT /admin/billing/<tenant>': 'sets plan, price and monthly limit',
  'GET /admin/billing/<tenant>': 'shows plan, price and monthly limit',
  'GET /admin/audit': 'searches the [audit log](#the-audit-log), newest entries first',
  'GET /admin/audit/stats': 'counts entries and errors of 24 hours, 7 days and 30 days',
  'GET /admin/audit/export': 'streams all entries that match, as NDJSON or CSV',
  'GET /admin/suggestions':
    'lists [suggestions](operating.md#suggestions) of the last `days` (7 by default); `status` and `tenant` select',
  'PUT /admin/suggestions/<suggestion_id>/resolve': 'marks a suggestion as resolved',
}

/** Making routes takes the parts; only handling a request uses them. */
const unusedParts = new Proxy({ adminKeyHashes: [] } as object, {
  get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
}) as AdminParts

/** Throws Error for a route without a purpose, and for a purpose without a route. */
export const routes = (): string => {
  const missing = new Set(Object.keys(purposes))
  const rows = adminRoutes(unusedParts).map(({ method, path }) => {
    const route = `${method} ${path.replaceAll(/:(\w+)/g, '<$1>')}`
    const purpose = purposes[route]
    if (purpose === undefined) throw new Error(`say in test/docs/tables/admin-routes.ts what ${route} does`)
    missing.delete(route)
    return [`\`${route}\``, purpose]
  })
  if (missing.size > 0) throw new Error(`the gateway has no route ${[...missing].join(', ')}`)
  return markdownTable(['route', 'what it does'], rows)
}
