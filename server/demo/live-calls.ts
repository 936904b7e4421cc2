import { inBackground } from '@patchbay/core/in-background'
import type { Gateway } from '../gateway.ts'
import { askRoute } from './ask-gateway.ts'
import { lostAnswer } from './crm/routes.ts'
import { demoTenantId, type MadeTenant } from './demo-tenants.ts'
import { createDice } from './dice.ts'

/** So seldom that the log can be read while it grows, and within the limit of an address. */
const everyMs = 3_000

/** They change nothing that whoever tries the demo looks at, but for notes about one person. */
const bodies: readonly object[] = [
  { action: 'list_people', limit: 5 },
  { action: 'search_people', filters: [{ field: 'title', operator: 'eq', value: 'partner' }] },
  { action: 'list_deals', limit: 3 },
  { action: 'get_company', company_id: 'company-2' },
  { action: 'get_deal', deal_id: 'deal-3' },
  { action: 'add_note', person_id: 'person-12', text: 'Wants the new price list.' },
  { action: 'search_people', filters: [{ field: 'emial', operator: 'eq', value: 'x' }] },
  { action: 'export_people', format: 'csv' },
]

/** One call, as a program or an assistant of a tenant makes it. What it comes to is in the log, also where it fails. */
const call = async (gateway: Gateway, { id, token }: MadeTenant, body: object): Promise<void> => {
  const params = { tenant: id, domain: demoTenantId }
  const headers = { authorization: `Bearer ${token}` }
  await askRoute(gateway, 'POST', '/api/v1/:tenant/:domain', { params, headers, body }).catch(() => undefined)
}

/** What the assistant of the second tenant asks before it does. */
const asked = {
  action: 'create_deal',
  account_id: 'sales-eu',
  title: 'Renewal for two years',
  company_id: 'company-2',
  amount: 48_000,
  closes_on: '2027-03-31',
}

/**
 * Makes calls for the demo's tenants until it is stopped, so that there is something to watch. The first has an unknown outcome, and the
 * second waits for a person's yes.
 */
export const startLiveCalls = async (gateway: Gateway, tenants: readonly MadeTenant[]): Promise<() => void> => {
  const dice = createDice(11)
  const choose = <T>(list: readonly T[]): T | undefined => list[Math.floor(dice() * list.length)]
  const [, acme] = tenants
  const lost = { action: 'add_note', person_id: 'person-12', account_id: 'sales-eu', text: lostAnswer }
  if (acme) {
    await call(gateway, acme, lost)
    await call(gateway, acme, asked)
  }
  const timer = setInterval(() => {
    const tenant = choose(tenants)
    if (!tenant) return
    inBackground(call(gateway, tenant, { ...choose(bodies), account_id: choose(tenant.accounts) }), 'demo_call')
  }, everyMs)
  return () => clearInterval(timer)
}
