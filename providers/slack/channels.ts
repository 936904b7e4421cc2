import { at, clearable, flag, invalid, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { get_conversation } from './conversations.ts'
import { ts, user } from './parameters.ts'
import { ok, thing } from './responses.ts'

const channel = text(100, 'Conversation id, e.g. C012AB3CD')
const aConversation = ok({ channel: thing })
const name = text(80, 'Name of the channel: lower-case letters, digits, hyphens and underscores')
/** The conversation as it is now, for a write to it. */
const now = { channel: ({ channel }: { readonly channel: string }) => channel }

/** https://docs.slack.dev/reference/methods/conversations.create (tier 2: 20 a minute) */
export const create_conversation = write('POST /api/conversations.create', {
  description: 'Create a public or private channel',
  synonyms: ['room', 'new', 'start', 'open'],
  is: [],
  roles: { text: ['/name'] },
  additive: true,
  params: { name, is_private: optional(flag('Whether it is private')) },
  result: aConversation,
})

/** https://docs.slack.dev/reference/methods/conversations.invite (tier 3: 50 a minute) */
export const invite_conversation = write('POST /api/conversations.invite', {
  description: 'Invite people to a channel',
  synonyms: ['add members', 'add users', 'people', 'join'],
  is: ['sends', 'shares', 'grants'],
  roles: { recipient: ['/users'], destination: ['/channel'] },
  additive: true,
  params: { channel, users: list(user, { min: 1, max: 100, description: 'User ids' }) },
  result: aConversation,
})

/** https://docs.slack.dev/reference/methods/conversations.kick (tier 3: 50 a minute) */
export const kick_conversation = write('POST /api/conversations.kick', {
  description: 'Remove someone from a channel',
  synonyms: ['kick', 'throw out', 'member', 'user', 'person'],
  is: ['deletes', 'grants'],
  roles: { recipient: ['/user'], destination: ['/channel'] },
  idempotent: true,
  params: { channel, user },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/conversations.leave (tier 3: 50 a minute) */
export const leave_conversation = write('POST /api/conversations.leave', {
  description: 'Leave a channel',
  synonyms: ['quit', 'exit', 'room'],
  is: [],
  roles: { destination: ['/channel'] },
  idempotent: true,
  params: { channel },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/conversations.archive (tier 2: 20 a minute) */
export const archive_conversation = write('POST /api/conversations.archive', {
  description: 'Archive a channel; nobody can write there any more',
  synonyms: ['close', 'shut down', 'delete', 'room'],
  is: ['deletes'],
  roles: { destination: ['/channel'] },
  idempotent: true,
  params: { channel },
  result: ok({}),
  confirm: {
    read: get_conversation,
    params: now,
    shows: (data) => (at(data, '/channel/is_archived') === true ? true : undefined),
  },
})

/** https://docs.slack.dev/reference/methods/conversations.unarchive (tier 2: 20 a minute); a bot's token can't. */
export const unarchive_conversation = write('POST /api/conversations.unarchive', {
  description: "Reopen an archived channel; takes a user's token, not a bot's",
  synonyms: ['restore', 'unarchive', 'bring back', 'room'],
  is: [],
  roles: { destination: ['/channel'] },
  idempotent: true,
  params: { channel },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/conversations.rename (tier 2: 20 a minute) */
export const rename_conversation = write('POST /api/conversations.rename', {
  description: 'Rename a channel',
  synonyms: ['change the name', 'title', 'room'],
  is: [],
  roles: { destination: ['/channel'], text: ['/name'] },
  idempotent: true,
  params: { channel, name },
  result: aConversation,
  confirm: {
    read: get_conversation,
    params: now,
    shows: (data, { params }) => (at(data, '/channel/name') === params.name ? true : undefined),
  },
})

/** https://docs.slack.dev/reference/methods/conversations.setTopic (tier 2: 20 a minute) */
export const set_conversation_topic = write('POST /api/conversations.setTopic', {
  description: 'Set the topic of a channel',
  synonyms: ['change', 'headline', 'subject', 'header'],
  is: ['sends'],
  roles: { destination: ['/channel'], text: ['/topic'] },
  idempotent: true,
  params: { channel, topic: clearable(text(250, 'The topic')) },
  request: ({ topic }) => ({ body: { topic: topic ?? '' } }),
  result: ok({}),
  confirm: {
    read: get_conversation,
    params: now,
    shows: (data, { params }) => (at(data, '/channel/topic/value') === (params.topic ?? '') ? true : undefined),
  },
})

/** https://docs.slack.dev/reference/methods/conversations.setPurpose (tier 2: 20 a minute) */
export const set_conversation_purpose = write('POST /api/conversations.setPurpose', {
  description: 'Set the description of a channel: what it is for',
  synonyms: ['purpose', 'about', 'change'],
  is: ['sends'],
  roles: { destination: ['/channel'], text: ['/purpose'] },
  idempotent: true,
  params: { channel, purpose: clearable(text(250, 'The description')) },
  request: ({ purpose }) => ({ body: { purpose: purpose ?? '' } }),
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/conversations.mark (tier 3: 50 a minute) */
export const mark_conversation = write('POST /api/conversations.mark', {
  description: 'Mark a conversation as read up to a message',
  synonyms: ['unread', 'seen', 'read cursor'],
  is: [],
  idempotent: true,
  params: { channel, ts },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/pins.list (tier 2: 20 a minute) */
export const list_pins = read('GET /api/pins.list', {
  description: 'List what is pinned to a channel',
  synonyms: ['pinned messages', 'pinned files', 'sticky'],
  params: { channel },
  result: ok({ items: Type.Array(Type.Unknown()) }),
})

const pin = {
  idempotent: true,
  params: { channel, timestamp: ts },
  result: ok({}),
} as const
const isPinned = (data: unknown, timestamp: string): boolean | undefined => {
  const items = at(data, '/items')
  return Array.isArray(items) ? items.some((item) => at(item, '/message/ts') === timestamp) : undefined
}

/** https://docs.slack.dev/reference/methods/pins.add (tier 2: 20 a minute) */
export const add_pin = write('POST /api/pins.add', {
  description: 'Pin a message to a channel',
  synonyms: ['stick', 'highlight', 'keep on top'],
  is: [],
  roles: { destination: ['/channel'] },
  additive: true,
  ...pin,
  confirm: {
    read: list_pins,
    params: now,
    shows: (data, { params }) => (isPinned(data, params.timestamp) ? true : undefined),
  },
})

/** https://docs.slack.dev/reference/methods/pins.remove (tier 2: 20 a minute) */
export const remove_pin = write('POST /api/pins.remove', {
  description: 'Unpin a message from a channel',
  synonyms: ['unstick', 'pinned'],
  is: ['deletes'],
  roles: { destination: ['/channel'] },
  ...pin,
  confirm: {
    read: list_pins,
    params: now,
    shows: (data, { params }) => (isPinned(data, params.timestamp) === false ? true : undefined),
  },
})

/** https://docs.slack.dev/reference/methods/reactions.get (tier 3: 50 a minute) */
export const get_reaction = read('GET /api/reactions.get', {
  description: 'List the reactions to a message, with who reacted',
  synonyms: ['emoji', 'who liked', 'thumbs up', 'votes'],
  params: { channel, timestamp: ts, full: optional(flag('Whether to list all who reacted')) },
  result: ok({}),
})

const title = text(255, 'Title of the bookmark')
const link = text(2048, 'The address that it leads to')
const emoji = text(100, 'Emoji beside it, e.g. :memo:')
const bookmark_id = text(100, 'Id of the bookmark; list_bookmarks lists them')
const inChannel = { channel: 'channel_id' } as const
const aBookmark = ok({ bookmark: thing })

/** https://docs.slack.dev/reference/methods/bookmarks.list (tier 3: 50 a minute) */
export const list_bookmarks = read('GET /api/bookmarks.list', {
  description: 'List the bookmarks of a channel',
  synonyms: ['links', 'saved', 'header'],
  ttl: '30s',
  params: { channel },
  rename: inChannel,
  result: ok({ bookmarks: Type.Array(thing) }),
})

/** https://docs.slack.dev/reference/methods/bookmarks.add (tier 2: 20 a minute) */
export const add_bookmark = write('POST /api/bookmarks.add', {
  description: 'Add a link to the bookmarks of a channel',
  synonyms: ['save', 'pin a link', 'header'],
  is: ['sends'],
  roles: { destination: ['/channel'], text: ['/title'] },
  additive: true,
  params: { channel, title, link, emoji: optional(emoji) },
  rename: inChannel,
  request: () => ({ body: { type: 'link' } }),
  result: aBookmark,
})

/** https://docs.slack.dev/reference/methods/bookmarks.edit (tier 2: 20 a minute) */
export const edit_bookmark = write('POST /api/bookmarks.edit', {
  description: 'Change a bookmark of a channel',
  synonyms: ['update', 'link', 'rename'],
  is: ['sends'],
  roles: { destination: ['/channel'], text: ['/title'] },
  idempotent: true,
  params: { channel, bookmark_id, ...optional({ title, link, emoji }) },
  rename: inChannel,
  result: aBookmark,
})

/** https://docs.slack.dev/reference/methods/bookmarks.remove (tier 2: 20 a minute) */
export const remove_bookmark = write('POST /api/bookmarks.remove', {
  description: 'Remove a bookmark from a channel',
  synonyms: ['delete', 'link'],
  is: ['deletes'],
  roles: { destination: ['/channel'] },
  idempotent: true,
  params: { channel, bookmark_id },
  rename: inChannel,
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/conversations.inviteShared (tier 2: 20 a minute): by mail, or to people whose ids are known. */
export const invite_shared = write('POST /api/conversations.inviteShared', {
  description: 'Share a channel with another company: invite people of it by mail (Slack Connect)',
  synonyms: ['Slack Connect', 'external', 'partner', 'outside', 'customer', 'invite'],
  is: ['sends', 'shares', 'grants'],
  roles: { recipient: ['/emails', '/user_ids'], destination: ['/channel'] },
  additive: true,
  params: {
    channel,
    ...optional({
      emails: list(Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] }), {
        min: 1,
        max: 1,
        description: 'The address of one person; give this or user_ids',
      }),
      user_ids: list(text(100, 'Id of a user'), { min: 1, max: 1, description: 'Id of one user of the other company' }),
      external_limited: flag('false: they may post and invite as members do; left out: Slack limits them'),
    }),
  },
  request: ({ emails, user_ids }) => {
    if ((emails === undefined) === (user_ids === undefined)) throw invalid('', 'give either emails or user_ids')
    return {}
  },
  result: ok({ invite_id: Type.String() }),
})
