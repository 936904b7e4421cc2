import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { bodySchema } from '../../core/schema/body.ts'
import documented from './fixtures/answers.json' with { type: 'json' }
import slack from './index.ts'

type Name = keyof typeof slack.actions

const names = Object.keys(slack.actions) as Name[]
const call = (name: Name, params: unknown) => slack.actions[name].request(params as never, { settings: {} })
const accepts = (name: Name, params: object) =>
  Value.Check(bodySchema(name, slack.actions[name]), { action: name, ...params })
/** As it is sent: without what is undefined. */
const sent = (value: unknown) => JSON.parse(JSON.stringify(value))

const get = (method: string, query: object) => ({ method: 'GET', path: `/api/${method}`, query })
const post = (method: string, form: object) => ({ method: 'POST', path: `/api/${method}`, body: form })

const channel = 'C012AB3CD'
const ts = '1503435956.000247'
const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Hello*' } }, { type: 'divider' }]
const blocksText = JSON.stringify(blocks)
const page = { limit: 3, cursor: 'dXNlcjpVMDYxTkZUVDI=' }
const span = { oldest: '1503435956', latest: '1503435957.000001', inclusive: true }
const reply = { thread_ts: ts, reply_broadcast: true, link_names: false, unfurl_links: false, unfurl_media: true }

const calls: [Name, object, object][] = [
  ['test_auth', {}, { method: 'GET', path: '/api/auth.test' }],
  ['post_message', { channel, text: 'Hello' }, post('chat.postMessage', { channel, text: 'Hello' })],
  [
    'post_message',
    {
      channel: '#general',
      text: 'Hello',
      blocks,
      ...reply,
      mrkdwn: false,
      username: 'Bot',
      icon_emoji: ':robot_face:',
    },
    post('chat.postMessage', {
      channel: '#general',
      text: 'Hello',
      blocks: blocksText,
      ...reply,
      mrkdwn: false,
      username: 'Bot',
      icon_emoji: ':robot_face:',
    }),
  ],
  [
    'update_message',
    { channel, ts, text: 'Hi', blocks: [] },
    post('chat.update', { channel, ts, text: 'Hi', blocks: '[]' }),
  ],
  ['delete_message', { channel, ts }, post('chat.delete', { channel, ts })],
  [
    'schedule_message',
    { channel, post_at: 1_562_180_400, text: 'Later', blocks, ...reply },
    post('chat.scheduleMessage', { channel, post_at: 1_562_180_400, text: 'Later', blocks: blocksText, ...reply }),
  ],
  [
    'list_scheduled_messages',
    { channel, oldest: '1', latest: '1562180400', ...page },
    get('chat.scheduledMessages.list', { channel, oldest: '1', latest: '1562180400', ...page }),
  ],
  [
    'delete_scheduled_message',
    { channel, scheduled_message_id: 'Q1298393284' },
    post('chat.deleteScheduledMessage', { channel, scheduled_message_id: 'Q1298393284' }),
  ],
  ['get_permalink', { channel, ts }, get('chat.getPermalink', { channel, message_ts: ts })],
  [
    'search_messages',
    { query: 'hello in:#general', sort: 'timestamp', sort_dir: 'asc', highlight: true, limit: 5, page: 2 },
    get('search.messages', {
      query: 'hello in:#general',
      sort: 'timestamp',
      sort_dir: 'asc',
      highlight: true,
      count: 5,
      page: 2,
    }),
  ],
  [
    'list_conversations',
    { types: ['public_channel', 'im'], exclude_archived: true, ...page },
    get('conversations.list', { types: ['public_channel', 'im'], exclude_archived: true, ...page }),
  ],
  [
    'get_conversation',
    { channel, include_locale: true, include_num_members: true },
    get('conversations.info', { channel, include_locale: true, include_num_members: true }),
  ],
  ['list_messages', { channel, ...span, ...page }, get('conversations.history', { channel, ...span, ...page })],
  ['list_replies', { channel, ts, ...span, ...page }, get('conversations.replies', { channel, ts, ...span, ...page })],
  ['list_members', { channel, ...page }, get('conversations.members', { channel, ...page })],
  ['open_conversation', { users: ['U1', 'U2'] }, post('conversations.open', { users: ['U1', 'U2'] })],
  ['join_conversation', { channel }, post('conversations.join', { channel })],
  ['list_users', {}, get('users.list', { limit: 200 })],
  ['list_users', { include_locale: true, ...page }, get('users.list', { include_locale: true, ...page })],
  ['get_user', { user: 'U1', include_locale: true }, get('users.info', { user: 'U1', include_locale: true })],
  ['find_user', { email: 'ada@example.com' }, get('users.lookupByEmail', { email: 'ada@example.com' })],
  [
    'add_reaction',
    { channel, ts, emoji: 'thumbsup' },
    post('reactions.add', { channel, timestamp: ts, name: 'thumbsup' }),
  ],
  [
    'remove_reaction',
    { channel, ts, emoji: 'wave::skin-tone-3' },
    post('reactions.remove', { channel, timestamp: ts, name: 'wave::skin-tone-3' }),
  ],
]

