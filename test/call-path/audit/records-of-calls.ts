import { tokenOf } from '../../client.ts'
import { answer, type Behaviour, startScripted } from '../../providers/scripted.ts'
import { startServerProcess } from '../../server-process.ts'
import { approveCall, approvedCases } from './approved-calls.ts'
import { type RefusedCall, refusedCalls, type Way, ways } from './refused-calls.ts'

/** A call's records: its audit entries and its log lines, without the values that differ from run to run. */
export interface RecordedCall {
  readonly title: string
  readonly entries: readonly object[]
  readonly lines: readonly object[]
}

const account = { id: 'main', label: 'Main' }
const stripe = { accounts: [account], default: 'main' }
const both = { accounts: [account, { id: 'second', label: 'Second' }], default: 'second' }
const credential = { access_token: 'sk_test_of-this-tenant' }
const expired = { access_token: 'sk_test_gone', expires_at: 1_600_000_000 }

/** The tenants of one way, each with a name of its own, so that no way finds what another left. */
const tenants: Readonly<
  Record<string, { readonly tenant?: object; readonly token?: object; readonly billing?: object }>
> = {
  ready: { tenant: { providers: { stripe } }, token: credential },
  limited: { tenant: { providers: { stripe } }, token: credential },
  bare: { tenant: { providers: { stripe } } },
  stale: { tenant: { providers: { stripe } }, token: expired },
  two: { tenant: { providers: { stripe: both } }, token: credential },
  asleep: { tenant: { providers: { stripe }, status: 'suspended' } },
  ghost: {},
  denying: { tenant: { providers: { stripe }, options: { deny: ['stripe:write'] } }, token: credential },
  asking: { tenant: { providers: { stripe }, options: { ask: ['*:write'] } }, token: credential },
  'asking-bare': { tenant: { providers: { stripe }, options: { ask: ['*:write'] } } },
  capped: {
    tenant: { providers: { stripe } },
    token: credential,
    billing: { plan: 'p', currency: 'EUR', included_calls: 0, price_per_call: '0', monthly_limit: 0, hard_limit: true },
  },
}

const ownTokens = {
  'a-token-with-a-limit-of-one': { calls_per_minute: 1 },
  'a-token-that-may-only-write': { allow: ['stripe:write'] },
  'a-token-that-may-only-read': { allow: ['stripe:read'] },
}

type Server = Awaited<ReturnType<typeof startServerProcess>>

const nameIn = (way: number, name: string): string => `w${way}-${name}`

const seed = async ({ admin }: Server, way: number): Promise<void> => {
  for (const [name, { tenant, token, billing }] of Object.entries(tenants)) {
    const id = nameIn(way, name)
    if (tenant) await admin('PUT', `/admin/tenants/${id}`, { name, status: 'active', ...tenant })
    await admin('POST', '/admin/auth', { tenant_id: id, token: tokenOf(id) })
    if (token) await admin('PUT', `/admin/tokens/${id}/stripe/main`, token)
    if (billing) await admin('PUT', `/admin/billing/${id}`, billing)
  }
  for (const [token, members] of Object.entries(ownTokens))
    await admin('POST', '/admin/auth', { tenant_id: nameIn(way, 'ready'), token: nameIn(way, token), ...members })
}

/** A call of one way, with that way's tenants and tokens. */
const ofWay = (call: RefusedCall, way: number): RefusedCall => {
  const token =
    call.token === undefined ? undefined : call.token.replace('bearer-token-of-', `bearer-token-of-w${way}-`)
  const own = token !== undefined && Object.hasOwn(ownTokens, token) ? nameIn(way, token) : token
  return { ...call, tenant: nameIn(way, call.tenant), ...(own !== undefined && { token: own }) }
}

const differing = new Set(['id', 'at', 'time', 'duration_ms', 'ms', 'request_id', 'ip', 'token_id'])
const onlyWhether = new Set(['digest', 'approval_id', 'parent', 'resolves'])

