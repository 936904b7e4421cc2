// Test lanes: long-on-mongodb, slow

import { afterEach, describe, expect, it, vi } from 'vitest'
import { onlyJobs, startTestGateway } from '../../gateway.ts'
import { answer, type Behaviour, hold, startScripted } from '../../providers/scripted.ts'
import { startWebhookReceiver } from '../../providers/webhook-receiver.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'

const running: { stop(): Promise<unknown> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const each of running.splice(0)) await each.stop()
})

const forever = new Promise<never>(() => {})

/** Sends the head and the half of an answer, and no more. */
const halfAnAnswer: Behaviour = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"id":')
}

const createContact = (email: string) => ({ action: 'create', object_type: 'contacts', properties: { email } })
const create = createContact('ada@example.com')
const billing = { plan: 'p', currency: 'EUR', included_calls: 0, price_per_call: '0.01' }

const readGauge = async (server: ServerProcess): Promise<string | undefined> => {
  const { text } = await server.send('GET', '/metrics', {})
  return /^patchbay_effects_unknown (\d+)$/m.exec(text)?.[1]
}

/** A gateway that was killed in the middle of writes, by their request ids, and started again. */
const killDuring = async (
  vendor: Awaited<ReturnType<typeof startScripted>>,
  writes: Readonly<Record<string, typeof create>>,
  { crons = onlyJobs({}), key }: { readonly crons?: string; readonly key?: string } = {},
) => {
  const receiver = startWebhookReceiver()
  running.push(receiver)
  const env = {
    CRONS: crons,
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: receiver.host,
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: receiver.secret,
  }
  const first = await startServerProcess({ env })
  const { dataDir, adminKey } = first
  await first.seed('acme', { hubspot: 'a-token' })
  await first.admin('PUT', '/admin/billing/acme', billing)
  const lost = Object.entries(writes).map(([requestId, write]) => {
    const headers = { 'x-request-id': requestId, ...(key !== undefined && { 'idempotency-key': key }) }
    return first.call('acme', 'hubspot', write, { headers }).catch(() => 'lost')
  })
  await vendor.received(lost.length)
  await first.end('SIGKILL')
  expect(new Set(await Promise.all(lost))).toEqual(new Set(['lost']))
  const server = await startServerProcess({ env, dataDir, adminKey })
  running.push(server)
  return { server, receiver }
}

const listUnknown = async (server: ServerProcess) =>
  (await server.admin('GET', '/admin/calls?outcome=unknown&tenant=acme')).body.calls

