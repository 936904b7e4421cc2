import { expect, test } from 'vitest'
import { describeRights } from './describe-rules.ts'

const titles = new Map([['hubspot', 'HubSpot CRM']])
const conditional = { pattern: 'hubspot:update', roles: { recipient: { domain: ['example.org'] } } }

test.each([
  [null, null, 'Everything'],
  [['*:*'], null, 'Everything'],
  [['*:read'], null, 'Reads'],
  [['hubspot:read'], null, 'Reads at HubSpot CRM'],
  [['hubspot:*'], [], 'Everything at HubSpot CRM'],
  [['hubspot:read', 'hubspot:create'], null, 'Reads, create at HubSpot CRM'],
  [['hubspot:search'], null, 'search at HubSpot CRM'],
  [['hubspot:read', 'stripe:create_refund@live'], null, 'Reads at HubSpot CRM; create_refund (live) at stripe'],
  [null, ['*:pays', 'hubspot:write'], 'Everything, but not what pays; writes at HubSpot CRM'],
  [[conditional], null, 'update under conditions at HubSpot CRM'],
  [[], null, 'Nothing'],
  [['hubspot:constructor'], null, 'constructor at HubSpot CRM'],
])('%j without %j is "%s"', (allow, deny, words) => {
  expect(describeRights({ allow, deny }, titles)).toBe(words)
})
