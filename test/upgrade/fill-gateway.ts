import type { createClient } from '../client.ts'
import { createAgent, type Pair } from '../oauth/agent.ts'
import { consent, decide, openConsent } from '../oauth/user.ts'

export type Gateway = Pick<ReturnType<typeof createClient>, 'url' | 'adminUrl' | 'send' | 'call'> & {
  readonly adminKey: string
}

/** State of a filled gateway: its answers, and the secrets of its users. */
export interface Facts {
  /** ISO 8601. */
  readonly at: string
  /** The gateway's URL, which is the audience of its access tokens. */
  readonly url: string
  readonly adminKey: string
  readonly tokens: Readonly<Record<string, string>>
  /** The access token by account. */
  readonly credentials: Readonly<Record<string, string>>
  readonly client: string
  readonly grant: Pair
  /** The answers of the admin API by path. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The ids of the audit entries, newest first. */
  readonly audit: readonly { readonly id: string }[]
}

const tokens = {
  acme: 'token-of-acme-4f1d9c7b',
  second: 'second-token-of-acme-08ae',
  globex: 'token-of-globex-77c1e2f0',
}
const credentials = {
  'acme/hubspot/sales-eu': 'access-of-sales-eu',
  'acme/hubspot/sales-us': 'access-of-sales-us',
  'globex/hubspot/main': 'access-of-globex',
}

const account = (id: string) => ({ id, label: `Account ${id}` })
const tenants = {
  acme: {
    name: 'Acme $& {"quoted"}',
    status: 'active',
    providers: {
      hubspot: { accounts: [account('sales-eu'), account('sales-us')], default: 'sales-eu' },
      stripe: { accounts: [account('main')], default: 'main' },
    },
    options: { allow_raw: true, tools: 'actions', max_result_bytes: 2048 },
  },
  globex: {
    name: 'Globex',
    status: 'active',
    providers: { hubspot: { accounts: [account('main'), account('seeded')], default: 'main' } },
  },
  'suspended-inc': { name: 'Suspended', status: 'suspended', providers: {} },
}

const bills = {
  acme: { plan: 'Team', currency: 'EUR', included_calls: 3, price_per_call: '0.0375' },
  globex: {
    plan: 'Free',
    currency: 'USD',
    included_calls: 1,
    price_per_call: '1.1',
    monthly_limit: 100,
    hard_limit: true,
  },
}

/** The paths of the admin API that show what is stored, but for the log. */
const shown = (day: string): readonly string[] => [
  ...Object.keys(tenants).flatMap((id) => [`/admin/tenants/${id}`, `/admin/auth/${id}`]),
  '/admin/tenants',
  ...Object.keys(credentials).map((path) => `/admin/tokens/${path}`),
  '/admin/tokens/globex/hubspot/seeded',
  '/admin/tokens/acme/stripe/main',
  ...Object.keys(bills).flatMap((id) => [
    `/admin/billing/${id}`,
    `/admin/usage/${id}?from=${day.slice(0, 7)}-01&to=${day}`,
    `/admin/grants/${id}`,
  ]),
  '/admin/clients',
  '/admin/suggestions',
]

const throwing =
  ({ send, adminKey }: Gateway) =>
  async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, { 'x-admin-key': adminKey }, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

/** 326ec1d allows on the page where the token is pasted, and takes what later versions send there for a refusal. */
const allowAccess = async (url: string, page: URL, token: string): Promise<string> => {
  const code = (await consent(url, page, token)).searchParams.get('code')
  if (code !== null) return code
  const { headers, text } = await decide(url, await openConsent(page), { token, decision: 'allow' })
  const allowed = new URL(headers.get('location') ?? 'none:').searchParams.get('code')
  if (allowed === null) throw new Error(`no code: ${text}`)
  return allowed
}

const connect = async (gateway: Gateway) => {
  const agent = createAgent(gateway.url)
  const client = await agent.register({ client_name: 'Agent "one"' })
  await agent.register({ client_name: 'Never used' })
  const { url, verifier } = agent.authorizeUrl(client)
  const { body } = await agent.exchange(client, { code: await allowAccess(gateway.url, url, tokens.acme), verifier })
  const { status, body: grant, text } = await agent.refresh(client, body.refresh_token)
  if (status !== 200) throw new Error(`no tokens: ${text}`)
  return { client, grant: grant as Pair }
}

