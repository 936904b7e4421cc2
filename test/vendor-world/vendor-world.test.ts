// Test lanes: both-stores, long-on-mongodb, slow

import { randomBytes } from 'node:crypto'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { apiKey, file, oauth2, optional, page, path, provider, read, Type, write } from '@patchbay/core/provider'
import { requestToken } from '@patchbay/core/refresh/authorization-server/request-token'
import type { WebhookRecord } from '@patchbay/core/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEvent } from '../../server/webhooks/send-event.ts'
import { tokenOf } from '../client.ts'
import { createBrowser } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { exchangePath, startDeviatingVendor } from './deviating-vendor.ts'
import { bigId, type Deviation, deviations, reported, secret } from './deviations.ts'

const at =
  (end: string) =>
  (_params: unknown, { settings }: { readonly settings: Readonly<Record<string, string>> }) => ({
    path: path`/${settings.deviation ?? ''}/${end}`,
  })

const world = provider({
  id: 'world',
  title: 'World',
  origin: 'https://api.world-of-the-tests.com',
  settings: { deviation: Type.String({ pattern: '^[a-z0-9.-]+$', maxLength: 64 }) },
  auth: apiKey({ header: 'X-Key' }),
  probe: { action: 'get_thing', params: {} },
  limits: { headers: 'X-RateLimit-*', per: 'action' },
  actions: {
    get_thing: read('GET /read', { description: 'Read', params: {}, request: at('read') }),
    list: read('GET /list', {
      description: 'List',
      params: optional({ since: Type.String() }),
      pages: page({ items: '/items', into: 'page', size: { into: 'size', max: 2 } }),
      request: at('list'),
    }),
    make: write('POST /make', { description: 'Make', params: { name: Type.String() }, request: at('make') }),
    upload: write('PUT /upload', {
      description: 'Upload',
      encoding: 'bytes',
      params: { data: file(1000, 'The file') },
      request: at('upload'),
    }),
    download: read('GET /download', { description: 'Download', params: {}, answer: 'bytes', request: at('download') }),
  },
})

/** A provider whose accounts are connected by a sign-in. */
const signedIn = provider({
  id: 'signed-in',
  title: 'Signed in',
  origin: 'https://api.world-of-the-tests.com',
  auth: oauth2({
    authorize: 'https://world-of-the-tests.com/authorize',
    token: `https://world-of-the-tests.com${exchangePath}`,
    scopes: {},
    rotates: false,
  }),
  probe: { action: 'get_thing', params: {} },
  actions: { get_thing: read('GET /coding-identity', { description: 'Read', params: {} }) },
})

const kinds: Readonly<Record<string, object>> = {
  read: { action: 'get_thing' },
  page: { action: 'list', limit: 4 },
  write: { action: 'make', name: 'x' },
  upload: { action: 'upload', data: { filename: 'a.txt', media_type: 'text/plain', content: 'eA==' } },
  download: { action: 'download' },
}

let vendor: Awaited<ReturnType<typeof startDeviatingVendor>>
let gateway: Awaited<ReturnType<typeof startTestGateway>>
const accountOf = ({ name }: Deviation): string => name.replaceAll('.', '_')

beforeAll(async () => {
  vendor = await startDeviatingVendor(deviations)
  gateway = await startTestGateway({
    domains: [domainOf(world), domainOf(signedIn)],
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ world: vendor.origin, 'signed-in': vendor.origin }),
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      MAX_RESPONSE_BYTES: '65536',
      REQUEST_TIMEOUT_MS: '30000',
    },
  })
  const accounts = deviations.map((deviation) => ({
    id: accountOf(deviation),
    label: deviation.name,
    settings: { deviation: deviation.name },
  }))
  const tenant = { name: 'Acme', status: 'active', providers: { world: { accounts, default: accounts[0]?.id } } }
  const put = await gateway.admin('PUT', '/admin/tenants/acme', tenant)
  if (put.status >= 300) throw new Error(put.text)
  await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token: tokenOf('acme') })
  const app = { client_id: 'a-client', client_secret: secret, token_url: `${vendor.origin}${exchangePath}` }
  const stored = await gateway.admin('PUT', '/admin/apps/signed-in', app)
  if (stored.status >= 300) throw new Error(stored.text)
  for (const { id } of accounts) await gateway.admin('PUT', `/admin/tokens/acme/world/${id}`, { access_token: secret })
}, 120_000)
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})

