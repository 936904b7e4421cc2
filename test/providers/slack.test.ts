import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSlack } from './slack.ts'

let slack: ReturnType<typeof startSlack>
let channel = ''
beforeEach(() => {
  slack = startSlack()
  channel = slack.workspace.addConversation({ name: 'general', members: [slack.bot.id] }).id
})
afterEach(() => slack.stop())

const form = 'application/x-www-form-urlencoded'
const json = 'application/json; charset=utf-8'

const send = async (method: string, init: RequestInit, query = '', token: string | null = 'xoxb-patchbay') => {
  const response = await fetch(`${slack.origin}/api/${method}?${query}`, {
    ...init,
    headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) },
  })
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at the members that they expect
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
const get = (method: string, query: Record<string, string> = {}, token?: string | null) =>
  send(method, {}, new URLSearchParams(query).toString(), token)
const post = (method: string, fields: Record<string, string>, token?: string | null) => {
  const init = { method: 'POST', body: new URLSearchParams(fields).toString(), headers: { 'content-type': form } }
  return send(method, init, '', token)
}
const postText = (method: string, body: string, type: string) =>
  send(method, { method: 'POST', body, headers: { 'content-type': type } })
const say = async (text: string, more: Record<string, string> = {}): Promise<string> =>
  (await post('chat.postMessage', { channel, text, ...more })).body.ts

