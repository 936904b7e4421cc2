import { afterAll, beforeAll, expect, test } from 'vitest'
import plugin from '../../providers/slack/index.ts'
import { startSlack } from '../providers/slack.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const slack = startSlack()
const { workspace, bot, person } = slack
const general = workspace.addConversation({ name: 'general', members: [bot.id, person.id] }).id
const random = workspace.addConversation({ name: 'random' }).id
const said = workspace.addMessage(general, bot.id, { text: 'Hello Ada' }).ts
workspace.addMessage(general, person.id, { text: 'Hello bot', thread_ts: said })
const spare = workspace.addMessage(general, bot.id, { text: 'Delete me' }).ts
const inAnHour = Math.floor(Date.now() / 1000) + 3600

let gateway: ServerProcess
beforeAll(async () => {
  gateway = await startServerProcess({ env: { PROVIDER_ORIGINS: JSON.stringify({ slack: slack.origin }) } })
  await gateway.seed('acme', { slack: 'xoxb-patchbay' })
  await gateway.seed('person', { slack: 'xoxp-patchbay' })
  await gateway.seed('narrow', { slack: 'xoxb-narrow' })
})
afterAll(async () => {
  await gateway.stop()
  await slack.stop()
})

const call = (action: string, params: object = {}, tenant = 'acme') =>
  gateway.call(tenant, 'slack', { action, ...params })

const form = 'application/x-www-form-urlencoded'
const message = { channel: general, ts: said }

const actions: { name: string; params?: () => object; tenant?: string; data: () => object }[] = [
  { name: 'test_auth', data: () => ({ user: 'gateway', user_id: bot.id, team_id: 'T012AB3C4' }) },
  {
    name: 'post_message',
    params: () => ({
      channel: '#general',
      text: 'Ünïcödé & <more>',
      blocks: [{ type: 'header' }],
      unfurl_links: false,
    }),
    data: () => ({ channel: general, message: { text: 'Ünïcödé & <more>', blocks: [{ type: 'header' }] } }),
  },
  {
    name: 'update_message',
    params: () => ({ ...message, text: 'Hi Ada' }),
    data: () => ({ ts: said, text: 'Hi Ada' }),
  },
  { name: 'delete_message', params: () => ({ channel: general, ts: spare }), data: () => ({ ts: spare }) },
  {
    name: 'schedule_message',
    params: () => ({ channel: general, post_at: inAnHour, text: 'Later' }),
    data: () => ({ channel: general, post_at: inAnHour, scheduled_message_id: workspace.scheduled[0]?.id }),
  },
  {
    name: 'list_scheduled_messages',
    params: () => ({ channel: general }),
    data: () => ({ scheduled_messages: [{ channel_id: general, text: 'Later' }] }),
  },
  {
    name: 'delete_scheduled_message',
    params: () => ({ channel: general, scheduled_message_id: workspace.scheduled[0]?.id }),
    data: () => ({}),
  },
  { name: 'get_permalink', params: () => message, data: () => ({ permalink: expect.stringContaining(general) }) },
  {
    name: 'search_messages',
    params: () => ({ query: 'hi ada in:#general', limit: 5 }),
    tenant: 'person',
    data: () => ({ messages: { total: 1, matches: [{ ts: said, channel: { id: general } }] } }),
  },
  {
    name: 'list_conversations',
    params: () => ({ types: ['public_channel', 'private_channel'], exclude_archived: true }),
    data: () => ({ channels: [{ id: general }, { id: random }] }),
  },
  { name: 'get_conversation', params: () => ({ channel: general }), data: () => ({ channel: { name: 'general' } }) },
  {
    name: 'list_messages',
    params: () => ({ channel: general, latest: said, inclusive: true }),
    data: () => ({ messages: [{ ts: said }], has_more: false }),
  },
  {
    name: 'list_replies',
    params: () => message,
    data: () => ({ messages: [{ ts: said }, { text: 'Hello bot', thread_ts: said }] }),
  },
  { name: 'list_members', params: () => ({ channel: general }), data: () => ({ members: [bot.id, person.id] }) },
  {
    name: 'open_conversation',
    params: () => ({ users: [person.id] }),
    data: () => ({ channel: { id: expect.stringMatching(/^D/) } }),
  },
  { name: 'join_conversation', params: () => ({ channel: random }), data: () => ({ channel: { id: random } }) },
  { name: 'list_users', data: () => ({ members: [{ id: bot.id }, { id: person.id }] }) },
  { name: 'get_user', params: () => ({ user: person.id }), data: () => ({ user: { id: person.id, name: 'ada' } }) },
  { name: 'find_user', params: () => ({ email: 'ada@example.com' }), data: () => ({ user: { id: person.id } }) },
  { name: 'add_reaction', params: () => ({ ...message, emoji: 'wave::skin-tone-3' }), data: () => ({}) },
  { name: 'remove_reaction', params: () => ({ ...message, emoji: 'wave::skin-tone-3' }), data: () => ({}) },
]

test.each(actions)('$name does at Slack what it says', async ({ name, params, tenant, data }) => {
  const answer = await call(name, params?.(), tenant)
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: { success: true, status: 200, data: { ok: true, ...data() } },
  })
  // What Slack takes without a word is what its pages show.
  expect(answer.body.data).not.toHaveProperty('warning')
  const asked = slack.requests.at(-1)
  expect(asked?.headers.authorization).toBe(tenant ? 'Bearer xoxp-patchbay' : 'Bearer xoxb-patchbay')
  expect([asked?.method, asked?.headers['content-type']]).toEqual(asked?.body ? ['POST', form] : ['GET', undefined])
})

