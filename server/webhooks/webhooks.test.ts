import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/gateway.ts'
import { startWebhookReceiver } from '../../test/providers/webhook-receiver.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { createWebhookEmitter, webhookKey } from './index.ts'

const vault = createVault(parseKeys(makeKey()))

type Receiver = ReturnType<typeof startWebhookReceiver>

let receiver: Receiver
let folder: string
let store: ReturnType<typeof openSqliteStore>
let now: Date
beforeEach(() => {
  receiver = startWebhookReceiver()
  folder = temporaryFolder()
  store = openSqliteStore(folder)
  now = new Date()
})
afterEach(async () => {
  await store.close()
  await receiver.stop()
  rmSync(folder, { recursive: true })
})

const open = (url = receiver.url, sealing = vault) =>
  createWebhookEmitter({
    store,
    vault: sealing,
    fetcher: createFetcher({ allowed: parseAllowedHosts('127.0.0.1') }),
    log: { error: (...args: unknown[]) => expect(args).toEqual([]) },
    target: { url, key: webhookKey(receiver.secret) },
    now: () => now,
  })

const event = {
  tenant: 'acme',
  provider: 'hubspot',
  account: 'main',
  reason: 'refresh_refused',
  error: 'invalid_grant',
} as const
const send = (webhooks = open()) => webhooks.deliver('account.needs_reauth', event)
const listEvents = () => store.webhooks.list({ limit: 10 })
const signal = new AbortController().signal

describe('an event', () => {
  it('reaches the receiver at once, signed, and is not kept', async () => {
    expect((await send()).delivered).toBe(true)
    expect(receiver.received).toEqual([
      {
        id: expect.stringMatching(/^msg_/),
        type: 'account.needs_reauth',
        timestamp: now.toISOString(),
        data: { ...event, connect_id: null, metadata: {} },
      },
    ])
    expect(await listEvents()).toEqual([])
  })

  it('that is refused is tried again after 5 s, with the same id', async () => {
    receiver.answer([500, 204])
    const webhooks = open()
    expect((await send(webhooks)).delivered).toBe(false)
    const [waiting] = await listEvents()
    expect(waiting).toMatchObject({ failures: 1, status: 'waiting', error: 'the receiver answered 500' })
    expect(await webhooks.deliverDue(signal)).toEqual({ delivered: 0, failed: 0 })
    now = new Date(now.getTime() + 7000)
    expect(await webhooks.deliverDue(signal)).toEqual({ delivered: 1, failed: 0 })
    const ids = receiver.received.map(({ id }) => id)
    expect([ids.length, new Set(ids).size, await listEvents()]).toEqual([2, 1, []])
  })

  it('that is refused ten times in three days is dead, and delivered when an administrator asks for it', async () => {
    receiver.answer([503])
    const webhooks = open()
    const began = now.getTime()
    await send(webhooks)
    while ((await listEvents())[0]?.status === 'waiting') {
      now = new Date((await listEvents())[0]?.next_at ?? 0)
      await webhooks.deliverDue(signal)
    }
    expect(receiver.received).toHaveLength(10)
    const days = (now.getTime() - began) / 86_400_000
    expect(days).toBeGreaterThan(3)
    expect(days).toBeLessThan(5)
    now = new Date(now.getTime() + 86_400_000)
    expect(await webhooks.deliverDue(signal)).toEqual({ delivered: 0, failed: 0 })
    receiver.answer([200])
    const [dead] = await listEvents()
    expect(await webhooks.retry(dead?.id ?? '')).toMatchObject({ delivered: true })
    expect(await listEvents()).toEqual([])
  })

  it('is dead at once where the receiver is gone (410), and waits as long as the receiver asks (Retry-After)', async () => {
    receiver.answer([410])
    await send()
    expect(await listEvents()).toMatchObject([{ status: 'dead', failures: 1 }])
    receiver.answer([429], { 'retry-after': '3600' })
    const { event: waiting } = await send()
    expect(waiting.next_at - now.getTime()).toBeGreaterThanOrEqual(3_600_000)
  })

  it('is refused by a redirect, which is an answer: it names where to, and the other events are tried too', async () => {
    receiver.answer([307], { location: 'https://www.receiver.example/events?key=secret', 'retry-after': '600' })
    const webhooks = open()
    const { event: waiting } = await send(webhooks)
    expect(waiting.error).toBe('the receiver answered 307, a redirect to www.receiver.example, which is not followed')
    expect(waiting.next_at - now.getTime()).toBeGreaterThanOrEqual(600_000)
    await webhooks.deliver('account.needs_reauth', { ...event, account: 'other' })
    now = new Date(now.getTime() + 3_600_000)
    expect(await webhooks.deliverDue(signal)).toEqual({ delivered: 0, failed: 2 })
  })

  it('is tried by the job where the process died before its first try', async () => {
    const dying = createWebhookEmitter({
      vault,
      store,
      fetcher: Object.assign(() => new Promise<never>(() => {}), { check: async () => {} }),
      log: { error: () => {} },
      target: { url: receiver.url, key: webhookKey(receiver.secret) },
      now: () => now,
    })
    dying.emit('account.needs_reauth', event)
    await expect.poll(listEvents).toHaveLength(1)
    expect(await open().deliverDue(signal)).toEqual({ delivered: 0, failed: 0 })
    now = new Date(now.getTime() + 61_000)
    expect(await open().deliverDue(signal)).toEqual({ delivered: 1, failed: 0 })
  })
})

