import { expect, test } from 'vitest'
import { inConsole } from '../../console/state/in-console.ts'

test.each([
  [
    '/provider: has no OAuth application yet; store the one that you have at HubSpot with PUT /admin/apps/hubspot',
    'Provider: has no OAuth application yet; store the one that you have at HubSpot on the screen "Connect links"',
  ],
  ['Acme has changed: its ETag is "1-a" now; read it again', 'Acme has changed'],
  [
    'The tenant acme has no account stripe/b; add it with PUT /admin/tenants/acme',
    'The tenant acme has no account stripe/b; add it on the screen "Tenants"',
  ],
  ['must be the name of a job as GET /admin/crons gives it', 'must be the name of a job on the screen "Jobs"'],
  [
    'Xero has no sign-in for people; store its seed with POST /admin/seed-oauth',
    'Xero has no sign-in for people; store its seed by the API: POST /admin/seed-oauth',
  ],
  [
    'There is no snapshot yet; the job health-snapshot makes them, see GET /admin/crons',
    'There is no snapshot yet; the job health-snapshot makes them, on the screen "Jobs"',
  ],
  ['The header x-admin-key is missing; send an admin key in it', 'You are signed out: sign in again'],
  ['/providers/shop/default_id: is required', 'Default id: is required'],
  ['The provider answered 500', 'The provider answered 500'],
])('%s', (message, words) => {
  expect(inConsole(message)).toBe(words)
})