describe('a write during which the gateway was killed is found in the log, and is never sent again', () => {
  it.each<[when: string, behaviour: Behaviour]>([
    ['while the vendor had it', hold(forever, answer(201, {}))],
    ['in the middle of the answer', halfAnAnswer],
  ])('%s', async (_when, behaviour) => {
    const vendor = await startScripted(behaviour)
    running.push(vendor)
    const { server, receiver } = await killDuring(vendor, { 'killed-1': create }, { key: 'the-key-of-an-order' })
    // At once on the embedded store; on MongoDB when the lease of the dead gateway is over.
    await expect.poll(() => listUnknown(server)).toHaveLength(1)
    const [call] = await listUnknown(server)
    expect(call).toMatchObject({ tenant: 'acme', provider: 'hubspot', action: 'create', request_id: 'killed-1' })
    // On MongoDB the entry comes a moment later.
    await expect
      .poll(async () => (await server.admin('GET', '/admin/calls/killed-1')).body.calls)
      .toMatchObject([
        {
          id: call.id,
          outcome: 'unknown',
          code: null,
          status: 0,
          billable: false,
          idempotency_key: 'the-…rder',
          class: 'runs',
          resolution: null,
        },
      ])
    expect(await readGauge(server)).toBe('1')
    await expect.poll(() => receiver.received.filter(({ type }) => type === 'call.unknown')).toHaveLength(1)
    expect(vendor.requests).toHaveLength(1)

    const resolve = () =>
      server.admin('POST', `/admin/calls/${call.id}/resolve`, { as: 'done', note: 'The contact exists' })
    const billed = async () => (await server.admin('GET', '/admin/usage/acme')).body
    expect(await billed()).toMatchObject({ totals: { calls: 1 }, cost: { billable_calls: 0 } })
    expect((await resolve()).body).toMatchObject({ resolves: call.id, resolved_as: 'done', source: 'admin' })
    expect((await resolve()).status).toBe(404)
    expect(await billed()).toMatchObject({ totals: { calls: 1 }, cost: { billable_calls: 1 } })
    expect(await listUnknown(server)).toEqual([])
    expect(await readGauge(server)).toBe('0')
    const after = (await server.admin('GET', '/admin/calls/killed-1')).body.calls
    expect(after).toMatchObject([{ resolution: { as: 'done', source: 'admin', reason: 'The contact exists' } }])
  })

  it('after the answer it stands there as what it was', async () => {
    const vendor = await startScripted(answer(201, { id: '1' }))
    running.push(vendor)
    const env = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }) }
    const first = await startServerProcess({ env })
    await first.seed('acme', { hubspot: 'a-token' })
    const { headers } = await first.call('acme', 'hubspot', create)
    await first.end('SIGKILL')
    const server = await startServerProcess({ env, dataDir: first.dataDir, adminKey: first.adminKey })
    running.push(server)
    const { calls } = (await server.admin('GET', `/admin/calls/${headers.get('x-request-id')}`)).body
    expect(calls).toMatchObject([{ outcome: 'ok', billable: true }])
    expect(await listUnknown(server)).toEqual([])
  })
})

it('a write whose repeat ended unknown is unknown too after a kill, though its repeat has taken its place', async () => {
  const vendor = await startScripted(hold(forever, answer(201, {})), answer(500, {}))
  running.push(vendor)
  const env = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }) }
  const first = await startServerProcess({ env })
  await first.seed('acme', { hubspot: 'a-token' })
  await first.admin('PATCH', '/admin/tenants/acme', { options: { refuse_duplicates: 60 } })
  const send = (headers: Readonly<Record<string, string>>) => first.call('acme', 'hubspot', create, { headers })
  const lost = send({ 'x-request-id': 'killed-4' }).catch(() => 'lost')
  await vendor.received(1)
  expect((await send({ 'x-request-id': 'repeat-4', 'x-repeat': 'true' })).status).toBe(500)
  await first.end('SIGKILL')
  expect(await lost).toBe('lost')
  const server = await startServerProcess({ env, dataDir: first.dataDir, adminKey: first.adminKey })
  running.push(server)
  const readCalls = async () => (await server.admin('GET', '/admin/calls/killed-4')).body.calls
  await expect.poll(readCalls).toMatchObject([{ outcome: 'unknown', code: null, billable: false }])
  expect((await listUnknown(server)).map(({ request_id }: { request_id: string }) => request_id)).toEqual([
    'repeat-4',
    'killed-4',
  ])
})

