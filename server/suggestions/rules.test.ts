import { read } from '@patchbay/core/provider'
import { summarizeRecentUsage } from '@patchbay/core/reports'
import { declaredSource } from '@patchbay/core/schema'
import {
  type CredentialRecord,
  noTokenMembers,
  type SeedRecord,
  type VendorApplicationRecord,
} from '@patchbay/core/store'
import { asUnixMs, exactSecondsOf, type IsoTime, isoTime, msOf, shiftTime, type UnixSeconds } from '@patchbay/core/time'
import { createPace, noUsage, type UsageCell, type UsageDay } from '@patchbay/core/usage'
import { describe, expect, it } from 'vitest'
import { billingOf, configuration, credential } from '../../test/contract/samples.ts'
import { loadRegistry } from '../registry.ts'
import type { AccountEvidence, Evidence } from './evidence.ts'
import { rules } from './rules/index.ts'
import { limitedClients } from './rules/limited-clients.ts'
import { createClientTally, findEndingSecrets } from './rules/refused-applications.ts'

const registry = await loadRegistry()

const now = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number): UnixSeconds => shiftTime(exactSecondsOf(now), days * 86_400)
const daysAgo = (days: number): IsoTime => isoTime(shiftTime(msOf(now), -days * 86_400_000))

const credentialOf = (expires_at: UnixSeconds | null): CredentialRecord => ({
  ...credential({ expires_at }),
  tenant: 'acme',
  provider: 'hubspot',
  account: 'eu',
  version: '1',
  updated_at: daysAgo(1),
  rejected_at: null,
  handover_id: null,
})

const seedOf = (status: SeedRecord['status'], error: string | null = null): SeedRecord => ({
  tenant: 'acme',
  provider: 'hubspot',
  account: 'eu',
  application: 'own',
  refused_as: null,
  refused_since: null,
  refreshed_at: null,
  client_id: 'c',
  token_endpoint: 'https://auth.example/token',
  sealed_client_secret: 's',
  sealed_refresh_token: 's',
  version: '1',
  client_auth: null,
  handover_id: null,
  failures: 0,
  retry_at: null,
  forced_at: null,
  lease_owner: null,
  lease_until: asUnixMs(0),
  expires_at: null,
  due_at: null,
  status,
  error,
  updated_at: daysAgo(1),
})

const account = (changes: Partial<AccountEvidence> = {}): AccountEvidence => ({
  provider: 'hubspot',
  account: 'eu',
  credential: credentialOf(null),
  seed: undefined,
  health: undefined,
  ...changes,
})

const probed = (failures: number): AccountEvidence['health'] => ({
  tenant: 'acme',
  provider: 'hubspot',
  account: 'eu',
  token: 'valid',
  probe: { outcome: 'error', duration_ms: 1, at: daysAgo(0), failures, next_at: daysAgo(0), version: '1' } as never,
})

const cell = (changes: Partial<UsageCell>): UsageCell => ({
  key: 'hubspot/eu',
  action: 'search',
  ...noUsage(),
  ...changes,
})

/** `ago` days before now. */
const usageOf = (ago: number, cells: readonly UsageCell[], tokens: UsageDay['tokens'] = {}): UsageDay => ({
  tenant: 'acme',
  day: daysAgo(ago).slice(0, 10),
  cells,
  tokens,
})

const token = (created: number) => ({
  hash: '0'.repeat(64),
  token_id: '000000000000',
  tenant_id: 'acme',
  status: 'active' as const,
  created_at: daysAgo(created),
  last_used_at: null,
  ...noTokenMembers,
})

const tenant = {
  ...{ id: 'acme', ...configuration('hubspot/eu') },
  ...{ created_at: daysAgo(90), updated_at: daysAgo(90), version: '' },
}

/** `days`: the tenant's usage, oldest first. */
type Changes = Omit<Partial<Evidence>, 'usage'> & { readonly days?: readonly UsageDay[] }