const makeCalls = async ({ call, send }: Gateway, grant?: Pair): Promise<void> => {
  const search = (value: string, account_id = 'sales-eu') => ({
    action: 'search',
    account_id,
    object_type: 'contacts',
    filters: [{ propertyName: 'email', operator: 'EQ', value }],
  })
  for (const body of [
    search('ada@example.com'),
    search('ada@example.com'),
    search('missing'),
    search('bob@example.com', 'sales-us'),
    { action: 'get', objct_type: 'contacts' },
    { action: 'raw', method: 'GET', path: '/crm/v3/owners', account_id: 'sales-eu' },
    { action: 'list', object_type: 'companies', account_id: 'sales-eu' },
  ]) {
    await call('acme', 'hubspot', body, { token: tokens.acme })
  }
  await call('acme', 'stripe', { action: 'get_balance' }, { token: tokens.second })
  await call('acme', 'hubspot', search('x'), { token: 'no-token-that-anybody-has' })
  for (let n = 0; n < 5; n++) await call('globex', 'hubspot', search(`n${n}`, 'main'), { token: tokens.globex })
  await call('globex', 'hubspot', search('s', 'seeded'), { token: tokens.globex })
  if (!grant) return
  await send(
    'POST',
    '/mcp',
    { authorization: `Bearer ${grant.access_token}`, accept: 'application/json, text/event-stream' },
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'hubspot_list', arguments: { object_type: 'contacts', account_id: 'sales-eu' } },
    },
  )
}

const runJob = async (gateway: Gateway, name: string): Promise<void> => {
  const admin = throwing(gateway)
  const { crons } = await admin('GET', '/admin/crons')
  const { cron } = crons.find((each: { name: string }) => each.name === name)
  await admin('POST', '/admin/run-cron', { cron })
}

/** Fills the kinds of records that only later versions have, if this gateway has them. */
const fillNewer = async (gateway: Gateway): Promise<void> => {
  const admin = throwing(gateway)
  const { status } = await gateway.send('GET', '/admin/version', { 'x-admin-key': gateway.adminKey })
  if (status !== 200) return
  await admin('POST', '/admin/keys', { name: 'viewer of the fixtures', role: 'viewer' })
  const { tokens: known } = await admin('GET', '/admin/auth/acme')
  await admin('PATCH', `/admin/auth/acme/${known[1].token_id}`, {
    label: 'the second',
    calls_per_minute: 1000,
    allow: ['hubspot:read', 'stripe:*'],
  })
  await admin('PUT', '/admin/apps/hubspot', {
    client_id: 'our-application',
    client_secret: 'secret-of-our-application',
  })
  await admin('POST', '/admin/connect', { tenant_id: 'acme', provider: 'stripe', account_id: 'main' })
}

/** Fills a new gateway through its interfaces, whichever version it is, and returns what it says afterwards. */
export const fillGateway = async (gateway: Gateway, vendor: string): Promise<Facts> => {
  const admin = throwing(gateway)
  for (const [id, tenant] of Object.entries(tenants)) await admin('PUT', `/admin/tenants/${id}`, tenant)
  await admin('POST', '/admin/auth', { tenant_id: 'acme', token: tokens.acme })
  await admin('POST', '/admin/auth', { tenant_id: 'acme', token: tokens.second })
  await admin('POST', '/admin/auth', { tenant_id: 'globex', token: tokens.globex })
  for (const [path, access_token] of Object.entries(credentials)) {
    await admin('PUT', `/admin/tokens/${path}`, { access_token, token_type: 'Bearer' })
  }
  // It is no longer valid, which is what a suggestion is made of.
  const expires_at = Math.floor(Date.now() / 1000) - 60
  await admin('PUT', '/admin/tokens/acme/stripe/main', { access_token: 'sk_expired', token_type: 'Bearer', expires_at })
  await admin('POST', '/admin/seed-oauth', {
    tenant_id: 'globex',
    provider: 'hubspot',
    account_id: 'seeded',
    client_id: 'client',
    client_secret: 'secret-of-the-client',
    token_endpoint: `${vendor}/token`,
    refresh_token: 'refresh-1',
  })
  for (const [id, bill] of Object.entries(bills)) await admin('PUT', `/admin/billing/${id}`, bill)
  await fillNewer(gateway)
  await makeCalls(gateway)
  // Roll-ups count entries that are 15 s old.
  await Bun.sleep(16_000)
  for (const job of ['usage-roll-up', 'suggestions', 'health-snapshot']) await runJob(gateway, job)
  const connected = await connect(gateway)
  // Entries that no roll-up counts yet.
  await makeCalls(gateway, connected.grant)
  const at = new Date().toISOString()
  const answers: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const path of shown(at.slice(0, 10))) answers[path] = await admin('GET', path)
  const { entries } = await admin('GET', '/admin/audit?limit=500')
  return {
    at,
    url: gateway.url,
    adminKey: gateway.adminKey,
    tokens,
    credentials,
    ...connected,
    answers,
    audit: entries,
  }
}
