import { at, optional, path, read, text, write } from '@patchbay/core/provider'
import { channel_id, chat_id, html, id, message_id, team_id, thing, user_id } from './parameters.ts'

const place = { team_id, channel_id, message_id }
const reply_id = id('Id of a reply to the message, in place of the message itself')
const reaction = text(20, 'The reaction, as an emoji')
const asHtml = (html: string) => ({ contentType: 'html', content: html })

/** The path of a message of a channel, or of a reply to it. */
const toPath = (
  {
    team_id,
    channel_id,
    message_id,
    reply_id,
  }: Readonly<Record<'team_id' | 'channel_id' | 'message_id', string>> & {
    readonly reply_id?: string
  },
  end: '' | 'softDelete' | 'setReaction' | 'unsetReaction',
) => {
  const own =
    reply_id === undefined
      ? path`/v1.0/teams/${team_id}/channels/${channel_id}/messages/${message_id}`
      : path`/v1.0/teams/${team_id}/channels/${channel_id}/messages/${message_id}/replies/${reply_id}`
  return (end === '' ? own : `${own}/${end}`) as typeof own
}

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-get */
export const get_message = read('GET /v1.0/teams/{team_id}/channels/{channel_id}/messages/{message_id}', {
  description: 'Get a message of a channel, or a reply to it, with its reactions and attachments',
  synonyms: ['post', 'read', 'who reacted'],
  params: { ...place, reply_id: optional(reply_id) },
  request: (params) => ({ path: toPath(params, ''), query: { reply_id: undefined } }),
  result: thing,
})

const seen = {
  team_id: ({ team_id }: { readonly team_id: string }) => team_id,
  channel_id: ({ channel_id }: { readonly channel_id: string }) => channel_id,
  message_id: ({ message_id }: { readonly message_id: string }) => message_id,
  reply_id: ({ reply_id }: { readonly reply_id?: string }) => reply_id,
}

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-update */
export const update_message = write('PATCH /v1.0/teams/{team_id}/channels/{channel_id}/messages/{message_id}', {
  description: 'Change the text of a message in a channel, or of a reply to it',
  synonyms: ['edit', 'correct', 'post', 'posted'],
  is: ['sends'],
  roles: { recipient: ['/channel_id'], destination: ['/team_id'], text: ['/html'] },
  idempotent: true,
  params: { ...place, html, reply_id: optional(reply_id) },
  request: (params) => ({
    path: toPath(params, ''),
    body: { html: undefined, reply_id: undefined, body: asHtml(params.html) },
  }),
})

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-softdelete */
export const delete_message = write(
  'POST /v1.0/teams/{team_id}/channels/{channel_id}/messages/{message_id}/softDelete',
  {
    description: 'Delete a message of a channel, or a reply to it',
    synonyms: ['remove', 'post', 'unsend', 'my'],
    is: ['deletes'],
    roles: { destination: ['/channel_id'] },
    idempotent: true,
    params: { ...place, reply_id: optional(reply_id) },
    request: (params) => ({ path: toPath(params, 'softDelete'), body: undefined }),
    confirm: {
      read: get_message,
      params: seen,
      shows: (data) => (typeof at(data, '/deletedDateTime') === 'string' ? true : undefined),
    },
  },
)

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-setreaction */
export const add_reaction = write(
  'POST /v1.0/teams/{team_id}/channels/{channel_id}/messages/{message_id}/setReaction',
  {
    description: 'React to a message of a channel, or to a reply, with an emoji',
    synonyms: ['like', 'thumbs up', 'heart'],
    is: [],
    roles: { destination: ['/channel_id'] },
    idempotent: true,
    additive: true,
    params: { ...place, reaction, reply_id: optional(reply_id) },
    rename: { reaction: 'reactionType' },
    request: (params) => ({ path: toPath(params, 'setReaction'), body: { reply_id: undefined } }),
  },
)

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-unsetreaction */
export const remove_reaction = write(
  'POST /v1.0/teams/{team_id}/channels/{channel_id}/messages/{message_id}/unsetReaction',
  {
    description: "Take away the user's own reaction to a message of a channel, or to a reply",
    synonyms: ['unlike', 'emoji'],
    is: [],
    roles: { destination: ['/channel_id'] },
    idempotent: true,
    params: { ...place, reaction, reply_id: optional(reply_id) },
    rename: { reaction: 'reactionType' },
    request: (params) => ({ path: toPath(params, 'unsetReaction'), body: { reply_id: undefined } }),
  },
)

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-update */
export const update_chat_message = write('PATCH /v1.0/chats/{chat_id}/messages/{message_id}', {
  description: 'Change the text of a message in a chat',
  synonyms: ['edit', 'correct', 'direct message'],
  is: ['sends'],
  roles: { recipient: ['/chat_id'], text: ['/html'] },
  idempotent: true,
  params: { chat_id, message_id, html },
  request: ({ html }) => ({ body: { html: undefined, body: asHtml(html) } }),
})

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-softdelete */
export const delete_chat_message = write(
  'POST /v1.0/users/{user_id}/chats/{chat_id}/messages/{message_id}/softDelete',
  {
    description: 'Delete a message of a chat',
    synonyms: ['remove', 'unsend', 'direct message'],
    is: ['deletes'],
    roles: { destination: ['/chat_id'] },
    idempotent: true,
    params: { user_id, chat_id, message_id },
  },
)

/** https://learn.microsoft.com/en-us/graph/api/chatmessage-setreaction */
export const add_chat_reaction = write('POST /v1.0/chats/{chat_id}/messages/{message_id}/setReaction', {
  description: 'React to a message of a chat with an emoji',
  synonyms: ['like', 'thumbs up', 'heart'],
  is: [],
  roles: { destination: ['/chat_id'] },
  idempotent: true,
  additive: true,
  params: { chat_id, message_id, reaction },
  rename: { reaction: 'reactionType' },
})
