import {
  at,
  choice,
  findMade,
  flag,
  integer,
  optional,
  page,
  pattern,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { channel, content, inclusive, latest, oldest, posting, ts, withBlocks } from './parameters.ts'
import { declareListIn, message, ok, posted } from './responses.ts'
import { isId, isSameText, isSimilarText, toTime } from './same-text.ts'

const scheduled_message_id = text(100, 'Id of a scheduled message, e.g. Q1298393284')
const emoji = pattern(
  '^[^:\\s]+(?:::skin-tone-[2-6])?$',
  100,
  'Name of the emoji without colons, e.g. thumbsup or wave::skin-tone-3',
)
/** The parameters that list the one message posted at that time. */
const atTime = {
  channel: ({ channel }: { readonly channel: string }) => channel,
  oldest: ({ ts }: { readonly ts: string }) => ts,
  latest: ({ ts }: { readonly ts: string }) => ts,
  inclusive: true,
  limit: 1,
}
const listedMessages = { items: '/messages', made: '/ts', most: 1000 } as const
const listedScheduled = { items: '/scheduled_messages', made: '/date_created', most: 1000, mayMiss: true } as const
const reaction = {
  idempotent: true,
  params: { channel, ts, emoji },
  rename: { ts: 'timestamp', emoji: 'name' },
  result: ok({}),
} as const

/**
 * https://docs.slack.dev/reference/methods/conversations.history (tier 3: 50 a minute; commercial apps outside Slack's
 * Marketplace: 15 messages, once a minute; the same for replies)
 */
export const list_messages = read('GET /api/conversations.history', {
  description: "List a conversation's messages, the newest first; replies in threads are in list_replies",
  synonyms: ['channel history', 'chat', 'what was said', 'conversation', 'today'],
  params: { channel, ...optional({ oldest, latest, inclusive }) },
  ...declareListIn('messages', message),
})

/** https://docs.slack.dev/reference/methods/chat.scheduledMessages.list (tier 3: 50 a minute) */
export const list_scheduled_messages = read('GET /api/chat.scheduledMessages.list', {
  description: 'List the messages that are scheduled and not posted yet',
  synonyms: ['planned', 'pending', 'waiting'],
  params: optional({ channel, oldest, latest }),
  ...declareListIn('scheduled_messages', Type.Object({ channel_id: Type.String() })),
})

/**
 * https://docs.slack.dev/reference/methods/chat.postMessage (one a second in a conversation). Slack has no idempotency
 * key: `client_msg_id` is for its own clients, https://github.com/slackapi/java-slack-sdk/issues/852
 */
export const post_message = write('POST /api/chat.postMessage', {
  description: 'Post a message to a conversation, or a reply to a thread',
  synonyms: ['send', 'tell', 'write', 'notify', 'announce', 'chat', 'DM', 'ping', 'channel', 'reply in a thread'],
  is: ['sends'],
  roles: { recipient: ['/channel'], text: ['/text'] },
  additive: true,
  params: {
    channel,
    ...content,
    ...posting,
    ...optional({
      mrkdwn: flag('false: show text as it is, without formatting'),
      username: text(80, 'Name to post under'),
      icon_emoji: text(100, 'Emoji to post with, e.g. :robot_face:'),
      icon_url: pattern('^https?://', 2000, 'URL of a picture to post with'),
    }),
  },
  request: withBlocks,
  result: posted,
  /** Replies stand in their thread alone, which another method lists. */
  confirm: {
    read: list_messages,
    when: ({ channel, thread_ts }) => isId(channel) && thread_ts === undefined,
    params: { channel: ({ channel }) => channel, oldest: (_params, since) => toTime(since), limit: 1000 },
    // A message posted with a token has the id of a bot; people type the same words.
    shows: (data, sought) =>
      findMade(data, sought, listedMessages, {
        is: (message) => at(message, '/bot_id') !== undefined && isSameText(message, sought.params.text),
        mayBe: (message) => isSimilarText(message, sought.params.text),
      }),
  },
})

/** https://docs.slack.dev/reference/methods/chat.update (tier 3: 50 a minute) */
export const update_message = write('POST /api/chat.update', {
  description: 'Change a message that was posted with the same token; [] as blocks removes them',
  synonyms: ['edit', 'correct'],
  is: ['sends'],
  roles: { recipient: ['/channel'], text: ['/text'] },
  idempotent: true,
  params: { channel, ts, ...content },
  request: withBlocks,
  result: posted,
  confirm: {
    read: list_messages,
    params: atTime,
    when: ({ blocks }) => blocks === undefined,
    shows: (data, { params, since }) => {
      const message = at(data, '/messages/0')
      if (message === undefined) return undefined
      if (isSameText(message, params.text)) return true
      const edited = Number(at(message, '/edited/ts') ?? 0) * 1000
      return edited < since.getTime() && !isSimilarText(message, params.text) ? false : undefined
    },
  },
})

/** https://docs.slack.dev/reference/methods/chat.delete (tier 3: 50 a minute) */
export const delete_message = write('POST /api/chat.delete', {
  description: 'Delete a message',
  synonyms: ['unsend', 'what I wrote'],
  is: ['deletes'],
  roles: { destination: ['/channel'] },
  idempotent: true,
  params: { channel, ts },
  result: posted,
  confirm: {
    read: list_messages,
    params: atTime,
    // A deleted message that has replies is a tombstone. One that isn't there may be a reply, which the history doesn't have.
    shows: (data) => {
      const message = at(data, '/messages/0')
      return message === undefined ? undefined : at(message, '/subtype') === 'tombstone'
    },
  },
})

/** https://docs.slack.dev/reference/methods/chat.scheduleMessage (tier 3: 50 a minute) */
export const schedule_message = write('POST /api/chat.scheduleMessage', {
  description: 'Schedule a message to be posted later',
  synonyms: ['send later', 'tomorrow', 'reminder', 'delay'],
  is: ['sends'],
  roles: { recipient: ['/channel'], text: ['/text'] },
  additive: true,
  params: {
    channel,
    post_at: integer('When to post, in Unix seconds; within the next 120 days'),
    ...content,
    ...posting,
  },
  request: withBlocks,
  result: ok({ channel: Type.String(), scheduled_message_id: Type.String() }),
  confirm: {
    read: list_scheduled_messages,
    when: ({ channel }) => isId(channel),
    params: { channel: ({ channel }) => channel, limit: 1000 },
    // One that has been posted is not among them any more.
    shows: (data, sought) => {
      const { text, post_at } = sought.params
      return findMade(data, sought, listedScheduled, {
        is: (one) => at(one, '/post_at') === post_at && isSameText(one, text),
        mayBe: () => true,
      })
    },
  },
})

/** https://docs.slack.dev/reference/methods/chat.deleteScheduledMessage (tier 3: 50 a minute) */
export const delete_scheduled_message = write('POST /api/chat.deleteScheduledMessage', {
  description: 'Delete a message that is scheduled, up to a minute before it is due',
  synonyms: ['cancel', 'unschedule'],
  is: ['deletes'],
  roles: { destination: ['/channel'] },
  idempotent: true,
  params: { channel, scheduled_message_id },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/chat.getPermalink (hundreds a minute) */
export const get_permalink = read('GET /api/chat.getPermalink', {
  description: 'Get the link (URL) to a message',
  synonyms: ['address', 'share', 'copy the link', 'permalink'],
  ttl: '5m',
  params: { channel, ts },
  rename: { ts: 'message_ts' },
  result: ok({ permalink: Type.String() }),
})

/**
 * https://docs.slack.dev/reference/methods/search.messages (tier 2: 20 a minute); the language:
 * https://slack.com/help/articles/202528808. Slack advises assistant.search.context instead, which its OpenAPI document
 * doesn't have and which takes a bot's token only in answer to a person.
 */
export const search_messages = read('GET /api/search.messages', {
  description: "Search messages as Slack's search box does; takes a user's token with search:read, not a bot's",
  synonyms: ['chat history', 'find', 'who said'],
  params: {
    query: text(1000, 'Words to look for, with filters, e.g. invoice in:#sales from:@ada after:2024-01-31'),
    ...optional({
      sort: choice(['score', 'timestamp'], 'score if left out'),
      sort_dir: choice(['asc', 'desc'], 'desc if left out'),
      highlight: flag('Whether to highlight matches'),
      page: integer('Number of the page to start with', { max: 100 }),
    }),
  },
  result: ok({ messages: Type.Object({ matches: Type.Array(Type.Unknown()) }) }),
  pages: page({
    items: '/messages/matches',
    total: '/messages/paging/pages',
    into: 'page',
    size: { into: 'count', max: 100 },
  }),
})

/** https://docs.slack.dev/reference/methods/conversations.replies */
export const list_replies = read('GET /api/conversations.replies', {
  description: "List a thread's messages, from the first one on",
  synonyms: ['thread', 'answers', 'discussion'],
  params: { channel, ts, ...optional({ oldest, latest, inclusive }) },
  ...declareListIn('messages', message),
})

/** https://docs.slack.dev/reference/methods/reactions.add (tier 3: 50 a minute) */
export const add_reaction = write('POST /api/reactions.add', {
  description: 'React to a message with an emoji',
  synonyms: ['thumbs up', 'like', 'emoji'],
  is: [],
  roles: { destination: ['/channel'] },
  additive: true,
  ...reaction,
})

/** https://docs.slack.dev/reference/methods/reactions.remove (tier 2: 20 a minute) */
export const remove_reaction = write('POST /api/reactions.remove', {
  description: "Take away the token's own reaction to a message",
  synonyms: ['emoji', 'unlike', 'thumbs up'],
  is: [],
  roles: { destination: ['/channel'] },
  ...reaction,
})