test('every action of the plugin is called', () => {
  expect(actions.map(({ name }) => name)).toEqual(Object.keys(plugin.actions))
})

test('a list of 450 messages is fetched in three pages, and its cursor goes on from there', async () => {
  const { id } = workspace.addConversation({ name: 'busy', members: [bot.id] })
  for (let n = 0; n < 460; n++) workspace.addMessage(id, bot.id, { text: `message ${n}` })
  const before = slack.requests.length
  const { body } = await call('list_messages', { channel: id, limit: 450 })
  expect(body.data.messages).toHaveLength(450)
  const limits = slack.requests.slice(before).map(({ url }) => new URL(url, slack.origin).searchParams.get('limit'))
  expect(limits).toEqual(['200', '200', '50'])
  const cursor = body.data.response_metadata.next_cursor
  const rest = await call('list_messages', { channel: id, cursor, limit: 450 })
  const texts = [...body.data.messages, ...rest.body.data.messages].map(({ text }) => text)
  expect(texts).toEqual(Array.from({ length: 460 }, (_, n) => `message ${459 - n}`))
})

test('a search is fetched page by page, up to its limit', async () => {
  const { id } = workspace.addConversation({ name: 'found' })
  for (let n = 0; n < 130; n++) workspace.addMessage(id, person.id, { text: `needle ${n}` })
  const { body } = await call('search_messages', { query: 'needle', limit: 120 }, 'person')
  expect(body.data.messages.matches).toHaveLength(120)
  const all = await call('search_messages', { query: 'needle', limit: 1000 }, 'person')
  expect(all.body.data.messages.matches).toHaveLength(130)
})

test('what is known of users is kept for a minute, until something is written', async () => {
  await call('list_users', { limit: 2 })
  expect((await call('list_users', { limit: 2 })).body.cache).toBe('HIT')
  await call('post_message', { channel: general, text: 'Anything' })
  expect((await call('list_users', { limit: 2 })).body.cache).toBe('MISS')
})

const errors: { params: object; tenant?: string; status: number; error: string }[] = [
  { params: { action: 'get_conversation', channel: 'C0' }, status: 404, error: 'channel_not_found' },
  {
    params: { action: 'delete_message', ...message, ts: '1000000000.000000' },
    status: 404,
    error: 'message_not_found',
  },
  { params: { action: 'find_user', email: 'nobody@example.com' }, status: 404, error: 'users_not_found' },
  { params: { action: 'list_users', cursor: 'nonsense' }, status: 400, error: 'invalid_cursor' },
  { params: { action: 'search_messages', query: 'x' }, status: 403, error: 'not_allowed_token_type' },
  {
    params: { action: 'join_conversation', channel: random },
    tenant: 'narrow',
    status: 403,
    error: 'missing_scope; it needs channels:join and the token has users:read',
  },
]

test.each(errors)('$error, which Slack sends with 200, is UPSTREAM_ERROR $status', async (row) => {
  const { status, body } = await gateway.call(row.tenant ?? 'acme', 'slack', row.params)
  expect([status, body.code, body.status]).toEqual([row.status, 'UPSTREAM_ERROR', row.status])
  expect(body.error).toBe(`Slack answered 200: ${row.error}`)
  expect(body.details).toMatchObject({ ok: false, error: row.error.split(';')[0] })
})

test('a reaction that is there already is a conflict', async () => {
  const reaction = { ...message, emoji: 'thumbsup' }
  expect((await call('add_reaction', reaction)).status).toBe(200)
  const { status, body } = await call('add_reaction', reaction)
  expect([status, body.code]).toEqual([409, 'UPSTREAM_ERROR'])
})

test('an error is never kept, though the same read is', async () => {
  const read = () => call('get_conversation', { channel: '#appears-later' })
  expect((await read()).status).toBe(404)
  workspace.addConversation({ name: 'appears-later' })
  expect((await read()).body).toMatchObject({ success: true, cache: 'MISS' })
  expect((await read()).body).toMatchObject({ success: true, cache: 'HIT' })
})

test('a token that Slack does not take is UPSTREAM_ERROR 401, and is not said back', async () => {
  await gateway.seed('stranger', { slack: 'xoxb-nobody-knows' })
  const { status, body, text } = await call('test_auth', {}, 'stranger')
  expect([status, body.code, body.details.error]).toEqual([401, 'UPSTREAM_ERROR', 'invalid_auth'])
  expect(text).not.toContain('xoxb-nobody-knows')
})

test('a read gets over a 429, a 503 and an error that passes by itself', async () => {
  for (const status of [429, 503, 200]) {
    slack.failNext(status, { headers: { 'retry-after': '0' } })
    const before = slack.requests.length
    expect((await call('test_auth')).status).toBe(200)
    expect(slack.requests).toHaveLength(before + 2)
  }
})

test('a message is not posted twice, whatever became of the first try', async () => {
  const posted = () => workspace.conversation(general).messages.length
  const before = posted()
  slack.failNext(503, { executed: true })
  expect((await call('post_message', { channel: general, text: 'once' })).status).toBe(503)
  slack.failNext(200, { executed: true })
  expect((await call('post_message', { channel: general, text: 'once more' })).status).toBe(503)
  expect(posted()).toBe(before + 2)
})

test('a used-up limit answers 429 with when to come back', async () => {
  slack.failNext(429)
  const { status, body, headers } = await call('post_message', { channel: general, text: 'later' })
  expect([status, body.code, body.retry_after, headers.get('retry-after')]).toEqual([429, 'UPSTREAM_ERROR', 30, '30'])
  expect(body.error).toBe('Slack answered 429: ratelimited')
})