it('the next gateway finds out what became of it: one record of the vendor shows it, any other number or an older one does not', async () => {
  const cron = '0 0 1 1 *'
  const record = (email: string, createdAt = new Date()) => ({
    id: '7',
    properties: { email },
    createdAt: createdAt.toISOString(),
  })
  const anHourAgo = new Date(Date.now() - 3_600_000)
  const done = { as: 'done', source: 'job', reason: 'search shows what create did' }
  const cases: Readonly<Record<string, { found: (email: string) => readonly object[]; resolution: object | null }>> = {
    'has-it': { found: (email) => [record(email)], resolution: done },
    'has-none': { found: () => [], resolution: null },
    'has-two': { found: (email) => [record(email), record(email)], resolution: null },
    'has-an-older-one': { found: (email) => [record(email, anHourAgo)], resolution: null },
  }
  const names = Object.keys(cases)
  const emailOf = (name: string): string => `${name}@example.com`
  const vendor = await startScripted(hold(forever, answer(201, {})))
  running.push(vendor)
  const writes = Object.fromEntries(names.map((name) => [name, createContact(emailOf(name))]))
  const { server } = await killDuring(vendor, writes, { crons: onlyJobs({ 'confirm-effects': cron }) })
  const readCalls = async (name: string) => (await server.admin('GET', `/admin/calls/${name}`)).body.calls
  for (const name of names) await expect.poll(() => readCalls(name)).toHaveLength(1)

  vendor.play((response, scene) => {
    const name = names.find((each) => scene.body.includes(`"${emailOf(each)}"`)) ?? ''
    return answer(200, { total: 1, results: cases[name]?.found(emailOf(name)) ?? [] })(response, scene)
  })
  const { body } = await server.admin('POST', '/admin/run-cron', { cron })
  expect(body.results).toMatchObject([{ outcome: 'ok', result: { failed: 0, absent: 0 } }])
  const searches = vendor.requests.slice(names.length)
  expect(searches.map(({ method, url }) => `${method} ${url}`)).toEqual(
    names.map(() => 'POST /crm/v3/objects/contacts/search'),
  )
  const calls = await Promise.all(names.map(async (name) => [name, await readCalls(name)]))
  expect(Object.fromEntries(calls)).toMatchObject(
    Object.fromEntries(names.map((name) => [name, [{ outcome: 'unknown', resolution: cases[name]?.resolution }]])),
  )
})

it('it finds out as well that the vendor has nothing, minutes later, and the key is free', async () => {
  const cron = '0 0 1 1 *'
  const vendor = await startScripted(hold(forever, answer(201, {})))
  running.push(vendor)
  const env = { PROVIDER_ORIGINS: JSON.stringify({ github: vendor.origin }) }
  const first = await startServerProcess({ env })
  const { dataDir, adminKey } = first
  await first.seed('acme', { github: 'a-token' })
  const issue = { action: 'create_issue', owner: 'octo', repo: 'cat', title: 'Lost' }
  const headers = { 'idempotency-key': 'the-issue' }
  const lost = first
    .call('acme', 'github', issue, { headers: { ...headers, 'x-request-id': 'killed-3' } })
    .catch(() => 'lost')
  await vendor.received(1)
  await first.end('SIGKILL')
  expect(await lost).toBe('lost')

  // In this process, as the test sets its clock.
  const next = await startTestGateway({
    dataDir,
    adminKey,
    env: { ...env, CRONS: onlyJobs({ 'confirm-effects': cron }) },
  })
  running.push(next)
  const look = async () => {
    vendor.play(answer(200, [], { date: new Date().toUTCString() }))
    return (await next.admin('POST', '/admin/run-cron', { cron })).body.results[0].result
  }
  const resolution = async () => (await next.admin('GET', '/admin/calls/killed-3')).body.calls?.[0]?.resolution
  await expect.poll(resolution).toBeNull()
  expect(await look()).toMatchObject({ unknown: 1, absent: 0 })
  expect((await next.call('acme', 'github', issue, { headers })).body.code).toBe('CONFLICT')

  vi.setSystemTime(Date.now() + 5 * 60_000)
  expect(await look()).toMatchObject({ absent: 1, failed: 0 })
  expect(await resolution()).toEqual({
    as: 'absent',
    source: 'job',
    reason: 'list_issues shows that create_issue did nothing',
  })
  vendor.play(answer(201, { id: 1, number: 1, title: 'Lost', state: 'open' }))
  // A gateway whose clock jumped sends nothing before it knows that nobody takes it for dead.
  const again = () => next.call('acme', 'github', issue, { headers })
  await expect.poll(again).toMatchObject({ status: 201 })
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
})
