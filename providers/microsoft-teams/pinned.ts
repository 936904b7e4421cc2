import { optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, chat_id, id, message_id, thing } from './parameters.ts'

/** https://learn.microsoft.com/en-us/graph/api/chat-list-pinnedmessages */
export const list_pinned_messages = read('GET /v1.0/chats/{chat_id}/pinnedMessages', {
  description: 'List what is pinned in a chat',
  synonyms: ['pins', 'pinned messages', 'kept on top'],
  ttl: '1m',
  params: { chat_id },
  request: () => ({ query: { $expand: 'message' } }),
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-post-pinnedmessages */
export const pin_chat_message = write('POST /v1.0/chats/{chat_id}/pinnedMessages', {
  description: 'Pin a message in a chat',
  synonyms: ['stick', 'keep on top', 'highlight'],
  is: [],
  roles: { destination: ['/chat_id'] },
  additive: true,
  params: { chat_id, message_id },
  request: ({ chat_id, message_id }) => ({
    body: {
      message_id: undefined,
      'message@odata.bind': `https://graph.microsoft.com/v1.0/chats/${encodeURIComponent(chat_id)}/messages/${encodeURIComponent(message_id)}`,
    },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-delete-pinnedmessages */
export const unpin_chat_message = write('DELETE /v1.0/chats/{chat_id}/pinnedMessages/{pinned_id}', {
  description: 'Unpin a message of a chat',
  synonyms: ['remove the pin', 'unstick', 'take off'],
  is: [],
  roles: { destination: ['/chat_id'] },
  idempotent: true,
  params: { chat_id, pinned_id: id('Id of the pinned message: list_pinned_messages has it') },
})

const own = {
  user_id: id('Id of the user that calls are made as: get_me has it'),
  directory_id: id('Id of the Microsoft directory: tenantId of get_chat'),
}
const asUser = ({ user_id, directory_id }: Readonly<Record<'user_id' | 'directory_id', string>>) => ({
  body: { user_id: undefined, directory_id: undefined, user: { id: user_id, tenantId: directory_id } },
})

/** https://learn.microsoft.com/en-us/graph/api/chat-markchatreadforuser */
export const mark_chat_read = write('POST /v1.0/chats/{chat_id}/markChatReadForUser', {
  description: 'Mark a chat as read',
  synonyms: ['seen', 'unread messages', 'read'],
  is: [],
  idempotent: true,
  params: { chat_id, ...own },
  request: asUser,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-hideforuser: until a new message comes. */
export const hide_chat = write('POST /v1.0/chats/{chat_id}/hideForUser', {
  description: "Hide a chat from the user's list, until somebody writes in it",
  synonyms: ['put away', 'close', 'remove from the list'],
  is: [],
  idempotent: true,
  params: { chat_id, ...own },
  request: asUser,
})

/** https://learn.microsoft.com/en-us/graph/api/chat-unhideforuser */
export const unhide_chat = write('POST /v1.0/chats/{chat_id}/unhideForUser', {
  description: "Show a hidden chat in the user's list again",
  synonyms: ['bring back', 'unhide'],
  is: [],
  idempotent: true,
  params: { chat_id, ...own },
  request: asUser,
})

/** https://learn.microsoft.com/en-us/graph/search-concept-chat-messages: needs the scopes Chat.Read and ChannelMessage.Read.All. */
export const search_messages = read('POST /v1.0/search/query', {
  description: 'Search the messages of all chats and channels that the user is in',
  synonyms: ['find', 'who said', 'look for', 'where was it written', 'all messages'],
  params: {
    query: text(1000, 'Words and conditions, e.g. "budget from:bob sent>2026-07-14"'),
    ...optional({
      from: Type.Integer({ minimum: 0, maximum: 1000, description: 'How many results to pass over' }),
      size: Type.Integer({ minimum: 1, maximum: 25, description: 'How many results; left out: 25' }),
    }),
  },
  request: ({ query, from, size }) => ({
    body: {
      query: undefined,
      from: undefined,
      size: undefined,
      requests: [{ entityTypes: ['chatMessage'], query: { queryString: query }, from: from ?? 0, size: size ?? 25 }],
    },
  }),
  result: Type.Object({ value: Type.Array(Type.Unknown()) }),
})
