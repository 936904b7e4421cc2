import { flag, htmlLoads, list, optional, pattern, read, Type, text, write } from '@patchbay/core/provider'
import { encodeMessage, type Mail } from './mail.ts'
import { readable } from './readable.ts'

const address = pattern(
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$",
  254,
  'An address, e.g. ada@example.com',
)
const addresses = (description: string) => list(address, { max: 100, description })
const mail = {
  to: addresses('Addresses of the recipients'),
  subject: text(500, 'The subject; for a reply, the same as before'),
  text: text(500_000, 'The text'),
  ...optional({
    cc: addresses('Addresses that get a copy'),
    bcc: addresses('Addresses that get a copy without the others seeing it'),
    html: flag('Whether the text is HTML'),
    thread_id: text(100, 'Id of the conversation, for a reply'),
    in_reply_to: pattern('^<[!-;=?-~]{1,500}>$', 502, 'Header Message-ID of the message to reply to'),
  }),
}
const buildMessageBody = (given: Mail & { readonly thread_id?: string }) => ({
  raw: encodeMessage(given),
  ...(given.thread_id !== undefined && { threadId: given.thread_id }),
})
/** The body is made of all parameters, and has none of them. */
const none = Object.fromEntries(Object.keys(mail).map((name) => [name, undefined]))

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#Message: a message that was just made has its ids alone. */
const newMessage = Type.Object({ id: Type.String(), threadId: Type.String(), labelIds: Type.Array(Type.String()) })

/** A message as `readable` shows it. */
const shownMessage = Type.Object({
  ...newMessage.properties,
  snippet: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  text: Type.Optional(Type.String()),
  attachments: Type.Array(
    Type.Object({ id: Type.String(), filename: Type.String(), mimeType: Type.String(), size: Type.Integer() }),
  ),
})

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/send */
export const send_email = write('POST /gmail/v1/users/me/messages/send', {
  description: 'Send an email',
  answers: newMessage,
  synonyms: ['mail', 'message', 'write', 'reply', 'answer'],
  is: ['sends'],
  roles: { recipient: ['/to', '/cc', '/bcc'], text: ['/subject', '/text'] },
  additive: true,
  params: mail,
  request: (given) => ({ body: { ...none, ...buildMessageBody(given) } }),
})

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.drafts/create */
export const create_draft = write('POST /gmail/v1/users/me/drafts', {
  description: 'Write a draft for somebody to send later',
  answers: Type.Object({ id: Type.String(), message: newMessage }),
  synonyms: ['prepare', 'compose', 'mail'],
  is: ['runs'],
  onlyIf: { runs: ({ text, html }) => html === true && htmlLoads(text) },
  roles: { recipient: ['/to', '/cc', '/bcc'], text: ['/subject', '/text'] },
  additive: true,
  params: mail,
  request: (given) => ({ body: { ...none, message: buildMessageBody(given) } }),
})

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/get */
export const read_message = read('GET /gmail/v1/users/me/messages/{message_id}', {
  description: 'Read a message: headers, text and attachments',
  answers: shownMessage,
  synonyms: ['open', 'mail', 'email', 'attachments'],
  ttl: '1m',
  params: { message_id: text(100, 'Id of the message') },
  shape: readable,
})

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.threads/get */
export const read_thread = read('GET /gmail/v1/users/me/threads/{thread_id}', {
  description: 'Read a conversation: all its messages with their texts',
  answers: Type.Object({ id: Type.String(), messages: Type.Array(shownMessage) }),
  synonyms: ['mails', 'emails', 'replies'],
  ttl: '30s',
  params: { thread_id: text(100, 'Id of the conversation') },
  shape: (body) => ({ ...Object(body), messages: (Object(body).messages ?? []).map(readable) }),
})

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.drafts/send */
export const send_draft = write('POST /gmail/v1/users/me/drafts/send', {
  description: 'Send a draft',
  answers: newMessage,
  synonyms: ['mail'],
  is: ['sends'],
  roles: { derives: ['recipient'] },
  additive: true,
  params: { draft_id: text(100, 'Id of the draft: list_drafts lists them') },
  rename: { draft_id: 'id' },
})
