import { SlackError } from './slack-error.ts'

export interface User {
  readonly id: string
  readonly name: string
  readonly deleted: boolean
  readonly is_bot: boolean
  readonly profile: { readonly email: string | undefined }
}

export interface Message {
  readonly type: 'message'
  readonly user: string
  readonly ts: string
  text: string
  blocks: unknown[]
  readonly thread_ts?: string | undefined
  readonly reactions: { readonly name: string; readonly users: string[] }[]
}

export interface Conversation {
  readonly id: string
  readonly name: string
  readonly kind: 'public_channel' | 'private_channel' | 'mpim' | 'im'
  readonly is_archived: boolean
  readonly members: string[]
  /** The oldest first, replies included. */
  readonly messages: Message[]
}

export interface Scheduled {
  readonly id: string
  readonly channel_id: string
  readonly post_at: number
  readonly text: string
}

/** Slack's ids: a letter for the kind and upper-case letters and digits. */
const createIds = () => {
  let last = 0
  return (letter: string): string => `${letter}${(36 ** 8 + ++last).toString(36).toUpperCase()}`
}

/** A workspace in memory. */
export const createWorkspace = () => {
  const nextId = createIds()
  const users: User[] = []
  const conversations: Conversation[] = []
  const scheduled: Scheduled[] = []
  let posted = 0

  const conversation = (channel: string): Conversation => {
    const found = conversations.find(({ id, name }) => id === channel || `#${name}` === channel)
    if (!found) throw new SlackError('channel_not_found')
    return found
  }

  return {
    users,
    conversations,
    scheduled,
    nextId,
    conversation,
    user: (id: string): User => {
      const found = users.find((user) => user.id === id)
      if (!found) throw new SlackError('user_not_found')
      return found
    },
    message: (channel: string, ts: string): Message => {
      const found = conversation(channel).messages.find((message) => message.ts === ts)
      if (!found) throw new SlackError('message_not_found')
      return found
    },
    addUser: (name: string, is_bot = false): User => {
      const profile = { email: is_bot ? undefined : `${name}@example.com` }
      const user = { id: nextId('U'), name, deleted: false, is_bot, profile }
      users.push(user)
      return user
    },
    addConversation: (
      given: Partial<Omit<Conversation, 'id' | 'messages'>> & { readonly name: string },
    ): Conversation => {
      const { kind = 'public_channel', is_archived = false, members = [] } = given
      const id = nextId(kind === 'im' ? 'D' : kind === 'public_channel' ? 'C' : 'G')
      const conversation = { id, name: given.name, kind, is_archived, members, messages: [] }
      conversations.push(conversation)
      return conversation
    },
    /** A second passes between two messages. */
    addMessage: (
      channel: string,
      user: string,
      { text, blocks = [], thread_ts }: { text: string; blocks?: unknown[]; thread_ts?: string | undefined },
    ): Message => {
      const ts = `${1_700_000_000 + ++posted}.000100`
      const message: Message = { type: 'message', user, ts, text, blocks, thread_ts, reactions: [] }
      conversation(channel).messages.push(message)
      return message
    },
  }
}

export type Workspace = ReturnType<typeof createWorkspace>
