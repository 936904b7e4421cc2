// Test lanes: slow

/** Accounts that come from elsewhere: from a Nango on loopback with 50 connections of 5 providers, and from a file. */
import { apiKey, basic, oauth2, Type } from '@patchbay/core/provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdminApi } from '../../cli/api/admin-api.ts'
import { CommandError } from '../../cli/terminal/command-error.ts'
import { csvEntries } from '../../packages/import-connections/csv.ts'
import type { IncomingEntry } from '../../packages/import-connections/incoming.ts'
import { nangoEntries } from '../../packages/import-connections/nango.ts'
import { openNango } from '../../packages/import-connections/nango-api.ts'
import { importConnections, type Line } from '../../packages/import-connections/run.ts'
import { variant } from '../call-path/fixture-provider.ts'
import { tokenOf } from '../client.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { startAuthorizationServer } from '../providers/authorization-server.ts'
import { type KeptConnection, startNango } from '../providers/nango.ts'
import { runPatchbay } from './patchbay.ts'

const probe = { action: 'get', params: { id: '1' } } as const
const signIn = (rotates: boolean) =>
  oauth2({
    authorize: 'https://vendor.example.com/authorize',
    token: 'https://vendor.example.com/token',
    scopes: { things: 'Read things' },
    rotates,
  })
const rotating = startAuthorizationServer({ rotates: true })
const steady = startAuthorizationServer({ rotates: false })

/** The `authorization` headers that the vendor accepts. */
const headersTaken = new Set<string>()
let keyVendorIsDown = false
const keyVendor = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ headers }) {
    if (keyVendorIsDown) return new Response('away', { status: 503 })
    const taken = headersTaken.has(headers.get('authorization') ?? '')
    return Response.json(taken ? { ok: true } : { message: 'no' }, { status: taken ? 200 : 401 })
  },
})
const keyOrigin = `http://127.0.0.1:${keyVendor.port}`

const settings = { region: Type.String({ pattern: '^[a-z]{2}$', maxLength: 2 }) }
const origins = {
  rotating: rotating.origin,
  steady: steady.origin,
  regional: steady.origin,
  keyed: keyOrigin,
  paired: keyOrigin,
}
const domains = [
  variant('rotating', { auth: signIn(true), probe }),
  variant('steady', { auth: signIn(false), probe }),
  variant('regional', { auth: signIn(false), probe, settings }),
  variant('keyed', { auth: apiKey({ header: 'Authorization', prefix: 'Key ' }), probe }),
  variant('paired', { auth: basic(), probe }),
].map(domainOf)

