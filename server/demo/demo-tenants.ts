import { hashToken, makeTenantToken, toTokenId } from '@patchbay/core/store'
import type { Gateway } from '../gateway.ts'
import { askAdmin } from './ask-gateway.ts'
import type { BusyCustomer } from './history.ts'

/** The tenant whose token the start prints. Its provider has the same name. */
export const demoTenantId = 'demo'
const provider = 'demo'

interface DemoTenant {
  readonly id: string
  readonly name: string
  /** The label of its token. */
  readonly caller: string
  /** The rights of the token; unset: everything. */
  readonly allow?: readonly string[]
  /** The actions that wait for a person's approval. */
  readonly ask?: readonly string[]
  /** The accounts by id: their labels; the CRM rejects the credential of those with `isRefused`. */
  readonly accounts: Readonly<Record<string, { readonly label: string; readonly isRefused?: true }>>
  readonly calls: readonly Pick<BusyCustomer, 'key' | 'actions' | 'source' | 'weight'>[]
}

const reads = ['list_people', 'search_people', 'get_company', 'list_deals']

const tenants: readonly DemoTenant[] = [
  {
    id: demoTenantId,
    name: 'Demo',
    caller: 'Demo',
    accounts: { main: { label: 'Sales' } },
    calls: [{ key: 'demo/main', actions: [...reads, 'create_deal'], source: 'rest', weight: 5 }],
  },
  {
    id: 'acme',
    name: 'Acme',
    caller: 'Claude of the sales team',
    allow: ['demo:*'],
    ask: ['demo:create_deal'],
    accounts: { 'sales-eu': { label: 'Sales Europe' }, 'sales-us': { label: 'Sales America', isRefused: true } },
    calls: [
      { key: 'demo/sales-eu', actions: [...reads, 'add_note'], source: 'mcp', weight: 4 },
      { key: 'demo/sales-us', actions: reads, source: 'rest', weight: 2 },
    ],
  },
  {
    id: 'globex',
    name: 'Globex',
    caller: 'Import of leads',
    allow: ['demo:read', 'demo:add_note'],
    accounts: { main: { label: 'Marketing' } },
    calls: [{ key: 'demo/main', actions: ['search_people', 'add_note'], source: 'rest', weight: 2 }],
  },
]

/** Drawn before the history, whose calls were made with them. */
const tokens: ReadonlyMap<string, string> = new Map(tenants.map(({ id }) => [id, makeTenantToken()]))
const findToken = (id: string): string => tokens.get(id) ?? ''

/** A tenant as the demo has made it. */
export interface MadeTenant {
  readonly id: string
  readonly token: string
  readonly accounts: readonly string[]
}

/** Sets a customer up as an operator would: the tenant, a credential for each account, and a token for its callers. */
const makeTenant = async (gateway: Gateway, tenant: DemoTenant, credential: string): Promise<MadeTenant> => {
  const { id, name, caller, allow, ask } = tenant
  const accounts = Object.entries(tenant.accounts)
  const [first = ''] = Object.keys(tenant.accounts)
  const listed = accounts.map(([account, { label }]) => ({ id: account, label }))
  await askAdmin(gateway, 'PUT', '/admin/tenants/:tenant', {
    params: { tenant: id },
    body: { name, status: 'active', providers: { [provider]: { accounts: listed, default: first } } },
  })
  for (const [account, { isRefused }] of accounts) {
    const path = '/admin/tokens/:tenant/:provider/:account'
    const params = { tenant: id, provider, account }
    await askAdmin(gateway, 'PUT', path, { params, body: { access_token: isRefused ? 'withdrawn' : credential } })
    if (isRefused) await askAdmin(gateway, 'POST', `${path}/test`, { params })
  }
  const token = findToken(id)
  const body = { tenant_id: id, token, label: caller, ...(allow && { allow }), ...(ask && { ask }) }
  await askAdmin(gateway, 'POST', '/admin/auth', { body })
  return { id, token, accounts: Object.keys(tenant.accounts) }
}

/** Makes the three tenants, and what an operator finds after two weeks: a link that nobody opened, a bill, and suggestions. */
export const makeDemoTenants = async (gateway: Gateway, credential: string): Promise<readonly MadeTenant[]> => {
  const list: MadeTenant[] = []
  for (const tenant of tenants) list.push(await makeTenant(gateway, tenant, credential))
  const bill = { plan: 'Team', currency: 'EUR', included_calls: 500, price_per_call: '0.01' }
  await askAdmin(gateway, 'PUT', '/admin/billing/:tenant', { params: { tenant: 'acme' }, body: bill })
  const link = { tenant_id: 'acme', provider, account_id: 'sales-us', label: 'Sales America' }
  await askAdmin(gateway, 'POST', '/admin/connect', { body: link })
  return list
}

/** The callers in the two weeks before the demo's start. */
export const demoCustomers: readonly BusyCustomer[] = tenants.flatMap(({ id, calls }) =>
  calls.map((call) => ({ ...call, tenant: id, token_id: toTokenId(hashToken(findToken(id))) })),
)