/** A tenant without problems, but for the changes. */
const evidence = async ({ days, ...changes }: Changes): Promise<Evidence> => {
  const usual = [usageOf(1, [cell({ calls: 10 })], { '000000000000': { calls: 10, invalid: 0 } })]
  const usage = await summarizeRecentUsage(days ?? usual, changes.now ?? now, createPace())
  return {
    now,
    domains: new Map(registry.map((domain) => [domain.provider.id, domain])),
    tenant,
    accounts: [account()],
    tenantTokens: [token(90)],
    hasGrants: false,
    billing: undefined,
    usage: { ...usage, overLimit: 0 },
    unknown: [],
    ...changes,
  }
}

const find = async (changes: Changes) => {
  const gathered = await evidence(changes)
  return rules.flatMap((rule) => rule(gathered))
}

const used = { '000000000000': { calls: 100, invalid: 0 } }
const busy = (recent: Partial<UsageCell>, before: Partial<UsageCell>): Changes => ({
  days: [usageOf(4, [cell(before)]), usageOf(0, [cell(recent)], used)],
})
const limited = (calls: number, changes = {}): Changes => ({
  billing: { ...billingOf({ monthly_limit: 1000, ...changes }), tenant: 'acme', updated_at: daysAgo(1), version: '' },
  days: [usageOf(1, [cell({ calls, billable: calls })], used)],
})

const unknownAt = (key: string) => ({
  id: Bun.randomUUIDv7(),
  tenant: 'acme',
  action: 'create',
  key,
  source: 'rest' as const,
  token_id: null,
  request_id: null,
  keys: [],
  sealed_parameters: null,
  next_at: null,
  asked: 0,
})

const [domain] = registry
if (!domain) throw new Error('the registry is empty')
const search = read('GET /', { description: 'Searches', params: {} })
const uncachedDomain = {
  ...domain,
  source: declaredSource(
    { id: 'fresh', title: 'Fresh', actions: { search } },
    { search: () => ({ body: () => true }) },
  ),
}

