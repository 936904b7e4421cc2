import type { Arguments } from './slack-arguments.ts'
import { SlackError } from './slack-error.ts'
import type { Methods } from './slack-method.ts'
import { pageOf } from './slack-paging.ts'
import type { Conversation, Message } from './slack-workspace.ts'

/** Any of them lets a token in; which conversations it then sees, the fake doesn't tell apart. */
const reading = ['channels:read', 'groups:read', 'im:read', 'mpim:read']
const history = ['channels:history', 'groups:history', 'im:history', 'mpim:history']
const writing = ['channels:manage', 'groups:write', 'im:write', 'mpim:write']

const shown = ({ id, name, kind, is_archived, members }: Conversation) => ({
  id,
  name,
  is_channel: kind === 'public_channel',
  is_im: kind === 'im',
  is_archived,
  num_members: members.length,
})

/** Those between `oldest` and `latest`. */
const inSpan = (messages: readonly Message[], asked: Arguments): Message[] => {
  const [oldest, latest] = [Number(asked.text('oldest') ?? 0), Number(asked.text('latest') ?? Number.MAX_VALUE)]
  const inclusive = asked.flag('inclusive')
  return messages.filter(({ ts }) => {
    const at = Number(ts)
    return inclusive ? at >= oldest && at <= latest : at > oldest && at < latest
  })
}

const channelIn = (asked: Arguments): string => asked.required('channel', 'channel_not_found')

/** The methods of the family `conversations`. */
export const conversationMethods: Methods = {
  'conversations.list': {
    scopes: reading,
    run: (asked, { conversations }) => {
      const types = (asked.text('types') ?? 'public_channel').split(',')
      const wanted = conversations.filter(
        ({ kind, is_archived }) => types.includes(kind) && !(is_archived && asked.flag('exclude_archived')),
      )
      const { items, response_metadata } = pageOf(wanted, asked)
      return { channels: items.map(shown), response_metadata }
    },
  },
  'conversations.info': {
    scopes: reading,
    run: (asked, workspace) => ({ channel: shown(workspace.conversation(channelIn(asked))) }),
  },
  'conversations.history': {
    scopes: history,
    run: (asked, workspace) => {
      const { messages } = workspace.conversation(channelIn(asked))
      const first = messages.filter(({ thread_ts }) => thread_ts === undefined)
      const { items, has_more, response_metadata } = pageOf(inSpan(first, asked).toReversed(), asked, 999)
      return { messages: items, has_more, pin_count: 0, ...(has_more && { response_metadata }) }
    },
  },
  'conversations.replies': {
    scopes: history,
    run: (asked, workspace) => {
      const { id, messages } = workspace.conversation(channelIn(asked))
      const ts = asked.required('ts', 'thread_not_found')
      if (!messages.some((message) => message.ts === ts)) throw new SlackError('thread_not_found', { channel: id })
      const thread = messages.filter((message) => message.ts === ts || message.thread_ts === ts)
      const { items, has_more, response_metadata } = pageOf(inSpan(thread, asked), asked)
      return { messages: items, has_more, ...(has_more && { response_metadata }) }
    },
  },
  'conversations.members': {
    scopes: reading,
    run: (asked, workspace) => {
      const { items, response_metadata } = pageOf(workspace.conversation(channelIn(asked)).members, asked)
      return { members: items, response_metadata }
    },
  },
  'conversations.open': {
    scopes: writing,
    writes: true,
    run: (asked, workspace, { user }) => {
      const others = asked.required('users', 'users_list_not_supplied').split(',')
      if (others.length > 8) throw new SlackError('too_many_users')
      for (const other of others) workspace.user(other)
      const members = [user, ...others].sort()
      const kind = others.length === 1 ? 'im' : 'mpim'
      const same = workspace.conversations.find((each) => each.kind === kind && `${each.members}` === `${members}`)
      const { id } = same ?? workspace.addConversation({ name: members.join('-'), kind, members })
      return { channel: { id }, ...(same && { no_op: true, already_open: true }) }
    },
  },
  'conversations.join': {
    scopes: ['channels:join'],
    writes: true,
    run: (asked, workspace, { user }) => {
      const conversation = workspace.conversation(channelIn(asked))
      if (conversation.kind !== 'public_channel') throw new SlackError('method_not_supported_for_channel_type')
      if (conversation.is_archived) throw new SlackError('is_archived')
      if (conversation.members.includes(user)) return { channel: shown(conversation), warning: 'already_in_channel' }
      conversation.members.push(user)
      return { channel: shown(conversation) }
    },
  },
}
