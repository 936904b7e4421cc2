import type { Arguments } from './slack-arguments.ts'
import { SlackError } from './slack-error.ts'
import type { Methods, TokenOwner } from './slack-method.ts'
import { pageOf } from './slack-paging.ts'
import type { Conversation, Message, Workspace } from './slack-workspace.ts'

const blocksIn = (asked: Arguments): unknown[] | undefined => {
  const text = asked.text('blocks')
  if (text === undefined) return undefined
  const invalid = new SlackError('invalid_blocks', {
    response_metadata: { messages: ['[ERROR] failed to match all allowed schemas [json-pointer:/blocks]'] },
  })
  try {
    const blocks: unknown = JSON.parse(text)
    if (Array.isArray(blocks) && blocks.every((block) => typeof Object(block).type === 'string')) return blocks
  } catch {
    throw invalid
  }
  throw invalid
}

const contentOf = (asked: Arguments) => {
  const blocks = blocksIn(asked)
  const text = asked.text('text') ?? ''
  if (text === '' && blocks === undefined) throw new SlackError('no_text')
  if (text.length > 40_000) throw new SlackError('msg_too_long')
  return { text, ...(blocks && { blocks }) }
}

const writable = (workspace: Workspace, asked: Arguments, owner: TokenOwner): Conversation => {
  const conversation = workspace.conversation(asked.required('channel', 'channel_not_found'))
  if (conversation.is_archived) throw new SlackError('is_archived')
  if (!conversation.members.includes(owner.user)) throw new SlackError('not_in_channel')
  return conversation
}

const ownMessage = (workspace: Workspace, asked: Arguments, owner: TokenOwner, error: string): Message => {
  const message = workspace.message(asked.required('channel', 'channel_not_found'), asked.required('ts'))
  if (message.user !== owner.user) throw new SlackError(error)
  return message
}

/** The methods of the family `chat`. */
export const messageMethods: Methods = {
  'chat.postMessage': {
    scopes: ['chat:write'],
    writes: true,
    run: (asked, workspace, owner) => {
      const { id } = writable(workspace, asked, owner)
      const thread_ts = asked.text('thread_ts')
      if (thread_ts !== undefined) workspace.message(id, thread_ts)
      const message = workspace.addMessage(id, owner.user, { ...contentOf(asked), thread_ts })
      return { channel: id, ts: message.ts, message }
    },
  },
  'chat.update': {
    scopes: ['chat:write'],
    writes: true,
    run: (asked, workspace, owner) => {
      const message = ownMessage(workspace, asked, owner, 'cant_update_message')
      Object.assign(message, contentOf(asked))
      return { channel: asked.required('channel'), ts: message.ts, text: message.text, message }
    },
  },
  'chat.delete': {
    scopes: ['chat:write'],
    writes: true,
    run: (asked, workspace, owner) => {
      const message = ownMessage(workspace, asked, owner, 'cant_delete_message')
      const { id, messages } = workspace.conversation(asked.required('channel'))
      messages.splice(messages.indexOf(message), 1)
      return { channel: id, ts: message.ts }
    },
  },
  'chat.scheduleMessage': {
    scopes: ['chat:write'],
    writes: true,
    run: (asked, workspace, owner) => {
      const { id: channel_id } = writable(workspace, asked, owner)
      const post_at = asked.whole('post_at', 0)
      const ahead = post_at - Date.now() / 1000
      if (ahead <= 0) throw new SlackError('time_in_past')
      if (ahead > 120 * 86_400) throw new SlackError('time_too_far')
      const { text } = contentOf(asked)
      const id = workspace.nextId('Q')
      workspace.scheduled.push({ id, channel_id, post_at, text })
      return { channel: channel_id, scheduled_message_id: id, post_at, message: { type: 'delayed_message', text } }
    },
  },
  'chat.scheduledMessages.list': {
    scopes: [],
    run: (asked, workspace) => {
      const channel = asked.text('channel')
      const all = workspace.scheduled.filter(({ channel_id }) => channel === undefined || channel_id === channel)
      const { items, response_metadata } = pageOf(all, asked)
      return { scheduled_messages: items, response_metadata }
    },
  },
  'chat.deleteScheduledMessage': {
    scopes: ['chat:write'],
    writes: true,
    run: (asked, { scheduled }) => {
      const [channel, id] = [asked.required('channel'), asked.required('scheduled_message_id')]
      const at = scheduled.findIndex((message) => message.id === id && message.channel_id === channel)
      if (at < 0) throw new SlackError('invalid_scheduled_message_id')
      scheduled.splice(at, 1)
      return {}
    },
  },
  'chat.getPermalink': {
    scopes: [],
    run: (asked, workspace) => {
      const channel = asked.required('channel', 'channel_not_found')
      const { ts } = workspace.message(channel, asked.required('message_ts', 'message_not_found'))
      return { channel, permalink: `https://patchbay.slack.com/archives/${channel}/p${ts.replace('.', '')}` }
    },
  },
}