describe('rules', () => {
  it.each<[what: string, evidence: Changes, found: readonly string[]]>([
    ['all is well', {}, []],
    [
      'nobody knows whether three writes at two accounts were done',
      { unknown: [unknownAt('hubspot/eu'), unknownAt('hubspot/eu'), unknownAt('hubspot/us')] },
      ['effect-unknown high', 'effect-unknown high'],
    ],
    [
      'a token expires in five days',
      { accounts: [account({ credential: credentialOf(inDays(5)) })] },
      ['token-lapses medium'],
    ],
    [
      'a token expires in an hour',
      { accounts: [account({ credential: credentialOf(inDays(0.04)) })] },
      ['token-lapses high'],
    ],
    ['a token expires in eight days', { accounts: [account({ credential: credentialOf(inDays(8)) })] }, []],
    [
      'a token expires, and is refreshed',
      { accounts: [account({ credential: credentialOf(inDays(1)), seed: seedOf('active') })] },
      [],
    ],
    [
      'a token has expired',
      { accounts: [account({ credential: credentialOf(inDays(-1)) })] },
      ['needs-reauthorization high'],
    ],
    [
      'a token has expired, and is refreshed',
      { accounts: [account({ credential: credentialOf(inDays(-1)), seed: seedOf('active') })] },
      [],
    ],
    [
      'a refresh token is dead',
      { accounts: [account({ seed: seedOf('needs_reauth', 'invalid_grant') })] },
      ['needs-reauthorization high'],
    ],
    [
      'the vendor rejects a token',
      { accounts: [account({ credential: { ...credentialOf(null), rejected_at: daysAgo(1) }, health: probed(3) })] },
      ['needs-reauthorization high'],
    ],
    [
      'the vendor rejects a token that is refreshed',
      {
        accounts: [
          account({ credential: { ...credentialOf(inDays(1)), rejected_at: daysAgo(1) }, seed: seedOf('active') }),
        ],
      },
      ['needs-reauthorization high'],
    ],
    [
      'the vendor rejected a token that has expired and is refreshed',
      {
        accounts: [
          account({ credential: { ...credentialOf(inDays(-1)), rejected_at: daysAgo(2) }, seed: seedOf('active') }),
        ],
      },
      [],
    ],
    ['an account holds no token', { accounts: [account({ credential: undefined })] }, []],
    ['three probes failed', { accounts: [account({ health: probed(3) })] }, ['probe-fails medium']],
    ['two probes failed', { accounts: [account({ health: probed(2) })] }, []],
    [
      'three probes failed, for an expired token',
      {
        accounts: [
          account({ credential: credentialOf(inDays(-1)), health: { ...probed(3), token: 'expired' } as never }),
        ],
      },
      ['needs-reauthorization high'],
    ],
    [
      'half of the calls fail, as few did before',
      busy(
        { calls: 40, errors: 20, failures: { 'UPSTREAM_ERROR 500': 15, 'TIMEOUT 504': 5 } },
        { calls: 100, failures: { 'UPSTREAM_ERROR 500': 1 } },
      ),
      ['error-spike medium'],
    ],
    [
      'most calls fail, of a new action',
      busy({ calls: 20, failures: { 'UPSTREAM_ERROR 500': 18 } }, { calls: 0 }),
      ['error-spike high'],
    ],
    [
      'callers ask for what isn’t there',
      busy({ calls: 40, failures: { 'UPSTREAM_ERROR 404': 30, 'UPSTREAM_ERROR 409': 5 } }, { calls: 100 }),
      [],
    ],
    [
      'a vendor refuses a credential',
      busy({ calls: 40, failures: { 'UPSTREAM_ERROR 401': 15, 'UPSTREAM_ERROR 404': 20 } }, { calls: 100 }),
      ['error-spike medium'],
    ],
    [
      'as many fail as ever',
      busy(
        { calls: 40, failures: { 'UPSTREAM_ERROR 500': 20 } },
        { calls: 100, failures: { 'UPSTREAM_ERROR 500': 50 } },
      ),
      [],
    ],
    ['few calls, all fail', busy({ calls: 19, failures: { 'UPSTREAM_ERROR 500': 19 } }, { calls: 100 }), []],
    [
      'calls are refused for lack of a token',
      busy({ calls: 40, failures: { 'TOKEN_MISSING 404': 40 } }, { calls: 100 }),
      [],
    ],
    [
      'calls take twice as long',
      busy({ calls: 30, latencies: { 20000: 30 } }, { calls: 30, latencies: { 9000: 30 } }),
      ['latency-spike medium'],
    ],
    [
      'calls take twice as long, and not long',
      busy({ calls: 30, latencies: { 900: 30 } }, { calls: 30, latencies: { 300: 30 } }),
      [],
    ],
    [
      'calls take longer than the few before',
      busy({ calls: 30, latencies: { 20000: 30 } }, { calls: 19, latencies: { 9000: 19 } }),
      [],
    ],
    [
      'ten calls hit the rate limit',
      busy({ calls: 500, failures: { 'UPSTREAM_ERROR 429': 10 } }, { calls: 100 }),
      ['rate-limited medium'],
    ],
    ['nine calls hit the rate limit', busy({ calls: 500, failures: { 'UPSTREAM_ERROR 429': 9 } }, { calls: 100 }), []],
    [
      'half of the calls hit the rate limit',
      busy({ calls: 40, failures: { 'UPSTREAM_ERROR 429': 20 } }, { calls: 100 }),
      ['rate-limited high'],
    ],
    ['nobody called', { days: [] }, ['unused-account low', 'unused-token low']],
    [
      'nobody called, and the account holds no token',
      { days: [], accounts: [account({ credential: undefined })] },
      ['unused-token low'],
    ],
    [
      'nobody called a new tenant',
      { days: [], tenant: { ...tenant, updated_at: daysAgo(2) }, tenantTokens: [token(2)] },
      [],
    ],
    [
      'nobody called with the token, and clients log in with it',
      { days: [usageOf(1, [cell({ calls: 1 })])], hasGrants: true },
      [],
    ],
    [
      'a client is wrong all the time',
      { days: [usageOf(0, [cell({ calls: 50 })], { '000000000000': { calls: 50, invalid: 25 } })] },
      ['invalid-parameters medium'],
    ],
    [
      'a client is wrong now and then',
      { days: [usageOf(0, [cell({ calls: 500 })], { '000000000000': { calls: 500, invalid: 25 } })] },
      [],
    ],
    ['reads pass the cache by', busy({ calls: 100, bypassed: 95 }, { calls: 0 }), ['never-cached low']],
    [
      'reads of a week pass the cache by',
      { days: [5, 3, 1].map((ago) => usageOf(ago, [cell({ calls: 40, bypassed: 40 })], used)) },
      ['never-cached low'],
    ],
    [
      'reads that no cache keeps pass it by',
      {
        accounts: [account({ provider: 'fresh' })],
        domains: new Map([['fresh', uncachedDomain]]),
        days: [usageOf(0, [cell({ key: 'fresh/eu', calls: 200, bypassed: 200 })], used)],
      },
      [],
    ],
    ['reads are in the cache now and then', busy({ calls: 100, bypassed: 95, cache_hits: 1 }, { calls: 0 }), []],
    ['reads ask for other things each time', busy({ calls: 100, bypassed: 0 }, { calls: 0 }), []],
    [
      'writes pass the cache by',
      { days: [usageOf(0, [cell({ action: 'create', calls: 200, bypassed: 200 })], used)] },
      [],
    ],
    ['the month will be over its limit', limited(800), ['quota-forecast medium']],
    ['the month will be over its hard limit', limited(800, { hard_limit: true }), ['quota-forecast high']],
    ['the month is over its limit', limited(1000), ['quota-forecast medium']],
    ['the month will be within its limit', limited(600), []],
    [
      'a month that has just begun would be over its limit',
      {
        ...limited(0),
        now: new Date('2026-11-01T12:00:00Z'),
        days: [{ ...usageOf(0, [cell({ calls: 100, billable: 100 })], used), day: '2026-11-01' }],
      },
      [],
    ],
    ['there is no limit', limited(1e6, { monthly_limit: null }), []],
  ])('%s', async (_what, changes, want) => {
    expect((await find(changes)).map(({ kind, severity }) => `${kind} ${severity}`)).toEqual(want)
  })

  it('clients that run into the limits of the gateway are found in its statistics', async () => {
    const titles = (refused: number, overLimit = 0) =>
      limitedClients({ by_code: { RATE_LIMITED: refused } }, overLimit).map(({ title }) => title)
    expect([titles(99), titles(100)]).toEqual([[], [expect.stringContaining('100 calls')]])
    expect([titles(149, 50), titles(150, 50)]).toEqual([[], [expect.stringContaining('100 calls')]])
  })

  it('each finding names its tenant, a query of the admin interface and a step', async () => {
    const cases = [
      { accounts: [account({ credential: credentialOf(inDays(-1)), health: probed(5) })], days: [] },
      busy(
        { calls: 100, bypassed: 100, failures: { 'UPSTREAM_ERROR 429': 50, 'UPSTREAM_ERROR 500': 50 } },
        { calls: 0 },
      ),
      limited(5000),
    ].map(find)
    const all = (await Promise.all(cases)).flat()
    expect(all.length).toBeGreaterThan(5)
    for (const { finding, kind, tenant, detail, evidence: query } of all) {
      expect(finding.startsWith(`${kind}/acme`)).toBe(true)
      expect(tenant).toBe('acme')
      expect(query).toMatch(/^\/admin\//)
      expect(detail.length).toBeGreaterThan(40)
      // The next step is data: each surface words it.
      expect(detail).not.toContain('/admin/')
    }
    expect(new Set(all.map(({ finding }) => finding)).size).toBe(all.length)
  })
})

it.each<[what: string, before: Partial<UsageCell>, want: string]>([
  ['no calls', { calls: 0 }, 'The week before had no calls.'],
  ['calls that went well', { calls: 50, failures: { 'UPSTREAM_ERROR 404': 40 } }, 'In the week before it was 0 %.'],
])('a spike after a week with %s says so', async (_what, before, want) => {
  const findings = await find(busy({ calls: 20, failures: { 'UPSTREAM_ERROR 502': 18 } }, before))
  expect(findings.map(({ detail }) => detail)).toEqual([expect.stringContaining(want)])
})

describe('applications that a vendor refuses', () => {
  const hour = 3_600_000
  const seedWith = (account: string, changes: Partial<SeedRecord>): AccountEvidence => ({
    ...accountOf(account),
    seed: { ...seedOf('active', 'invalid_client'), account, application: 'apps/hubspot', ...changes },
  })
  const accountOf = (name: string): AccountEvidence => account({ account: name })
  const refusedFor = (hours: number, refused_as: SeedRecord['refused_as'] = 'client') => ({
    refused_as,
    refused_since: shiftTime(msOf(now), -hours * hour),
  })
  const find = (...accounts: readonly AccountEvidence[]) => {
    const tally = createClientTally()
    tally.add({ accounts, now })
    return tally.findings()
  }

  it('are one suggestion for all their accounts', () => {
    const accounts = ['a', 'b', 'c'].map((name) => seedWith(name, refusedFor(1)))
    expect(find(...accounts)).toMatchObject([
      {
        finding: 'application-refused/apps/hubspot#c',
        tenant: null,
        title: 'The vendor refuses the application apps/hubspot',
        detail: expect.stringMatching(/refused 3 of 3 accounts since .*\(invalid_client\)/),
        evidence: '/admin/apps/hubspot',
      },
    ])
  })

  it('also where some accounts have a token that was given before', () => {
    const fine = seedWith('c', { error: null, refreshed_at: shiftTime(msOf(now), -2 * hour) })
    expect(find(seedWith('a', refusedFor(1)), seedWith('b', refusedFor(1)), fine)).toHaveLength(1)
  })

  it('that have one account are told of, too; of several, one alone is no reason', () => {
    expect(find(seedWith('a', refusedFor(1)))).toHaveLength(1)
    const fine = seedWith('b', { error: null, refreshed_at: shiftTime(msOf(now), -2 * hour) })
    expect(find(seedWith('a', refusedFor(1)), fine)).toEqual([])
  })

  it('are not those that took another account since', () => {
    const fine = seedWith('c', { error: null, refreshed_at: msOf(now) })
    expect(find(seedWith('a', refusedFor(1)), seedWith('b', refusedFor(1)), fine)).toEqual([])
  })

  it('in other words are told of after a day', () => {
    expect(find(seedWith('a', refusedFor(23, 'grant')), seedWith('b', refusedFor(23, 'grant')))).toEqual([])
    expect(find(seedWith('a', refusedFor(24, 'grant')), seedWith('b', refusedFor(24, 'grant')))).toHaveLength(1)
  })

  it('and clients of seeds that were stored by hand name an account and its tenant', () => {
    const own = { ...refusedFor(1), application: 'own' }
    expect(find(seedWith('a', own), seedWith('b', own))).toMatchObject([
      { finding: 'application-refused/hubspot#c', tenant: 'acme', evidence: '/admin/tokens/acme/hubspot/a' },
    ])
  })

  it.each([
    [31, undefined],
    [30, 'medium'],
    [7, 'high'],
    [-3, 'high'],
  ])('a secret that ends in %i days: %s', (days, severity) => {
    const secret_expires_at = isoTime(shiftTime(msOf(now), days * 24 * hour))
    const app = { provider: 'hubspot', tenant: 'acme', secret_expires_at } as VendorApplicationRecord
    const findings = findEndingSecrets([app, { ...app, secret_expires_at: null }], now)
    expect(findings.map((each) => each.severity)).toEqual(severity === undefined ? [] : [severity])
    expect(
      findings.every(({ finding, tenant }) => finding === 'secret-ends/apps/hubspot/acme' && tenant === 'acme'),
    ).toBe(true)
  })
})
