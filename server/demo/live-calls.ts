import { inBackground } from '@patchbay/core/in-background'
import type { Gateway } from '../gateway.ts'
import { askRoute } from './ask-gateway.ts'
import { lostAnswer } from './crm/routes.ts'
import { demoTenantId, type MadeTenant } from './demo-tenants.ts'
import { createDice } from './dice.ts'

/** The pause between calls: the log stays readable while it grows, and an address stays within its limit. */
const everyMs = 3_000

/** Calls that change nothing a visitor of the demo looks at, except notes about one person. */
const bodies: readonly object[] = [
  { action: 'list_people', limit: 5 },
  { action: 'search_people', filters: [{ field: 'title', operator: 'eq', value: 'partner' }] },
  { action: 'list_deals', limit: 3 },
  { action: 'get_company', company_id: 'company-2' },
  { action: 'get_deal', deal_id: 'deal-3' },
  { action: 'add_note', person_id: 'person-12', text: 'Wants the new price list.' },
]

/** The CRM refuses these: there is something to find out, in a log that is mostly well. */
const refused: readonly object[] = [
  { action: 'search_people', filters: [{ field: 'emial', operator: 'eq', value: 'x' }] },
  { action: 'export_people', format: 'csv' },
]
const shareOfRefused = 0.08
/** Accounts other than a tenant's first; one of them has a revoked key. */
const shareOfOthers = 0.15

/** One call, as a program or an assistant of a tenant makes it. The log has its outcome, even a failure. */
const call = async (gateway: Gateway, { id, token }: MadeTenant, body: object): Promise<void> => {
  const params = { tenant: id, domain: demoTenantId }
  const headers = { authorization: `Bearer ${token}` }
  await askRoute(gateway, 'POST', '/api/v1/:tenant/:domain', { params, headers, body }).catch(() => undefined)
}

/** A call of the second tenant's assistant that waits for approval. */
const waitingCall = {
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
    await call(gateway, acme, waitingCall)
  }
  const timer = setInterval(() => {
    const tenant = choose(tenants)
    if (!tenant) return
    const body = choose(dice() < shareOfRefused ? refused : bodies)
    const account_id = dice() < shareOfOthers ? choose(tenant.accounts) : tenant.accounts[0]
    inBackground(call(gateway, tenant, { ...body, account_id }), 'demo_call')
  }, everyMs)
  return () => clearInterval(timer)
}