/** Without ids, times and the names of one way. */
const plain = (members: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !differing.has(name))
      .map(([name, value]) => {
        if (onlyWhether.has(name)) return [name, value === null ? null : 'there']
        if (typeof value !== 'string') return [name, value]
        const text = value
          .replaceAll(/w\d-/g, '')
          .replaceAll(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/g, '(id)')
          .replaceAll(/127\.0\.0\.1:\d+/g, '(vendor)')
          .replaceAll(/\bin \d+ s\b/g, 'in (some) s')
          .replaceAll(/\b\d{4}-\d\d-01\b/g, '(next month)')
        return [name, name === 'tries' ? text.replaceAll(/ \d+/g, ' (ms)') : text]
      }),
  )

const linesOf = ({ output }: Server, requestId: string): object[] =>
  output.stdout
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"${requestId}"`))
    .map((line) => plain(JSON.parse(line)))

const play = (upstream: Awaited<ReturnType<typeof startScripted>>, vendor: readonly Behaviour[] = [answer(500)]) =>
  upstream.play(...(vendor as [Behaviour, ...Behaviour[]]))

const recordCall = async (
  server: Server,
  upstream: Awaited<ReturnType<typeof startScripted>>,
  call: RefusedCall,
  way: Way,
  requestId: string,
): Promise<void> => {
  play(upstream, call.vendor)
  await way(server, call, requestId)
}

/** Makes every call by every way, and reads what was recorded of each, and the counters at the end. */
export const recordRefusedCalls = async (): Promise<{
  readonly calls: readonly RecordedCall[]
  readonly counters: readonly string[]
}> => {
  const upstream = await startScripted(answer(500))
  const server = await startServerProcess({
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ stripe: upstream.origin }),
      LOG_LEVEL: 'info',
      CALLS_PER_MINUTE: '0',
      // Long enough for three tries, and for a busy machine to start the program that runs code.
      REQUEST_TIMEOUT_MS: '29000',
    },
  })
  try {
    const made: { title: string; requestId: string }[] = []
    for (const [way, [name, make]] of Object.entries(ways).entries()) {
      await seed(server, way)
      const limited = ofWay({ title: '', tenant: 'ready', token: 'a-token-with-a-limit-of-one', body: {} }, way)
      await make(server, limited, crypto.randomUUID())
      for (const [index, call] of refusedCalls.entries()) {
        if (call.isWaitedOutByCode && make === ways.code) continue
        const requestId = `way-${way}-call-${index}`
        made.push({ title: `${call.title}: ${name}`, requestId })
        await recordCall(server, upstream, ofWay(call, way), make, requestId)
      }
    }
    const approved: RecordedCall[] = []
    for (const [way, [name, make]] of Object.entries(ways).entries())
      for (const [index, approvedCase] of approvedCases.entries()) {
        const tenant = `w${way}-approved-${index}`
        play(upstream, approvedCase.vendor)
        await approveCall(server, tenant, make, approvedCase)
        const { body } = await server.admin('GET', `/admin/audit?tenant=${tenant}`)
        const title = `approved, and ${approvedCase.title}: ${name}`
        approved.push({ title, entries: body.entries.map(plain), lines: [] })
      }
    const { body } = await server.admin('GET', '/admin/audit?limit=1000')
    const entries = body.entries as Record<string, unknown>[]
    const { text } = await server.send('GET', '/metrics', {})
    // The last lines are written within half a second.
    await server.end('SIGTERM')
    const calls = made.map(({ title, requestId }) => ({
      title,
      entries: entries.filter(({ request_id }) => request_id === requestId).map(plain),
      lines: linesOf(server, requestId),
    }))
    const counters = text.split('\n').filter((line) => /^patchbay_(calls|cache|refused)_total/.test(line))
    return { calls: [...calls, ...approved], counters: counters.sort() }
  } finally {
    await server.stop()
    await upstream.stop()
  }
}
