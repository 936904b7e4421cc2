/** A store as a large operator has it: 5,000 tenants with 20,000 accounts of which a third are in trouble, and two weeks of calls. */

import { hashToken, noAuditExtras, type Records, toTokenId } from '@patchbay/core/store'
import { asIsoTime, asUnixMs, asUnixSeconds, isoTime } from '@patchbay/core/time'
import { createDice } from '../../../server/demo/dice.ts'
import { openSqliteStore } from '../../../server/store/sqlite/index.ts'

export const largeCounts = { tenants: 5000, accounts: 20_000, tokens: 7500, calls: 60_000 }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const dice = createDice(11)
const pick = <T>(values: readonly T[]): T => values[Math.floor(dice() * values.length)] as T
const hex = (length: number, number: number): string => number.toString(16).padStart(length, '0')

const first = ['Northwind', 'Müller & Söhne', 'Blue Harbor', 'Kestrel', 'Oak Street', 'Vantage', 'Lumen', 'Piedmont']
const second = ['Logistics', 'Dental', 'Analytics', 'Robotics', 'Foods', 'Legal', 'Studios', 'Insurance', 'Energy']
const third = ['GmbH', 'Inc.', 'Ltd', 'AG', 'LLC', 'SA']
const providers = [
  ['hubspot', ['search', 'list', 'get', 'update']],
  ['stripe', ['get_balance', 'list_charges', 'create_refund']],
  ['github', ['list_issues', 'create_issue']],
  ['slack', ['post_message', 'list_channels']],
  ['notion', ['search', 'create_page']],
  ['linear', ['search_issues', 'create_issue']],
] as const
const labels = ['Sales', 'Marketing', 'Support', 'Finance', 'Operations']

type Tenant = Records['tenants']

/** The id of the tenant with this number, beginning with 1. */
export const largeTenant = (number: number): string => `customer-${10_000 + number}`

const createTenants = (now: number): readonly Tenant[] =>
  Array.from({ length: largeCounts.tenants }, (_, index): Tenant => {
    const at = new Date(now - (largeCounts.tenants - index) * hourMs).toISOString()
    const own = [0, 1, 2].map((next) => providers[(index + next * 2) % providers.length]?.[0] ?? 'hubspot')
    const account = (id: string) => ({ id, label: pick(labels) })
    return {
      id: largeTenant(index + 1),
      name: `${pick(first)} ${pick(second)} ${pick(third)}`,
      status: index % 50 === 7 ? 'suspended' : 'active',
      providers: Object.fromEntries(
        [...new Set(own)].map((id, nth) => [
          id,
          { accounts: nth === 0 ? [account('main'), account('europe')] : [account('main')], default: 'main' },
        ]),
      ),
      options: { allow_raw: false, tools: 'domains', ...(index % 5 === 0 && { deny: ['stripe:write'] }) },
      created_at: asIsoTime(at),
      updated_at: asIsoTime(at),
      version: hex(32, index),
    }
  })

const accountsOf = (tenants: readonly Tenant[]) =>
  tenants.flatMap(({ id: tenant, providers }) =>
    Object.entries(providers).flatMap(([provider, { accounts }]) =>
      accounts.map(({ id: account }) => ({ tenant, provider, account })),
    ),
  )

type Account = ReturnType<typeof accountsOf>[number]

/** Two of three accounts work; the others are rejected, expired or must be reconnected in turn. One of 20 was never connected. */
const troubleOf = (index: number): 'none' | 'never' | 'rejected' | 'expired' | 'needs_reauth' => {
  if (index % 20 === 4) return 'never'
  if (index % 3 !== 0) return 'none'
  return (['rejected', 'rejected', 'expired', 'needs_reauth'] as const)[(index / 3) % 4] ?? 'none'
}

const createCredentials = (accounts: readonly Account[], now: number) =>
  accounts.flatMap((ref, index): Records['credentials'][] => {
    const trouble = troubleOf(index)
    if (trouble === 'never') return []
    const at = new Date(now - (index % 300) * hourMs).toISOString()
    return [
      {
        ...ref,
        sealed: 'x'.repeat(150),
        token_type: 'Bearer',
        expires_at: trouble === 'expired' ? asUnixSeconds(Math.floor(now / 1000) - (1 + (index % 500)) * 600) : null,
        version: hex(32, index),
        updated_at: asIsoTime(at),
        rejected_at: trouble === 'rejected' ? asIsoTime(at) : null,
        handover_id: null,
      },
    ]
  })

