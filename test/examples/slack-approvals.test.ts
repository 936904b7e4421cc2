// Test lanes: slow

/** The Slack bot between a gateway and a Slack on loopback, which answers and signs as Slack's pages say. */
import { createHmac } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { startStage } from '../e2e/stage.ts'
import { freePort } from '../free-port.ts'
import { compileExample } from './compile-example.ts'
import { makeReadmeToken } from './readme-token.ts'
import { startExample } from './start-example.ts'

interface Message {
  readonly text: string
  readonly blocks: readonly { readonly type: string; readonly elements?: readonly { readonly value: string }[] }[]
}

/** Posted and updated messages by their time, which names them at Slack. */
const messages = new Map<string, Message>()
const slack = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    if (request.headers.get('authorization') !== 'Bearer xoxb-1')
      return Response.json({ ok: false, error: 'invalid_auth' })
    const posted = (await request.json()) as Message & { readonly ts?: string; readonly channel: string }
    const { ts = String(messages.size + 1), channel, ...message } = posted
    messages.set(ts, message)
    return Response.json({ ok: true, channel, ts })
  },
})
const port = freePort()
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const stage = await startStage({
  env: {
    WEBHOOK_URL: `http://127.0.0.1:${port}/patchbay`,
    WEBHOOK_SECRET: secret,
    ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}`,
  },
})
await stage.ready('acme')
const admin = async (path: string, body: object) => (await stage.admin('POST', path, body)).body
const { key } = await admin('/admin/keys', { name: 'Slack', role: 'approver' })
const token = await makeReadmeToken('slack-approvals', 'acme', stage)
const bot = await startExample(['node', 'server.js'], compileExample('slack-approvals'), {
  PATCHBAY_URL: stage.url,
  PATCHBAY_KEY: key,
  WEBHOOK_SECRET: secret,
  SLACK_API: slack.url.origin,
  SLACK_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'shhh',
  SLACK_CHANNEL: 'C1',
  APPROVERS: 'UADA,UBOB',
  PORT: String(port),
})
afterAll(async () => {
  await bot.stop()
  await Promise.all([slack.stop(true), stage.stop()])
})

const create = async (email: string) => {
  const body = { action: 'create', object_type: 'contacts', properties: { email } }
  const response = await fetch(`${stage.url}/api/v1/acme/hubspot`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(202)
}

const patience = { timeout: 60_000 }

/** The question about a call that has this text among its parameters. */
const findQuestion = (words: string) =>
  vi.waitFor(() => {
    const found = [...messages].find(([, { blocks }]) => JSON.stringify(blocks).includes(words))
    if (!found) throw new Error(`no message has ${words}`)
    const [ts, { blocks }] = found
    return { ts, value: blocks.flatMap(({ elements = [] }) => elements)[0]?.value }
  }, patience)

const press = async (user: string, action_id: string, value: string | undefined, at = Date.now(), signed = 'shhh') => {
  const payload = { type: 'block_actions', user: { id: user }, actions: [{ type: 'button', action_id, value }] }
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const time = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', signed).update(`v0:${time}:${body}`).digest('hex')
  const response = await fetch(`http://127.0.0.1:${port}/slack`, {
    method: 'POST',
    headers: { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` },
    body,
  })
  return response.status
}

const outcome = (ts: string, words: RegExp) => vi.waitFor(() => expect(messages.get(ts)?.text).toMatch(words), patience)

test('a call is posted with its parameters, and sent once an approver presses', async () => {
  await create('ada@example.com')
  const { ts, value } = await findQuestion('ada@example.com')
  expect(await press('UEVE', 'approve', value)).toBe(200)
  expect(await press('UADA', 'approve', value, Date.now(), 'guess')).toBe(401)
  expect(await press('UADA', 'approve', value, Date.now() - 301_000)).toBe(401)
  expect(stage.hubspot.records('contacts')).toEqual([])
  expect(await press('UADA', 'approve', value)).toBe(200)
  await outcome(ts, /hubspot\.create.*: done, approve \(UADA in Slack\)/)
  expect(stage.hubspot.records('contacts')).toMatchObject([{ properties: { email: 'ada@example.com' } }])
})

test('a refused call is not sent, and its message says who refused it', async () => {
  await create('bob@example.com')
  const { ts, value } = await findQuestion('bob@example.com')
  expect(await press('UBOB', 'refuse', value)).toBe(200)
  await outcome(ts, /: refused.*refuse \(UBOB in Slack\)/)
  expect(stage.hubspot.records('contacts')).toHaveLength(1)
})