describe('the address of the page that decides', () => {
  const url = 'https://gateway.example.com/approve/a-secret-of-256-bits'
  const waiting = {
    tenant: 'acme',
    approval_id: 'an-approval',
    state: 'waiting',
    provider: 'hubspot',
    account: 'main',
    action: 'create',
    rule: 'tenant *:write',
    run_id: null,
    token_id: '0123456789ab',
    request_id: 'a-request',
    expires_at: '2026-12-01T00:00:00.000Z',
    reason: null,
    url,
  } as const

  it('reaches the receiver, at each try, and lies sealed until then', async () => {
    receiver.answer([500, 200])
    const { event } = await open().deliver('approval.waiting', waiting)
    expect(await listEvents()).toEqual([event])
    expect(JSON.stringify(await listEvents())).not.toContain('a-secret-of-256-bits')
    for (const file of readdirSync(folder))
      expect([file, readFileSync(join(folder, file)).includes('a-secret-of-256-bits')]).toEqual([file, false])
    expect(await open().retry(event.id)).toMatchObject({ delivered: true })
    expect(receiver.received.map(({ data }) => data)).toEqual([waiting, waiting])
  })

  it('is left out where the key is gone that sealed it, and the event goes out', async () => {
    receiver.answer([500, 200])
    const { event } = await open().deliver('approval.waiting', waiting)
    await open(receiver.url, createVault(parseKeys(makeKey()))).retry(event.id)
    expect(receiver.received.at(-1)?.data).toEqual({ ...waiting, url: null })
  })

  it('does not get into the log where the event may be lost', async () => {
    const lines: unknown[] = []
    const webhooks = createWebhookEmitter({
      vault,
      store: { ...store, webhooks: { ...store.webhooks, add: () => Promise.reject(new Error('the store is down')) } },
      fetcher: createFetcher({ allowed: parseAllowedHosts('127.0.0.1') }),
      log: { error: (...args: unknown[]) => lines.push(args) },
      target: { url: receiver.url, key: webhookKey(receiver.secret) },
    })
    webhooks.emit('approval.waiting', waiting)
    await expect.poll(() => lines).toHaveLength(1)
    expect(JSON.stringify(lines)).toContain('an-approval')
    expect(JSON.stringify(lines)).not.toContain('a-secret-of-256-bits')
  })
})

it('while nobody answers, one try of a run is enough for all, and no error holds the URL’s path or query', async () => {
  const { url } = receiver
  await receiver.stop()
  const webhooks = open(url)
  for (let nth = 0; nth < 3; nth++) await send(webhooks)
  now = new Date(now.getTime() + 7000)
  expect(await webhooks.deliverDue(signal)).toEqual({ delivered: 0, failed: 1 })
  const errors = (await listEvents()).map(({ error }) => error)
  expect(errors.join()).toContain(receiver.host)
  expect(errors.join()).not.toMatch(/events|from=/)
})

it.each(['', 'whsec_', 'whsec_c2hvcnQ=', `whsec_${'A'.repeat(31)}!`, Buffer.alloc(32).toString('base64')])(
  'the secret %j is refused, and not shown',
  (secret) => {
    expect(() => webhookKey(secret)).toThrow('no webhook secret')
  },
)
