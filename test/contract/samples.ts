import {
  type AccountRef,
  type AuditEntry,
  type BillingConfiguration,
  buildAuditEntry,
  type Finding,
  type NewAuditEntry,
  type NewCredential,
  type NewSeed,
  type TenantConfiguration,
} from '@patchbay/core/store'
import { exactSecondsOf, msOf, shiftTime } from '@patchbay/core/time'

/** The time that tests start from. */
export const noon = new Date('2026-11-20T12:00:00.000Z')

export const later = (milliseconds: number): Date => new Date(noon.getTime() + milliseconds)

/** A configuration with these accounts, each written `provider/account`. */
export const configuration = (...accounts: readonly string[]): TenantConfiguration => {
  const pairs = accounts.map((account) => account.split('/') as [provider: string, account: string])
  const byProvider = Map.groupBy(pairs, ([provider]) => provider)
  return {
    name: 'Acme Ltd',
    status: 'active',
    // fromEntries defines own members, even one named `__proto__`.
    providers: Object.fromEntries(
      [...byProvider].map(([provider, members]) => [
        provider,
        { accounts: members.map(([, id]) => ({ id, label: `Account ${id}` })), default: members[0]?.[1] ?? '' },
      ]),
    ),
    options: { allow_raw: false, tools: 'domains', max_result_bytes: 100_000 },
  }
}

export const refOf = (tenant: string, path: string): AccountRef => {
  const [provider = '', account = ''] = path.split('/')
  return { tenant, provider, account }
}

export const credential = (changes: Partial<NewCredential> = {}): NewCredential => ({
  sealed: 'eyJhbGciOiJkaXIifQ..sealed',
  token_type: 'Bearer',
  expires_at: shiftTime(exactSecondsOf(noon), 3600),
  ...changes,
})

export const seed = (changes: Partial<NewSeed> = {}): NewSeed => ({
  client_id: 'client-1',
  token_endpoint: 'https://auth.example.com/token',
  application: null,
  sealed_client_secret: 'sealed-client-secret',
  sealed_refresh_token: 'sealed-refresh-token',
  ...changes,
})

export const billingOf = (changes: Partial<BillingConfiguration> = {}): BillingConfiguration => ({
  plan: 'Team',
  currency: 'EUR',
  included_calls: 1000,
  price_per_call: '0.0025',
  monthly_limit: null,
  hard_limit: false,
  ...changes,
})

export const findingOf = (changes: Partial<Finding> = {}): Finding => ({
  finding: 'token-lapses/acme/hubspot/eu',
  tenant: 'acme',
  kind: 'token-lapses',
  severity: 'high',
  title: 'The token of hubspot/eu lapses',
  detail: 'It expires tomorrow. Store another one.',
  evidence: '/admin/tokens/acme/hubspot/eu',
  source: 'rules',
  ...changes,
})

/** 64 hex digits that begin with `name` in hex. */
export const hashOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0')

/** The members of an entry that the call itself provides. */
export const newAuditEntry = (changes: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  tenant: 'acme',
  action: 'search',
  source: 'rest',
  key: 'hubspot/sales-eu',
  outcome: 'ok',
  code: null,
  status: 200,
  ip: '203.0.113.7',
  token_id: '0123456789ab',
  request_id: 'request-1',
  duration_ms: 12.5,
  ...changes,
})

/** An entry whose id is of the time `at` (RFC 9562, section 5.7); `nth` distinguishes entries of the same time. */
export const auditEntry = (at: Date, changes: Partial<AuditEntry> = {}, nth = 0): AuditEntry => {
  const time = at.getTime().toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${nth.toString(16).padStart(12, '0')}`
  const event = newAuditEntry({ cache: 'MISS', bytes: 100, billable: true })
  return { ...buildAuditEntry(event, { id, at: msOf(at) }), ...changes }
}
