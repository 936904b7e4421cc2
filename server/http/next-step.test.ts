import { nextRoutes } from '@patchbay/core/next-step'
import { expect, test } from 'vitest'
import { adminGroups } from '../admin/index.ts'
import { stepTexts, writeNextStep } from './next-step.ts'

const routes = adminGroups.flatMap((group) => group.routes)

test.each(nextRoutes)('%s is a route of the admin API, with this method, path and query', (name) => {
  const route = routes.find(({ action }) => action === name)
  const query = Object.keys(route?.query?.properties ?? {})
  const { line } = stepTexts[name]
  expect(line.replaceAll(/\{\?\w+\}/g, '')).toBe(`${route?.method} ${route?.path.replaceAll(/:(\w+)/g, '{$1}')}`)
  for (const [, option] of line.matchAll(/\{\?(\w+)\}/g)) expect(query).toContain(option)
})

test.each([
  [
    'with everything that is known',
    { route: 'put_token', params: { tenant: 'acme', provider: 'hubspot', account: 'main' } },
    'store a credential with PUT /admin/tokens/acme/hubspot/main',
  ],
  [
    'with names for what is not known',
    { route: 'put_token', params: {} },
    'store a credential with PUT /admin/tokens/<tenant>/<provider>/<account>',
  ],
  [
    'with a query, only where one is wanted',
    { route: 'patch_tenant', params: { tenant: 'acme', prune: 'true' } },
    'remove these tokens as well with PATCH /admin/tenants/acme?prune=true',
  ],
  [
    'with both ways',
    {
      route: 'seed_oauth',
      params: { tenant_id: 'acme' },
      or: { route: 'put_tenant', params: { tenant: 'a b/c' } },
    },
    'have it refreshed with POST /admin/seed-oauth, or configure the tenant with PUT /admin/tenants/a%20b%2Fc',
  ],
] as const)('a step is written %s', (_what, step, text) => {
  expect(writeNextStep(step)).toBe(text)
})
