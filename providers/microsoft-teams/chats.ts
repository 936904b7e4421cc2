import { optional, read, text, write } from '@patchbay/core/provider'
import { content, toContent } from './mentions.ts'
import { aList, chat_id, sized, thing } from './parameters.ts'

/** https://learn.microsoft.com/en-us/graph/api/chat-list */
export const list_chats = read('GET /v1.0/me/chats', {
  description: 'List the chats of the user',
  synonyms: ['direct messages', 'conversations', 'DMs'],
  ttl: '1m',
  params: {},
  ...sized,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-list-members */
export const list_chat_members = read('GET /v1.0/chats/{chat_id}/members', {
  description: 'List the members of a chat',
  synonyms: ['people', 'who'],
  ttl: '5m',
  params: { chat_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-list-messages */
export const list_chat_messages = read('GET /v1.0/chats/{chat_id}/messages', {
  description: 'List the messages of a chat, the newest first',
  synonyms: ['conversation', 'what was said', 'direct messages'],
  params: { chat_id },
  ...sized,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-post-messages */
export const send_chat_message = write('POST /v1.0/chats/{chat_id}/messages', {
  description: 'Send a message to a chat',
  synonyms: ['tell', 'write', 'direct message', 'DM'],
  is: ['sends'],
  roles: { recipient: ['/chat_id'], text: ['/html'] },
  additive: true,
  params: { chat_id, ...content },
  request: (params) => ({ body: toContent(params) }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/user-get */
export const get_me = read('GET /v1.0/me', {
  description: 'Get the user that calls are made as',
  synonyms: ['who am i', 'account', 'profile'],
  params: {},
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/user-list */
export const list_users = read('GET /v1.0/users', {
  description: 'List the people of the organization',
  synonyms: ['colleagues', 'directory', 'find a person'],
  ttl: '5m',
  params: optional({ filter: text(1000, "A condition of OData, e.g. startswith(displayName,'Ada')") }),
  rename: { filter: '$filter' },
  ...aList,
})
