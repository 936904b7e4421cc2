import type { Arguments } from './slack-arguments.ts'
import { SlackError } from './slack-error.ts'
import type { Methods } from './slack-method.ts'
import { pageOf } from './slack-paging.ts'
import type { Message, Workspace } from './slack-workspace.ts'

/** What a reaction names. */
const reactedTo = (asked: Arguments, workspace: Workspace): { message: Message; name: string } => {
  const name = asked.required('name', 'invalid_name')
  if (/[:\s]/.test(name.replace('::skin-tone-', ''))) throw new SlackError('invalid_name')
  const message = workspace.message(asked.required('channel'), asked.required('timestamp', 'bad_timestamp'))
  return { message, name }
}

/** The words of a query that are no filters stand in the text. */
const matches = (query: string, { text }: Message): boolean =>
  query
    .split(' ')
    .filter((word) => !word.includes(':'))
    .every((word) => text.toLowerCase().includes(word.toLowerCase()))

/** The methods of the families `auth`, `users`, `reactions` and `search`. */
export const peopleMethods: Methods = {
  'auth.test': {
    scopes: [],
    run: (_asked, workspace, { user }) => {
      const { name } = workspace.user(user)
      return { url: 'https://patchbay.slack.com/', team: 'Patchbay', user: name, team_id: 'T012AB3C4', user_id: user }
    },
  },
  'users.list': {
    scopes: ['users:read'],
    run: (asked, { users }) => {
      if (asked.text('limit') === undefined && users.length > 500) throw new SlackError('limit_required')
      const { items, response_metadata } = pageOf(users, asked)
      return { members: items, cache_ts: Math.floor(Date.now() / 1000), response_metadata }
    },
  },
  'users.info': {
    scopes: ['users:read'],
    run: (asked, workspace) => ({ user: workspace.user(asked.required('user', 'user_not_found')) }),
  },
  'users.lookupByEmail': {
    scopes: ['users:read.email'],
    run: (asked, { users }) => {
      const email = asked.required('email')
      const user = users.find(({ profile }) => profile.email === email)
      if (!user) throw new SlackError('users_not_found')
      return { user }
    },
  },
  'reactions.add': {
    scopes: ['reactions:write'],
    writes: true,
    run: (asked, workspace, { user }) => {
      const { message, name } = reactedTo(asked, workspace)
      const reaction = message.reactions.find((each) => each.name === name)
      if (reaction?.users.includes(user)) throw new SlackError('already_reacted')
      if (reaction) reaction.users.push(user)
      else message.reactions.push({ name, users: [user] })
      return {}
    },
  },
  'reactions.remove': {
    scopes: ['reactions:write'],
    writes: true,
    run: (asked, workspace, { user }) => {
      const { message, name } = reactedTo(asked, workspace)
      const users = message.reactions.find((each) => each.name === name)?.users ?? []
      if (!users.includes(user)) throw new SlackError('no_reaction')
      users.splice(users.indexOf(user), 1)
      return {}
    },
  },
  'search.messages': {
    scopes: ['search:read'],
    usersOnly: true,
    run: (asked, { conversations }) => {
      const query = asked.required('query')
      const [count, page] = [asked.whole('count', 20), asked.whole('page', 1)]
      if (count < 1 || count > 100 || page < 1 || page > 100) throw new SlackError('invalid_arguments')
      const all = conversations
        .flatMap(({ id, name, messages }) => messages.map((message) => ({ ...message, channel: { id, name } })))
        .filter((message) => matches(query, message))
      const paging = { count, total: all.length, page, pages: Math.ceil(all.length / count) }
      return {
        query,
        messages: { total: all.length, matches: all.slice((page - 1) * count, page * count), paging },
      }
    },
  },
}