const createSeeds = (accounts: readonly Account[], now: number) =>
  accounts.flatMap((ref, index): Records['seeds'][] =>
    troubleOf(index) === 'needs_reauth'
      ? [
          {
            ...ref,
            application: 'own',
            refused_as: null,
            refused_since: null,
            refreshed_at: null,
            client_id: 'our-client',
            token_endpoint: 'https://login.example.com/token',
            sealed_client_secret: 'x',
            sealed_refresh_token: 'x',
            version: hex(32, index),
            client_auth: null,
            handover_id: null,
            status: 'needs_reauth',
            error: 'invalid_grant: the refresh token was revoked',
            failures: 1,
            retry_at: null,
            forced_at: null,
            lease_owner: null,
            lease_until: asUnixMs(0),
            expires_at: null,
            due_at: null,
            updated_at: isoTime(new Date(now - hourMs)),
          },
        ]
      : [],
  )

const programs = ['Nightly import', 'The web shop', 'Claude of the sales team', 'Warehouse sync', 'Support desk']

const createTokens = (now: number) =>
  Array.from({ length: largeCounts.tokens }, (_, index): Records['tenantTokens'] => {
    const hash = hashToken(`token-${index}`)
    return {
      hash,
      token_id: toTokenId(hash),
      tenant_id: largeTenant(1 + (index % largeCounts.tenants)),
      status: 'active',
      created_at: isoTime(new Date(now - (index + 1) * 600_000)),
      last_used_at: index % 7 === 0 ? null : isoTime(new Date(now - (index % 700) * hourMs)),
      label: `${pick(programs)} ${index}`,
      expires_at: index % 9 === 0 ? asUnixSeconds(Math.floor((now + ((index % 40) - 5) * dayMs) / 1000)) : null,
      calls_per_minute: null,
      allow: index % 2 === 0 ? ['*:read'] : null,
      deny: null,
      ask: null,
      approve: null,
    }
  })

const failures = [
  ['UPSTREAM_ERROR', 502, 'The provider answered 503 each time', '503 412,503 398,503 405'],
  ['RATE_LIMITED', 429, "The vendor's limit of this account is used up", '429 88'],
  ['VALIDATION_ERROR', 400, 'There is no parameter "emial"; did you mean "email"?', null],
  ['TOKEN_EXPIRED', 401, 'The provider refused the credential', '401 61'],
] as const

/** Calls of 400 of the tenants, a few of which make most of them; today fails more than the weeks before. */
const createCalls = (now: number): Records['audit'][] => {
  const span = 14 * dayMs
  return Array.from({ length: largeCounts.calls }, (_, index): Records['audit'] => {
    const at = now - span + Math.floor(((index + dice()) / largeCounts.calls) * span) - 1000
    const number = 1 + Math.floor(dice() ** 3 * 400)
    const [provider, actions] = pick(providers)
    const failure = dice() < (now - at < dayMs ? 0.08 : 0.03) ? pick(failures) : undefined
    const cache = dice() < 0.4 ? 'HIT' : 'MISS'
    const took =
      cache === 'HIT' ? 2 + Math.floor(dice() * 6) : Math.floor(60 + dice() * 180 * (provider === 'linear' ? 8 : 1))
    return {
      ...noAuditExtras,
      id: Bun.randomUUIDv7('hex', at),
      at: isoTime(new Date(at)),
      tenant: largeTenant(number),
      key: `${provider}/main`,
      source: dice() < 0.5 ? 'rest' : 'mcp',
      count: 1,
      action: pick<string>(actions),
      outcome: failure ? 'error' : 'ok',
      code: failure?.[0] ?? null,
      status: failure?.[1] ?? 200,
      reason: failure?.[2] ?? null,
      tries: failure?.[3] ?? null,
      cache: failure ? null : cache,
      ip: '203.0.113.24',
      token_id: toTokenId(hashToken(`token-${number - 1}`)),
      request_id: Bun.randomUUIDv7('hex', at),
      duration_ms: failure ? 900 : took,
      bytes: failure ? 0 : 400 + Math.floor(dice() * 4000),
      billable: !failure,
    }
  })
}

const createBilling = (now: number) =>
  Array.from({ length: 400 }, (_, index): Records['billing'] => ({
    tenant: largeTenant(index + 1),
    plan: index % 3 === 0 ? 'Team' : 'Business',
    currency: 'EUR',
    included_calls: index % 3 === 0 ? 20 : 100,
    price_per_call: '0.015',
    monthly_limit: null,
    hard_limit: false,
    updated_at: isoTime(new Date(now)),
    version: hex(32, index),
  }))

