import { choice, flag, integer, list, object, optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, numericId, pages } from './parameters.ts'

const thread_id = numericId('Id of the conversation: list_threads has it')
const page = Type.Object({ id: Type.String() })

/** https://developers.hubspot.com/docs/api-reference/conversations-conversations-inbox--messages-v3/guide */
export const list_threads = read('GET /conversations/v3/conversations/threads', {
  description: 'List the conversations (chats, mails) of the inbox and the help desk, the latest first',
  synonyms: ['open conversations', 'chats', 'messages', 'support inbox', 'threads'],
  params: optional({
    status: choice(['OPEN', 'CLOSED'], 'Only conversations in this state; needs contact_id'),
    contact_id: integer('Only those of this contact'),
    inbox_ids: list(integer('Id of an inbox'), { min: 1, max: 20, description: 'Only those of these inboxes' }),
    archived: flag('true: only those in the trash'),
  }),
  rename: { status: 'threadStatus', contact_id: 'associatedContactId', inbox_ids: 'inboxId' },
  styles: { inbox_ids: 'repeat' },
  result: aList,
  pages: pages(500),
})

/** https://developers.hubspot.com/docs/api-reference/conversations-conversations-inbox--messages-v3/guide */
export const get_thread = read('GET /conversations/v3/conversations/threads/{thread_id}', {
  description: 'Get a conversation of the inbox: its state, contact and channel',
  synonyms: ['chat', 'thread', 'details'],
  params: { thread_id },
  result: page,
})

/** https://developers.hubspot.com/docs/api-reference/conversations-conversations-inbox--messages-v3/guide */
export const list_thread_messages = read('GET /conversations/v3/conversations/threads/{thread_id}/messages', {
  description: 'List the messages and comments of a conversation of the inbox',
  synonyms: ['chat', 'what was said', 'history', 'read'],
  params: { thread_id },
  result: aList,
  pages: pages(500),
})

/** https://developers.hubspot.com/docs/api-reference/conversations-conversations-inbox--messages-v3/guide */
export const list_inboxes = read('GET /conversations/v3/conversations/inboxes', {
  description: 'List the inboxes and help desks of conversations',
  synonyms: ['support inbox', 'channels', 'help desk'],
  ttl: '5m',
  params: {},
  result: aList,
  pages: pages(500),
})

const attachments: readonly never[] = []

/** https://developers.hubspot.com/docs/api-reference/conversations-conversations-inbox--messages-v3/guide */
export const send_thread_message = write('POST /conversations/v3/conversations/threads/{thread_id}/messages', {
  description: 'Answer a conversation (chat, mail) of the inbox; list_thread_messages has channel and recipients',
  synonyms: ['reply', 'respond', 'chat', 'message', 'write back'],
  is: ['sends'],
  roles: { recipient: ['/recipients/value'], destination: ['/thread_id'], text: ['/subject', '/message'] },
  additive: true,
  params: {
    thread_id,
    message: text(100_000, 'The text'),
    sender_id: text(50, 'Who writes: A- and the id of a user, e.g. A-1234567'),
    channel_id: text(30, 'Id of the channel: channelId of the messages'),
    channel_account_id: text(30, 'Id of the account of the channel: channelAccountId of the messages'),
    recipients: list(
      object({
        type: choice(['HS_EMAIL_ADDRESS', 'HS_PHONE_NUMBER', 'CHANNEL_SPECIFIC_OPAQUE_ID'], 'What value is'),
        value: text(320, 'Address, number or id'),
      }),
      { min: 1, max: 50, description: 'Who gets it: senders and recipients of the messages' },
    ),
    subject: optional(text(998, 'The subject of a mail')),
  },
  request: ({ message, sender_id, channel_id, channel_account_id, recipients }) => ({
    body: {
      message: undefined,
      sender_id: undefined,
      channel_id: undefined,
      channel_account_id: undefined,
      type: 'MESSAGE',
      text: message,
      senderActorId: sender_id,
      channelId: channel_id,
      channelAccountId: channel_account_id,
      attachments,
      recipients: recipients.map((deliveryIdentifier) => ({ deliveryIdentifiers: [deliveryIdentifier] })),
    },
  }),
  result: page,
})

/** https://developers.hubspot.com/docs/api-reference/conversations-conversations-inbox--messages-v3/guide */
export const comment_on_thread = write('POST /conversations/v3/conversations/threads/{thread_id}/messages', {
  description: 'Leave a comment on a conversation of the inbox, which only the staff see',
  synonyms: ['internal note', 'chat', 'remark'],
  is: [],
  roles: { destination: ['/thread_id'], text: ['/message'] },
  additive: true,
  params: { thread_id, message: text(100_000, 'The text') },
  request: ({ message }) => ({ body: { message: undefined, type: 'COMMENT', text: message, attachments } }),
  result: page,
})

/** https://developers.hubspot.com/docs/api-reference/conversations-conversations-inbox--messages-v3/guide */
export const update_thread = write('PATCH /conversations/v3/conversations/threads/{thread_id}', {
  description: 'Close or reopen a conversation of the inbox',
  synonyms: ['chat', 'finish', 'done', 'resolve'],
  is: [],
  roles: { destination: ['/thread_id'] },
  idempotent: true,
  params: { thread_id, status: choice(['OPEN', 'CLOSED'], 'The state') },
  result: page,
})