const isHeadOf = ({ status }: Deviation, from: number, to: number): boolean => status >= from && status < to

/** Faults of a cell by the rules that hold in each. */
const judge = (
  deviation: Deviation,
  kind: string,
  answer: { status: number; text: string },
  outcome?: string,
): string[] => {
  const { status, isCut } = deviation
  const faults: string[] = []
  const say = (fault: string) =>
    faults.push(`${deviation.name}, ${kind}: ${fault} (${answer.status} ${answer.text.slice(0, 200)})`)
  const bytes = Buffer.from(secret)
  for (const form of [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')])
    if (answer.text.includes(form)) say('holds the credential')
  if (answer.text.includes('11480283059603702') && !answer.text.includes(bigId)) say('a digit has changed')
  if (isHeadOf(deviation, 400, 600) && !isCut && answer.status !== status) say(`the status was ${status}`)
  if (answer.status === 500 && status !== 500) say('a fault of the gateway')
  if (outcome === undefined) return faults
  if (isHeadOf(deviation, 200, 300) && outcome === 'error') say('what was done stands there as an error')
  if (isHeadOf(deviation, 300, 500) && !isCut && outcome !== 'error') say(`what was refused stands there as ${outcome}`)
  if ((isCut || status >= 500 || status === 0) && outcome === 'ok') say('what nobody knows stands there as ok')
  if (answer.status < 300 && outcome !== 'ok') say(`the caller was told that it is done, and there stands ${outcome}`)
  return faults
}

const callAs = async (deviation: Deviation, kind: string, body: object) => {
  const id = `${accountOf(deviation)}-${kind}`
  const headers = { 'x-repeat': 'true', 'x-request-id': id }
  return gateway.call('acme', 'world', { ...body, account_id: accountOf(deviation) }, { headers })
}

const readOutcome = async (deviation: Deviation, kind: string): Promise<string> => {
  const { body } = await gateway.admin('GET', `/admin/calls/${accountOf(deviation)}-${kind}`)
  return body.calls[0].outcome
}

const isWrite = (kind: string): boolean => kind === 'write' || kind === 'upload'

/** The caller's result for each deviation, by kind of request. */
const rows = new Map<string, Record<string, string>>()

const printTable = (): string => {
  const names = [...Object.keys(kinds), 'probe', 'webhook', 'refresh', 'callback']
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const body = deviations.map(({ name, source }) =>
    line([name, source, ...names.map((kind) => rows.get(name)?.[kind] ?? '')]),
  )
  const head = [line(['deviation', 'breaks or stretches', ...names]), line(['---', '---', ...names.map(() => '---')])]
  return `The status that a caller gets, and what the audit log says of a write; the status of a probe; how a webhook, a refresh and the exchange of a sign-in's code ended. Made by vendor-world.test.ts.\n\n${[...head, ...body].join('\n')}\n`
}

const note = ({ name }: Deviation, kind: string, cell: unknown): void => {
  rows.set(name, { ...rows.get(name), [kind]: String(cell) })
}

const tryCell = async (deviation: Deviation, kind: string, body: object): Promise<string[]> => {
  const answer = await callAs(deviation, kind, body)
  const outcome = isWrite(kind) ? await readOutcome(deviation, kind) : undefined
  note(deviation, kind, [answer.status, outcome].filter((part) => part !== undefined).join(' '))
  return judge(deviation, kind, answer, outcome)
}

test('there are a hundred deviations, each with its source and a name of its own', () => {
  expect(deviations.length).toBeGreaterThanOrEqual(100)
  expect(new Set(deviations.map(({ name }) => name)).size).toBe(deviations.length)
  for (const { source } of deviations) expect(source).not.toBe('')
  expect(deviations.map(({ name }) => name)).toEqual(expect.arrayContaining([...reported]))
})

test('whatever a vendor answers, nothing wrong is recorded, no credential is shown, no digit changes, and each status is kept', async () => {
  const waiting = deviations.values()
  const faults: string[] = []
  const work = async () => {
    for (const deviation of waiting)
      for (const [kind, body] of Object.entries(kinds)) faults.push(...(await tryCell(deviation, kind, body)))
  }
  await Promise.all(Array.from({ length: 6 }, work))
  expect(faults).toEqual([])
}, 600_000)

test('no account is closed for longer than an hour', async () => {
  let cursor = ''
  let closed = 0
  do {
    const { body } = await gateway.admin('GET', `/admin/accounts?tenant=acme&limit=100${cursor}`)
    for (const account of body.accounts) {
      if (account.closed === null) continue
      closed++
      expect(Date.parse(account.closed.until) - Date.now(), account.account_id).toBeLessThanOrEqual(3_600_000)
    }
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
  } while (cursor !== '')
  expect(closed).toBeGreaterThan(20)
})

test('probes, webhooks and token endpoints keep to the same', async () => {
  const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.1') })
  const event = { id: 'msg_1', payload: '{}' } as WebhookRecord
  for (const deviation of deviations) {
    const { name, status, isCut } = deviation
    const probe = await gateway.admin('POST', `/admin/tokens/acme/world/${accountOf(deviation)}/test`)
    expect(probe.text, name).not.toContain(secret)
    note(deviation, 'probe', probe.body.status)
    if (status >= 400 && !isCut) expect(probe.body.status, name).toBe(status)

    const sent = await sendEvent(fetcher, { url: `${vendor.origin}/${name}/hook`, key: randomBytes(32) }, event)
    note(deviation, 'webhook', sent.outcome)
    if (status >= 200 && status < 300 && !isCut) expect(sent.outcome, name).toBe('delivered')
    else if (status === 410 && !isCut) expect(sent.outcome, name).toBe('gone')
    else if (status >= 300 && !isCut) expect(sent.outcome, name).toBe('failed')
    if ('waitMs' in sent) expect(sent.waitMs, name).toBeLessThanOrEqual(3_600_000)

    const refreshed = await requestToken(fetcher, {
      clientId: 'a-client',
      clientSecret: secret,
      tokenEndpoint: `${vendor.origin}/${name}/token`,
      grant: { kind: 'refresh_token', refreshToken: 'a-refresh-token' },
      clientAuth: 'post',
      signal: AbortSignal.timeout(10_000),
    } as Parameters<typeof requestToken>[1])
    note(deviation, 'refresh', refreshed.outcome)
    expect(JSON.stringify({ ...refreshed, fields: null }), name).not.toContain(secret)
    if (status >= 500 || status === 0) expect(refreshed.outcome, name).toBe('failed')
    if ('retryAfterMs' in refreshed) expect(refreshed.retryAfterMs, name).toBeLessThanOrEqual(3_600_000)
  }
}, 300_000)

/** Signs in up to the vendor's page, and comes back with the name of a deviation as the code. */
const exchange = async (deviation: Deviation) => {
  const body = { tenant_id: 'acme', provider: 'signed-in', account_id: accountOf(deviation) }
  const { connect_id, url } = (await gateway.admin('POST', '/admin/connect', body)).body
  const browser = createBrowser()
  const page = await browser.visit(url)
  const { location = '' } = await browser.visit(url, page.hidden)
  const state = new URL(location).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ code: deviation.name, state })
  const back = await browser.visit(`${gateway.url}/connect/callback/signed-in?${query}`)
  return { back, link: await gateway.admin('GET', `/admin/connect/${connect_id}`) }
}

test('a sign-in whose code is exchanged at such an endpoint asks its question or fails, and shows no credential', async () => {
  for (const deviation of deviations) {
    const { name, status, isCut, body } = deviation
    const { back, link } = await exchange(deviation)
    note(deviation, 'callback', back.status)
    for (const text of [back.text, link.text]) expect(text, name).not.toContain(secret)
    if (status < 200 || status >= 300 || isCut) expect(back.status, name).toBeGreaterThanOrEqual(400)
    // A token that a read could have read is taken.
    else if (body === undefined && rows.get(name)?.read === '200') expect(back.status, name).toBe(200)
    expect(back.status, name).not.toBe(500)
  }
}, 300_000)

test('the table has what each kind of request got', async () => {
  await expect(printTable()).toMatchFileSnapshot('table.md')
})