const createClients = (now: number) =>
  Array.from({ length: 300 }, (_, index): Records['oauthClients'] => ({
    client_id: hex(32, index + 1),
    source: 'registration',
    client_name: `${pick(['Claude Code', 'Cursor', 'An agent of ours', 'ChatGPT'])} ${index}`,
    redirect_uris: ['http://127.0.0.1:33418/callback'],
    auth_method: 'none',
    secret_hash: null,
    created_at: isoTime(new Date(now - index * hourMs)),
    used_at: index % 3 === 0 ? null : isoTime(new Date(now - index * 60_000)),
  }))

const createGrants = (now: number) =>
  Array.from({ length: 600 }, (_, index): Records['grants'] => {
    const at = new Date(now - index * hourMs).toISOString()
    return {
      grant_id: Bun.randomUUIDv7('hex', now - index * hourMs),
      tenant_id: largeTenant(1 + (index % 90)),
      client_id: hex(32, 1 + (index % 300)),
      client_name: `Claude Code ${index % 300}`,
      resource: 'http://localhost/mcp',
      scope: 'hubspot:read stripe:read',
      issuer: null,
      subject: null,
      created_at: asIsoTime(at),
      last_used_at: asIsoTime(at),
      expires_at: asUnixSeconds(Math.floor((now + 30 * dayMs) / 1000)),
      bearer_hash: hashToken(`token-${index % 90}`),
      code_hash: hashToken(`code-${index}`),
      family: hex(32, index),
      generation: 1,
      rotated_at: asUnixMs(now),
      access: [],
      refresh: [],
    }
  })

const createLinks = (accounts: readonly Account[], now: number) =>
  accounts.slice(0, 400).map((ref, index): Records['connections'] => {
    const at = now - (400 - index) * 300_000
    return {
      ...ref,
      connect_id: Bun.randomUUIDv7('hex', at),
      hash: hashToken(`link-${index}`),
      label: null,
      scopes: null,
      settings: {},
      return_url: null,
      created_at: isoTime(new Date(at)),
      expires_at: asUnixSeconds(Math.floor(now / 1000) + (index % 5 === 0 ? 3600 : -3600)),
      status: (['pending', 'opened', 'connected', 'failed'] as const)[index % 4] ?? 'pending',
      reason: index % 4 === 3 ? 'The vendor answered 401: Invalid API Key provided' : null,
      identity: index % 4 === 2 ? 'ada@example.org' : null,
      attempt: null,
      tries: 1,
      version: hex(32, index),
    }
  })

const createSuggestions = (accounts: readonly Account[], now: number) =>
  accounts
    .filter((_, index) => ['rejected', 'needs_reauth', 'expired'].includes(troubleOf(index)))
    .map((ref, index): Records['suggestions'] => ({
      id: Bun.randomUUIDv7('hex', now - index * 1000),
      finding: `needs-reauthorization/${ref.tenant}/${ref.provider}/${ref.account}`,
      tenant: ref.tenant,
      kind: 'needs-reauthorization',
      severity: 'high',
      title: `${ref.provider}/${ref.account} needs re-authorization`,
      detail: 'The provider has answered 401, and nothing has worked since. Have its owner connect it again by a link.',
      evidence: `/admin/tokens/${ref.tenant}/${ref.provider}/${ref.account}`,
      source: 'rules',
      status: 'open',
      is_current: true,
      note: null,
      created_at: isoTime(new Date(now - index * 1000)),
      resolved_at: null,
    }))

/** Fills a new store in the folder, past its ports: some seconds instead of minutes. */
export const fillLargeStore = async (folder: string, now = Date.now()): Promise<void> => {
  const store = openSqliteStore(folder)
  const { records } = store.transfer
  const inParts = async <T>(all: readonly T[], write: (part: readonly T[]) => Promise<unknown>) => {
    for (let at = 0; at < all.length; at += 1000) await write(all.slice(at, at + 1000))
  }
  const tenants = createTenants(now)
  const accounts = accountsOf(tenants)
  await inParts(tenants, (part) => records.tenants.write(part))
  await inParts(createTokens(now), (part) => records.tenantTokens.write(part))
  await inParts(createCredentials(accounts, now), (part) => records.credentials.write(part))
  await inParts(createSeeds(accounts, now), (part) => records.seeds.write(part))
  await inParts(createClients(now), (part) => records.oauthClients.write(part))
  await inParts(createGrants(now), (part) => records.grants.write(part))
  await inParts(createLinks(accounts, now), (part) => records.connections.write(part))
  await inParts(createSuggestions(accounts, now), (part) => records.suggestions.write(part))
  await inParts(createBilling(now), (part) => records.billing.write(part))
  await inParts(createCalls(now), (part) => store.audit.append(part))
  await store.close()
}