const nango = startNango({
  key: 'the-secret-key-of-nango',
  refusals: 1,
  async refresh({ provider, credentials }) {
    const vendor = provider === 'rotating' ? rotating : steady
    const { token_endpoint, ...form } = vendor.seedFor(String(credentials.refresh_token))
    const body = new URLSearchParams({ ...form, grant_type: 'refresh_token' })
    const answer = (await (await fetch(token_endpoint, { method: 'POST', body })).json()) as Record<string, unknown>
    Object.assign(credentials, answer, { expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  },
  forward: ({ provider, credentials }, path) =>
    fetch(`${Reflect.get(origins, provider) ?? keyOrigin}${path}`, {
      headers: { authorization: authorizationOf(credentials) },
    }),
})
const authorizationOf = ({ apiKey: key, username, password, access_token }: Record<string, unknown>): string => {
  if (key) return `Key ${key}`
  return username ? `Basic ${btoa(`${username}:${password}`)}` : `Bearer ${access_token}`
}

type Gateway = Awaited<ReturnType<typeof startTestGateway>>
let gateway: Gateway
beforeAll(async () => {
  gateway = await startTestGateway({
    domains,
    env: {
      PROVIDER_ORIGINS: JSON.stringify(origins),
      ALLOWED_PRIVATE_HOSTS: [rotating, steady].map(({ origin }) => new URL(origin).host).join(','),
    },
  })
  for (const [id, vendor] of Object.entries({ rotating, steady, regional: steady })) {
    const { client_id, token_endpoint } = vendor.seedFor('')
    await gateway.admin('PUT', `/admin/apps/${id}`, { client_id, token_url: token_endpoint })
  }
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([rotating.stop(), steady.stop(), nango.stop(), keyVendor.stop(true)])
})

/** Ten connections of a provider, of five organizations; every third access token has expired at Nango. */
const tenOf = (provider: string, more: (nth: number) => Partial<KeptConnection>): KeptConnection[] =>
  Array.from({ length: 10 }, (_, nth) => ({
    connection_id: `${provider}-${nth}`,
    provider,
    provider_config_key: `${provider}-prod`,
    tags: { organization_id: `Org ${nth % 5}`, end_user_email: `ada-${nth}@example.com` },
    credentials: {},
    ...more(nth),
  }))
const oauthCredentials = (vendor: typeof steady, nth: number) => ({
  type: 'OAUTH2',
  ...vendor.authorize(),
  raw: {},
  expires_at: new Date(Date.now() + (nth % 3 === 0 ? -1000 : 3_600_000)).toISOString(),
})
const secretFor = (nth: number, prefix: string): string => `${prefix}-${nth}-${crypto.randomUUID()}`

const keyOf = (nth: number) => {
  const key = secretFor(nth, 'key')
  headersTaken.add(`Key ${key}`)
  return { provider: 'some-api', credentials: { type: 'API_KEY', apiKey: key } }
}
const pairOf = (nth: number) => {
  const [username, password] = [`user-${nth}`, secretFor(nth, 'password')]
  headersTaken.add(`Basic ${btoa(`${username}:${password}`)}`)
  return { credentials: { type: 'BASIC', username, password } }
}
const good = [
  ...tenOf('rotating', (nth) => ({ credentials: oauthCredentials(rotating, nth) })),
  ...tenOf('steady', (nth) => ({ credentials: oauthCredentials(steady, nth) })),
  ...tenOf('regional', (nth) => ({
    credentials: oauthCredentials(steady, nth),
    connection_config: { region: 'eu', other: 1 },
  })),
  ...tenOf('keyed', keyOf),
  ...tenOf('paired', pairOf),
]
const oddCredentials = { type: 'API_KEY', apiKey: 'a-key-that-nobody-takes' }
const bad: KeptConnection[] = [
  {
    connection_id: 'dead',
    provider: 'rotating',
    provider_config_key: 'rotating-prod',
    credentials: {},
    broken: { status: 424, code: 'connection_refresh_exhausted' },
  },
  { connection_id: 'app', provider: 'steady', provider_config_key: 'steady-prod', credentials: { type: 'APP' } },
  { connection_id: 'refused', provider: 'some-api', provider_config_key: 'keyed-prod', credentials: oddCredentials },
  {
    connection_id: 'nowhere',
    provider: 'regional',
    provider_config_key: 'regional-prod',
    credentials: oauthCredentials(steady, 1),
  },
]
/** More than a page of the list. */
const unknown = Array.from({ length: 60 }, (_, nth) => ({
  connection_id: `${nth}`,
  provider: 'unknown-api',
  provider_config_key: 'unknown',
  credentials: oddCredentials,
}))

/** Runs an import, and returns its lines with everything that was printed. */
const run = async (entries: readonly IncomingEntry[], choices: object = {}, onLine?: (line: Line) => void) => {
  const printed: string[] = []
  const print = (line: string | undefined) => void printed.push(line ?? '')
  const terminal = {
    out: print,
    say: print,
    progress: print,
    isPerson: false,
    width: undefined,
    write: async () => undefined,
    bold: (text: string) => text,
    paint: (_tone: unknown, text: string) => text,
    wait: <T>(_what: string, answer: Promise<T>) => answer,
  }
  const lines: Line[] = []
  const api = openAdminApi(gateway.url, gateway.adminKey)
  const all = { isDryRun: false, removesSource: false, isJson: false, domains, ...choices }
  const thrown: unknown = await importConnections(api, entries, all, terminal, (line) => {
    lines.push(line)
    onLine?.(line)
  }).catch((error) => error)
  const text = [...printed, thrown instanceof Error ? `${thrown.message} ${Reflect.get(thrown, 'details')}` : ''].join(
    '\n',
  )
  const count = (result: Line['result']): number => lines.filter((line) => line.result === result).length
  return { lines, text, count, noteOf: (source: string) => lines.find((line) => line.source === source)?.note }
}

const said: string[] = []
const readNango = () => {
  const mapped = new Map([['keyed-prod', 'keyed']])
  return nangoEntries(
    openNango(nango.url, nango.key, (line) => said.push(line)),
    { tenant: undefined, mapped },
    undefined,
  )
}

/** Every text that must not be seen. */
const secrets = (): string[] =>
  [nango.key, gateway.adminKey, rotating.clientSecret].concat(
    nango.connections().flatMap(({ credentials }) => {
      const { apiKey: key, password, access_token, refresh_token } = credentials
      return [key, password, access_token, refresh_token].filter((each) => typeof each === 'string')
    }),
  )
const seenIn = (text: string): string[] => secrets().filter((secret) => text.includes(secret))

const tenantNames = async () =>
  (await gateway.admin('GET', '/admin/tenants?limit=100')).body.tenants.map(({ name }: { name: string }) => name)

describe('the connections of a Nango', () => {
  let moved: Line[] = []
  const callAtGateway = ({ tenant, provider, account }: Line) =>
    gateway.call(
      tenant ?? '',
      provider ?? '',
      { action: 'get', id: '1', account_id: account },
      { token: tokenOf(tenant ?? '') },
    )

  beforeAll(() => {
    nango.add(...good, ...bad, ...unknown)
    for (const [id, vendor] of Object.entries({ rotating, steady, regional: steady })) {
      const { client_id, client_secret } = vendor.seedFor('')
      nango.integrations.set(`${id}-prod`, { client_id, client_secret })
    }
  })

  it('a dry run maps all of them, waits for the rate limit, and stores nothing', async () => {
    const { count, text, noteOf } = await run(await readNango(), { isDryRun: true })
    expect([count('would move'), count('failed')]).toEqual([51, 63])
    expect(said).toEqual(["Nango's rate limit: continuing in 1 s"])
    expect(noteOf('rotating-prod/rotating-1')).toBe('refreshes itself')
    expect(noteOf('unknown/0')).toContain('unknown provider unknown-api')
    expect([seenIn(text), await tenantNames()]).toEqual([[], []])
  })

  it('all 50 move, without a consent and without a failed call of a client that calls all of them meanwhile', async () => {
    for (const nth of [0, 1, 2, 3, 4]) {
      const tenant = `org-${nth}-${Bun.CryptoHasher.hash('sha256', `Org ${nth}`, 'hex').slice(0, 8)}`
      await gateway.admin('POST', '/admin/auth', { tenant_id: tenant, token: tokenOf(tenant) })
    }
    const now = new Map<string, Line>()
    let isOver = false
    const calls = { atNango: 0, atGateway: 0, failed: [] as string[] }
    const client = async (): Promise<void> => {
      for (let last = false; !last; ) {
        last = isOver
        for (const connection of good) {
          const source = `${connection.provider_config_key}/${connection.connection_id}`
          const line = now.get(source)
          const { status } = await (line ? callAtGateway(line) : nango.call(connection, '/things/1'))
          calls[line ? 'atGateway' : 'atNango'] += 1
          if (status !== 200) calls.failed.push(`${source} ${line ? 'gateway' : 'nango'} ${status}`)
        }
      }
    }
    const calling = client()
    const result = await run(await readNango(), {}, (line) => {
      if (line.result === 'moved') now.set(line.source, line)
    })
    isOver = true
    await calling
    moved = result.lines.filter((line) => line.result === 'moved')
    expect([result.count('moved'), result.count('failed'), calls.failed]).toEqual([50, 64, []])
    expect(Math.min(calls.atNango, calls.atGateway)).toBeGreaterThan(9)
    expect(seenIn(result.text)).toEqual([])
    expect(result.text).toMatch(/10 accounts \(rotating\) have refresh tokens that work only once/)
    // Tokens of an hour, which both sides refresh a quarter of an hour ahead at most.
    const latest = Date.parse(/before (\S+Z)\./.exec(result.text)?.[1] ?? '')
    expect(Math.round((latest - Date.now()) / 900_000)).toBe(3)
    expect([result.noteOf('rotating-prod/dead'), result.noteOf('steady-prod/app')]).toEqual([
      'Nango responded with 424 (connection_refresh_exhausted)',
      "credentials of Nango's type APP cannot be moved",
    ])
    expect(result.noteOf('regional-prod/nowhere')).toContain('needs the setting region')
    expect(result.noteOf('keyed-prod/refused')).toContain('stored, but')
  })

  it('a moved account has its name, its tenant’s name and its settings, and refreshes itself', async () => {
    const { tenant } = moved.find(({ source }) => source === 'regional-prod/regional-3') ?? {}
    const { body } = await gateway.admin('GET', `/admin/tenants/${tenant}`)
    expect(body).toMatchObject({ name: 'Org 3', status: 'active' })
    expect(body.providers.regional.accounts).toEqual([
      { id: 'regional-3', label: 'ada-3@example.com', settings: { region: 'eu' } },
      { id: 'regional-8', label: 'ada-8@example.com', settings: { region: 'eu' } },
    ])
    for (const { credentials } of good) {
      for (const vendor of [rotating, steady]) vendor.revoke(String(credentials.access_token))
    }
    const statuses = await Promise.all(moved.map(async (line) => (await callAtGateway(line)).status))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  it('a second run changes nothing that works, asks Nango for none of it, and deletes it there when told to', async () => {
    const [refreshes, requests] = [rotating.requests.length + steady.requests.length, nango.requests.length]
    const { count } = await run(await readNango(), { removesSource: true })
    expect([count('works already'), count('moved'), count('failed')]).toEqual([50, 0, 64])
    expect(rotating.requests.length + steady.requests.length).toBe(refreshes)
    const read = nango.requests
      .slice(requests)
      .filter((request) => /^GET \/connections\/(rotating|steady|regional|keyed|paired)/.test(request))
    expect(read).toEqual([])
    expect(nango.connections().map(({ connection_id }) => connection_id)).toEqual(
      [...bad, ...unknown].map(({ connection_id }) => connection_id),
    )
  })

  it('a wrong key of Nango ends the run, and is not shown', async () => {
    const failing = nangoEntries(
      openNango(nango.url, 'a-wrong-key', () => undefined),
      { tenant: undefined, mapped: new Map() },
      undefined,
    )
    await expect(failing).rejects.toThrow('Nango refused the key (unknown_key)')
  })
})

describe('the rows of a file', () => {
  const header = 'tenant,provider,account,refresh_token,client_id,client_secret,access_token,expires_at,key\n'
  const quoted = (vendor: typeof steady): string => `"${vendor.clientId}","${vendor.clientSecret}"`

  it('are stored and tried, also where a run ended in between, and a second run uses no refresh token again', async () => {
    const { refresh_token } = rotating.authorize()
    const half = steady.authorize()
    await gateway.admin('PUT', '/admin/tenants/half', {
      name: 'Half',
      status: 'active',
      providers: { steady: { accounts: [{ id: 'main', label: 'Main' }] } },
    })
    const token = { access_token: half.access_token, expires_at: Math.floor(Date.now() / 1000) + 3600 }
    await gateway.admin('PUT', '/admin/tokens/half/steady/main', token)
    const text = `${header}globex,rotating,main,${refresh_token},${quoted(rotating)},,,\nhalf,steady,main,${half.refresh_token},${quoted(steady)},other-token,4000000000,\n`
    const first = await run(csvEntries(text))
    expect(first.lines.map(({ source, result, note }) => [source, result, note])).toEqual([
      ['line 2', 'moved', ''],
      ['line 3', 'moved', ''],
    ])
    const { body } = await gateway.admin('GET', '/admin/tokens/half/steady/main')
    expect([body.seed.client_id, body.expires_at]).toEqual([steady.clientId, token.expires_at])
    const { length } = rotating.requests
    expect((await run(csvEntries(text))).count('works already')).toBe(2)
    expect([rotating.requests.length, first.text.includes(refresh_token)]).toEqual([length, false])
  })

  it('replace a credential that the vendor refuses, and none that the vendor can not be asked about', async () => {
    const { credentials } = { ...pairOf(1), ...keyOf(1) }
    const row = (key: string) => csvEntries(`tenant,provider,account,key\ninitech,keyed,main,${key}\n`)
    expect((await run(row('no-good-key'))).lines[0]).toMatchObject({
      result: 'failed',
      note: expect.stringContaining('stored, but'),
    })
    expect((await run(row(credentials.apiKey))).lines[0]).toMatchObject({ result: 'moved' })
    keyVendorIsDown = true
    const { lines } = await run(row('another-key'))
    keyVendorIsDown = false
    expect(lines[0]).toMatchObject({ result: 'failed', note: expect.stringContaining('nothing was changed') })
    expect((await run(row('another-key'))).lines[0]).toMatchObject({ result: 'works already' })
  })

  it('one account twice is told, and so is a refresh token that is no good', async () => {
    const row = `umbrella,rotating,main,a-dead-token,${quoted(rotating)},,,\n`
    const { lines, text } = await run(csvEntries(header + row + row))
    expect(lines.map(({ result, note }) => [result, note])).toEqual([
      ['failed', expect.stringMatching(/^stored, but the refresh token does not work: .*invalid_grant/)],
      ['failed', 'line 2 has the same tenant, provider and account'],
    ])
    expect(text).not.toContain('a-dead-token')
  })
})

it('a run that ends early tells what it has done, and a second one goes on', async () => {
  const rows = [1, 2, 3].map((nth) => `early,keyed,nth-${nth},${keyOf(nth).credentials.apiKey}\n`)
  const entries = csvEntries(`tenant,provider,account,key\n${rows.join('')}`)
  const ending = entries.map((entry, at) => {
    if (at < 2 || !('incoming' in entry)) return entry
    return { ...entry, read: () => Promise.reject(new CommandError('unreachable', 'nobody answers')) }
  })
  const first = await run(ending)
  expect([first.count('moved'), first.text]).toEqual([
    2,
    expect.stringMatching(/2 connections: 2 moved[\s\S]*nobody answers/),
  ])
  expect((await run(entries)).lines.map(({ result }) => result)).toEqual(['works already', 'works already', 'moved'])
})

describe('the program', () => {
  const words = (line: string): string[] => ['import-connections', ...line.split(' ')]
  const env = (more: Readonly<Record<string, string>>) => ({
    PATCHBAY_ADMIN_KEY: gateway.adminKey,
    PATCHBAY_URL: gateway.url,
    ...more,
  })

  it('takes the key of Nango from the environment, and ends with 1 where a connection is not moved', async () => {
    const line = `nango --url ${nango.url} --connection 5 --dry-run`
    const { code, stdout, stderr } = await runPatchbay(words(line), env({ NANGO_SECRET_KEY: nango.key }))
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/unknown\/5 +5 +unknown-api +5 +failed +unknown provider/),
    ])
    expect(stderr).toMatch(/^1 connections: 1 failed\nerror: 1 of 1 connections can't be moved/)
    expect(seenIn(stdout + stderr)).toEqual([])
  })

  it.each([
    ['nango --url https://nango.example', {}, 3, 'no key of Nango was given'],
    ['nango --url nango.example', { NANGO_SECRET_KEY: 'k' }, 2, '--url must be the URL of the API of Nango'],
    ['nango --url https://nango.example --map hubspot', { NANGO_SECRET_KEY: 'k' }, 2, '--map must be'],
    [
      'nango --url https://nango.example --tenant {org}',
      { NANGO_SECRET_KEY: 'k' },
      2,
      'the only placeholders in --tenant are {organization}',
    ],
    ['nango --url http://127.0.0.1:1 --key k', {}, 4, 'warning: --key is seen by every process'],
    ['csv /missing.csv', {}, 2, "/missing.csv can't be read (ENOENT)"],
  ])('%s ends with a code and says what to do', async (line, more, code, message) => {
    const ran = await runPatchbay(words(line), env(more))
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)])
  })

  it('reads a file from stdin, by the plugins that it has, and answers JSON', async () => {
    const text = 'tenant,provider,account,key\nhooli,stripe,live,sk-1\nhooli,stripe,test\n'
    const { code, stdout } = await runPatchbay(words('csv - --dry-run --json'), env({}), text)
    const results = JSON.parse(stdout).connections.map(({ source, result }: Line) => [source, result])
    expect([code, results]).toEqual([
      1,
      [
        ['line 2', 'would move'],
        ['line 3', 'failed'],
      ],
    ])
  })
})