describe('slack', () => {
  it('each action stands in the table', () => {
    expect([...new Set(calls.map(([name]) => name))].sort()).toEqual(names.sort())
  })

  it.each(calls)('%s with %j makes exactly this request', (name, params, want) => {
    expect(accepts(name, params)).toBe(true)
    expect(sent(call(name, params))).toEqual(want)
  })

  it.each<[Name, object]>([
    ['test_auth', { token: 'xoxb-1' }],
    ['post_message', { channel }],
    ['post_message', { channel, text: '' }],
    ['post_message', { channel, text: 'x'.repeat(40_001) }],
    ['post_message', { channel, text: 'x', blocks: blocksText }],
    ['post_message', { channel, text: 'x', blocks: [{}] }],
    ['post_message', { channel, text: 'x', blocks: Array(51).fill(blocks[1]) }],
    ['post_message', { channel, text: 'x', icon_url: 'javascript:alert(1)' }],
    ['update_message', { channel, ts: '1503435956', text: 'x' }],
    ['schedule_message', { channel, text: 'x', post_at: '1562180400' }],
    ['list_messages', { channel, oldest: 'yesterday' }],
    ['list_conversations', { types: 'im' }],
    ['list_conversations', { types: ['dm'] }],
    ['list_users', { limit: 1001 }],
    ['open_conversation', { users: [] }],
    ['open_conversation', { users: Array(9).fill('U1') }],
    ['search_messages', { query: 'x', sort: 'newest' }],
  ])('%s refuses %j', (name, params) => {
    expect(accepts(name, params)).toBe(false)
  })

  it.each(names)('the documented answer of %s is one', (name) => {
    const { result } = slack.actions[name]
    expect(Value.Check(result ?? {}, documented[name])).toBe(true)
    expect(Value.Check(result ?? {}, { ...documented[name], ok: false })).toBe(false)
  })

  it.each<[error: object, message: string, status: number]>([
    [{ error: 'not_authed' }, 'not_authed', 401],
    [{ error: 'token_expired' }, 'token_expired', 401],
    [
      { error: 'missing_scope', needed: 'channels:read', provided: 'chat:write,users:read' },
      'missing_scope; it needs channels:read, but the token has chat:write,users:read',
      403,
    ],
    [{ error: 'not_in_channel' }, 'not_in_channel', 403],
    [{ error: 'channel_not_found' }, 'channel_not_found', 404],
    [{ error: 'already_reacted' }, 'already_reacted', 409],
    [{ error: 'ratelimited' }, 'ratelimited', 429],
    [{ error: 'internal_error' }, 'internal_error', 500],
    [{ error: 'team_added_to_org' }, 'team_added_to_org', 503],
    [
      { error: 'invalid_blocks', response_metadata: { messages: ['[ERROR] missing required field: text', 7] } },
      'invalid_blocks; [ERROR] missing required field: text',
      400,
    ],
    [{ error: 'something_new', response_metadata: null }, 'something_new', 400],
    [{ error: 'constructor' }, 'constructor', 400],
    [{}, 'an error without a name', 400],
  ])('%j sent with 200 is the error %j of status %i', (error, message, status) => {
    const answer = (status: number) => ({ status, headers: new Headers() })
    expect(slack.failure?.({ ok: false, ...error }, answer(200))).toEqual({ message, status })
    expect(slack.failure?.({ ok: false, ...error }, answer(429))).toEqual({ message })
  })

  it.each([{ ok: true, error: 'no matter' }, [], null, undefined, 'ok'])('%j is not an error', (body) => {
    expect(slack.failure?.(body, { status: 200, headers: new Headers() })).toBeUndefined()
  })

  it('what people write is never kept, and what must not be said twice is not', () => {
    const effects = Object.entries(slack.actions).map(([name, { effect }]) => [
      name,
      effect.kind === 'read' ? effect.ttlMs : effect.idempotent,
    ])
    expect(Object.fromEntries(effects)).toEqual({
      test_auth: 0,
      post_message: 'never',
      update_message: 'nature',
      delete_message: 'nature',
      schedule_message: 'never',
      list_scheduled_messages: 0,
      delete_scheduled_message: 'nature',
      get_permalink: 300_000,
      search_messages: 0,
      list_conversations: 60_000,
      get_conversation: 60_000,
      list_messages: 0,
      list_replies: 0,
      list_members: 60_000,
      open_conversation: 'nature',
      join_conversation: 'nature',
      list_users: 60_000,
      get_user: 60_000,
      find_user: 60_000,
      add_reaction: 'nature',
      remove_reaction: 'nature',
    })
  })
})