describe('the Slack fake', () => {
  it('a message is posted, changed, reacted to, linked and deleted', async () => {
    const ts = await say('Hello', { blocks: '[{"type":"divider"}]' })
    expect((await post('chat.update', { channel, ts, text: 'Hi' })).body).toMatchObject({ ok: true, ts, text: 'Hi' })
    expect((await post('reactions.add', { channel, timestamp: ts, name: 'wave' })).body).toEqual({ ok: true })
    const { body } = await get('conversations.history', { channel })
    const reactions = [{ name: 'wave', users: [slack.bot.id] }]
    expect(body.messages).toMatchObject([{ ts, text: 'Hi', blocks: [{ type: 'divider' }], reactions }])
    expect((await get('chat.getPermalink', { channel, message_ts: ts })).body.permalink).toContain(channel)
    expect((await post('chat.delete', { channel, ts })).body).toEqual({ ok: true, channel, ts })
    expect((await get('conversations.history', { channel })).body.messages).toEqual([])
  })

  it('a list goes on where its cursor says, and ends with an empty one', async () => {
    slack.workspace.addUser('bob')
    const first = (await get('users.list', { limit: '2' })).body
    const { next_cursor: cursor } = first.response_metadata
    const second = (await get('users.list', { limit: '2', cursor })).body
    const names = [...first.members, ...second.members].map(({ name }: { name: string }) => name)
    expect([names, second.response_metadata.next_cursor]).toEqual([['gateway', 'ada', 'bob'], ''])
  })

  it('a thread has its first message and its replies, the history the first alone', async () => {
    const ts = await say('first')
    const reply = await say('second', { thread_ts: ts })
    const tsOf = ({ body }: { body: { messages: { ts: string }[] } }) => body.messages.map((message) => message.ts)
    expect(tsOf(await get('conversations.replies', { channel, ts }))).toEqual([ts, reply])
    expect(tsOf(await get('conversations.history', { channel }))).toEqual([ts])
    expect(tsOf(await get('conversations.history', { channel, oldest: ts }))).toEqual([])
    expect(tsOf(await get('conversations.history', { channel, oldest: ts, inclusive: 'true' }))).toEqual([ts])
  })

  it('a direct message is opened once', async () => {
    const open = () => post('conversations.open', { users: slack.person.id })
    const { id } = (await open()).body.channel
    expect((await open()).body).toEqual({ ok: true, channel: { id }, no_op: true, already_open: true })
  })

  it('a write takes JSON, with a warning when no charset is named, and a read does not see it', async () => {
    const body = JSON.stringify({ channel, text: 'Hello', blocks: [{ type: 'divider' }] })
    expect((await postText('chat.postMessage', body, json)).body).not.toHaveProperty('warning')
    expect((await postText('chat.postMessage', body, 'application/json')).body.warning).toBe('missing_charset')
    expect((await post('chat.postMessage', { channel, text: 'x' })).body).not.toHaveProperty('warning')
    expect((await postText('conversations.info', body, json)).body.error).toBe('channel_not_found')
    expect((await post('conversations.info', { channel })).body.channel.id).toBe(channel)
  })

  it.each<[string, string, string, string]>([
    ['chat.postMessage', '{', json, 'invalid_json'],
    ['chat.postMessage', '[]', json, 'json_not_object'],
    ['chat.postMessage', 'a=1', 'application/xml', 'invalid_post_type'],
    ['chat.postMessage', 'a=1', `${form}; charset=klingon`, 'invalid_charset'],
    ['chat.postMessage', 'users[0]=U1', form, 'invalid_array_arg'],
    ['chat.postMessage', 'a%20b=1', form, 'invalid_arg_name'],
  ])('%s with the body %s as %s is %s', async (method, body, type, error) => {
    expect((await postText(method, body, type)).body).toMatchObject({ ok: false, error })
  })

  it.each<[string, Record<string, string>, string]>([
    ['chat.postMessage', { channel: 'C0', text: 'x' }, 'channel_not_found'],
    ['chat.postMessage', { channel: '#general' }, 'no_text'],
    ['chat.postMessage', { channel: '#general', blocks: '[{}]' }, 'invalid_blocks'],
    ['chat.postMessage', { channel: '#old', text: 'x' }, 'is_archived'],
    ['chat.postMessage', { channel: '#closed', text: 'x' }, 'not_in_channel'],
    ['chat.scheduleMessage', { channel: '#general', text: 'x', post_at: '1' }, 'time_in_past'],
    ['chat.scheduleMessage', { channel: '#general', text: 'x', post_at: '9999999999' }, 'time_too_far'],
    ['chat.deleteScheduledMessage', { channel: 'C0', scheduled_message_id: 'Q0' }, 'invalid_scheduled_message_id'],
    ['conversations.join', { channel: '#closed' }, 'method_not_supported_for_channel_type'],
    ['conversations.open', { users: 'U0' }, 'user_not_found'],
    ['conversations.list', { cursor: 'x' }, 'invalid_cursor'],
    ['conversations.list', { limit: '1001' }, 'invalid_limit'],
    ['users.lookupByEmail', { email: 'x@example.com' }, 'users_not_found'],
    ['search.messages', { query: 'x' }, 'not_allowed_token_type'],
    ['nothing.here', {}, 'unknown_method'],
  ])('%s with %j is ok: false with status 200 and %s', async (method, fields, error) => {
    slack.workspace.addConversation({ name: 'old', is_archived: true, members: [slack.bot.id] })
    slack.workspace.addConversation({ name: 'closed', kind: 'private_channel' })
    const answer = await post(method, fields)
    expect([answer.status, answer.body.ok, answer.body.error]).toEqual([200, false, error])
  })

  it('a token is needed, a known one, and with the scope', async () => {
    const ask = async (token: string | null) => (await get('conversations.info', { channel }, token)).body
    expect((await ask(null)).error).toBe('not_authed')
    expect((await ask('xoxb-other')).error).toBe('invalid_auth')
    expect(await ask('xoxb-narrow')).toEqual({
      ok: false,
      error: 'missing_scope',
      needed: 'channels:read,groups:read,im:read,mpim:read',
      provided: 'users:read',
    })
    expect((await ask('xoxb-patchbay')).ok).toBe(true)
  })

  it("a method's requests are counted, then 429", async () => {
    await slack.stop()
    slack = startSlack({ perMinute: 1 })
    expect((await get('auth.test')).body).toMatchObject({ ok: true, user_id: slack.bot.id })
    const { status, body, headers } = await get('auth.test')
    expect([status, body, headers.get('retry-after')]).toEqual([429, { ok: false, error: 'ratelimited' }, '30'])
    expect((await get('users.list')).status).toBe(200)
  })

  it('it fails when told to, with or without the effect', async () => {
    slack.failNext(503)
    slack.failNext(200, { executed: true, headers: { 'retry-after': '2' } })
    const first = await post('chat.postMessage', { channel, text: 'lost' })
    expect([first.status, first.body.error]).toEqual([503, 'service_unavailable'])
    const second = await post('chat.postMessage', { channel, text: 'kept' })
    expect([second.status, second.body.error, second.headers.get('retry-after')]).toEqual([
      200,
      'team_added_to_org',
      '2',
    ])
    expect((await get('conversations.history', { channel })).body.messages).toMatchObject([{ text: 'kept' }])
    expect(slack.requests).toHaveLength(3)
  })
})
