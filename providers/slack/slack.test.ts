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
const picture = { filename: 'cat.png', media_type: 'image/png', content: 'aGVsbG8=' }
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
  [
    'list_files',
    { channel, user: 'U1', ts_from: '1', ts_to: '2', types: ['images', 'pdfs'], limit: 5, page: 2 },
    get('files.list', { channel, user: 'U1', ts_from: '1', ts_to: '2', types: ['images', 'pdfs'], count: 5, page: 2 }),
  ],
  ['get_files_info', { file: 'F1' }, get('files.info', { file: 'F1' })],
  [
    'upload_file',
    { content: picture, channel, thread_ts: ts, comment: 'Look', title: 'A cat' },
    post('files.completeUploadExternal', { channel_id: channel, thread_ts: ts, initial_comment: 'Look' }),
  ],
  ['delete_file', { file: 'F1' }, post('files.delete', { file: 'F1' })],
  [
    'create_conversation',
    { name: 'plans', is_private: true },
    post('conversations.create', { name: 'plans', is_private: true }),
  ],
  [
    'invite_conversation',
    { channel, users: ['U1', 'U2'] },
    post('conversations.invite', { channel, users: ['U1', 'U2'] }),
  ],
  ['kick_conversation', { channel, user: 'U1' }, post('conversations.kick', { channel, user: 'U1' })],
  ['leave_conversation', { channel }, post('conversations.leave', { channel })],
  ['archive_conversation', { channel }, post('conversations.archive', { channel })],
  ['unarchive_conversation', { channel }, post('conversations.unarchive', { channel })],
  ['rename_conversation', { channel, name: 'plans' }, post('conversations.rename', { channel, name: 'plans' })],
  ['set_conversation_topic', { channel, topic: 'Now' }, post('conversations.setTopic', { channel, topic: 'Now' })],
  ['set_conversation_topic', { channel, topic: null }, post('conversations.setTopic', { channel, topic: '' })],
  [
    'set_conversation_purpose',
    { channel, purpose: 'Plans' },
    post('conversations.setPurpose', { channel, purpose: 'Plans' }),
  ],
  ['mark_conversation', { channel, ts }, post('conversations.mark', { channel, ts })],
  ['list_pins', { channel }, get('pins.list', { channel })],
  ['add_pin', { channel, timestamp: ts }, post('pins.add', { channel, timestamp: ts })],
  ['remove_pin', { channel, timestamp: ts }, post('pins.remove', { channel, timestamp: ts })],
  [
    'get_reaction',
    { channel, timestamp: ts, full: true },
    get('reactions.get', { channel, timestamp: ts, full: true }),
  ],
  ['list_bookmarks', { channel }, get('bookmarks.list', { channel_id: channel })],
  [
    'add_bookmark',
    { channel, title: 'Plan', link: 'https://a.example', emoji: ':memo:' },
    post('bookmarks.add', {
      channel_id: channel,
      title: 'Plan',
      link: 'https://a.example',
      emoji: ':memo:',
      type: 'link',
    }),
  ],
  [
    'edit_bookmark',
    { channel, bookmark_id: 'Bk1', title: 'Plan', link: 'https://a.example', emoji: ':memo:' },
    post('bookmarks.edit', {
      channel_id: channel,
      bookmark_id: 'Bk1',
      title: 'Plan',
      link: 'https://a.example',
      emoji: ':memo:',
    }),
  ],
  [
    'remove_bookmark',
    { channel, bookmark_id: 'Bk1' },
    post('bookmarks.remove', { channel_id: channel, bookmark_id: 'Bk1' }),
  ],
  ['list_reminders', {}, { method: 'GET', path: '/api/reminders.list' }],
  [
    'add_reminder',
    { text: 'Eat', time: 'in 5 minutes', user: 'U1' },
    post('reminders.add', { text: 'Eat', time: 'in 5 minutes', user: 'U1' }),
  ],
  ['complete_reminder', { reminder: 'Rm1' }, post('reminders.complete', { reminder: 'Rm1' })],
  ['delete_reminder', { reminder: 'Rm1' }, post('reminders.delete', { reminder: 'Rm1' })],
  [
    'list_usergroups',
    { include_users: true, include_count: true, include_disabled: false },
    get('usergroups.list', { include_users: true, include_count: true, include_disabled: false }),
  ],
  [
    'list_usergroup_users',
    { usergroup: 'S1', include_disabled: true },
    get('usergroups.users.list', { usergroup: 'S1', include_disabled: true }),
  ],
  [
    'create_usergroup',
    { name: 'Sales', handle: 'sales', description: 'They sell', channels: ['C1', 'C2'] },
    post('usergroups.create', { name: 'Sales', handle: 'sales', description: 'They sell', channels: ['C1', 'C2'] }),
  ],
  [
    'update_usergroup',
    { usergroup: 'S1', name: 'Sales', handle: 'sales', description: null, channels: ['C1'] },
    post('usergroups.update', { usergroup: 'S1', name: 'Sales', handle: 'sales', description: '', channels: ['C1'] }),
  ],
  [
    'update_usergroup_user',
    { usergroup: 'S1', users: ['U1', 'U2'] },
    post('usergroups.users.update', { usergroup: 'S1', users: ['U1', 'U2'] }),
  ],
  ['get_user_presence', { user: 'U1' }, get('users.getPresence', { user: 'U1' })],
  [
    'set_user_profile',
    { status_text: 'Away', status_emoji: ':palm_tree:', status_expiration: 0 },
    post('users.profile.set', { profile: '{"status_text":"Away","status_emoji":":palm_tree:","status_expiration":0}' }),
  ],
  [
    'set_user_profile',
    { status_text: null, profile: '{"title":"Boss"}' },
    post('users.profile.set', { profile: '{"title":"Boss","status_text":""}' }),
  ],
  [
    'set_user_profile',
    { name: 'title', value: 'Boss', user: 'U1' },
    post('users.profile.set', { name: 'title', value: 'Boss', user: 'U1' }),
  ],
  [
    'create_canvas',
    { title: 'Plan', markdown: '# Now', channel },
    post('canvases.create', {
      title: 'Plan',
      channel_id: channel,
      document_content: '{"type":"markdown","markdown":"# Now"}',
    }),
  ],
  [
    'edit_canvas',
    { canvas_id: 'F1', operation: 'insert_after', section_id: 'temp:C:1', markdown: 'More' },
    post('canvases.edit', {
      canvas_id: 'F1',
      changes:
        '[{"operation":"insert_after","section_id":"temp:C:1","document_content":{"type":"markdown","markdown":"More"}}]',
    }),
  ],
  [
    'edit_canvas',
    { canvas_id: 'F1', operation: 'rename', markdown: 'Plan' },
    post('canvases.edit', {
      canvas_id: 'F1',
      changes: '[{"operation":"rename","title_content":{"type":"markdown","markdown":"Plan"}}]',
    }),
  ],
  [
    'find_canvas_sections',
    { canvas_id: 'F1', contains_text: 'Now', section_types: ['h1'] },
    post('canvases.sections.lookup', { canvas_id: 'F1', criteria: '{"contains_text":"Now","section_types":["h1"]}' }),
  ],
  [
    'share_canvas',
    { canvas_id: 'F1', access_level: 'read', users: ['U1'] },
    post('canvases.access.set', { canvas_id: 'F1', access_level: 'read', user_ids: '["U1"]' }),
  ],
  ['delete_canvas', { canvas_id: 'F1' }, post('canvases.delete', { canvas_id: 'F1' })],
  [
    'invite_shared',
    { channel: 'C1', emails: ['ada@example.com'] },
    post('conversations.inviteShared', { channel: 'C1', emails: ['ada@example.com'] }),
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

  it('an upload asks for an address, sends the bytes there without the credential, and names what came of it', () => {
    const { before = [], complete } = slack.actions.upload_file
    const [open, send] = before
    const opened = { ok: true, upload_url: 'https://files.slack.com/upload/v1/CwAB', file_id: 'F123' }
    const made = (step: typeof open, answers: object[]) => {
      const params = (step?.params({ content: picture } as never, answers) ?? {}) as Record<string, unknown>
      return sent(step?.send.request(params, { settings: {} }))
    }
    expect(made(open, [])).toEqual(get('files.getUploadURLExternal', { filename: 'cat.png', length: 5 }))
    expect(made(send, [opened])).toMatchObject({
      method: 'POST',
      path: '/upload/v1/CwAB',
      encoding: 'bytes',
      body: picture,
    })
    expect([send?.send.origin, send?.send.auth]).toEqual(['https://files.slack.com', false])
    expect(() => made(send, [{ upload_url: 'https://evil.example.com/upload' }])).toThrow('another host')
    expect(complete?.({ content: picture } as never, [opened, 'OK - 5'])).toEqual({
      body: { files: '[{"id":"F123","title":"cat.png"}]' },
    })
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
      list_files: 30_000,
      get_files_info: 30_000,
      upload_file: 'never',
      delete_file: 'nature',
      create_conversation: 'never',
      invite_conversation: 'never',
      kick_conversation: 'nature',
      leave_conversation: 'nature',
      archive_conversation: 'nature',
      unarchive_conversation: 'nature',
      rename_conversation: 'nature',
      set_conversation_topic: 'nature',
      set_conversation_purpose: 'nature',
      mark_conversation: 'nature',
      list_pins: 0,
      add_pin: 'nature',
      remove_pin: 'nature',
      get_reaction: 0,
      list_bookmarks: 30_000,
      add_bookmark: 'never',
      edit_bookmark: 'nature',
      remove_bookmark: 'nature',
      list_reminders: 0,
      add_reminder: 'never',
      complete_reminder: 'nature',
      delete_reminder: 'nature',
      list_usergroups: 60_000,
      list_usergroup_users: 60_000,
      create_usergroup: 'never',
      update_usergroup: 'nature',
      update_usergroup_user: 'nature',
      get_user_presence: 0,
      set_user_profile: 'nature',
      create_canvas: 'never',
      edit_canvas: 'never',
      find_canvas_sections: 0,
      share_canvas: 'nature',
      delete_canvas: 'nature',
      invite_shared: 'never',
    })
  })
})
