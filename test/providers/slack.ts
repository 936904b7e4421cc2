import { createFaults } from './faults.ts'
import { type Recorded, record } from './recorded.ts'
import { readArguments, warningsOf } from './slack-arguments.ts'
import { conversationMethods } from './slack-conversations.ts'
import { errorOf, SlackError } from './slack-error.ts'
import { messageMethods } from './slack-messages.ts'
import type { Method, Methods, TokenOwner } from './slack-method.ts'
import { peopleMethods } from './slack-people.ts'
import { createWorkspace } from './slack-workspace.ts'

const methods: Methods = { ...messageMethods, ...conversationMethods, ...peopleMethods }

const allScopes = [...new Set(Object.values(methods).flatMap(({ scopes }) => scopes))]

/** Counts requests by method, each in its minute: https://docs.slack.dev/apis/web-api/rate-limits */
const createAllowance = (perMinute: number) => {
  const windows = new Map<string, { readonly ends: number; used: number }>()
  return (method: string): void => {
    const now = Date.now()
    const old = windows.get(method)
    const window = old && old.ends > now ? old : { ends: now + 60_000, used: 0 }
    windows.set(method, window)
    if (++window.used > perMinute) throw errorOf(429)
  }
}

const checkScopes = ({ scopes, usersOnly }: Method, owner: TokenOwner): void => {
  if (usersOnly && owner.kind === 'bot') throw new SlackError('not_allowed_token_type')
  if (scopes.length === 0 || scopes.some((scope) => owner.scopes.includes(scope))) return
  throw new SlackError('missing_scope', { needed: scopes.join(','), provided: owner.scopes.join(',') })
}

/**
 * A Slack workspace on loopback, in memory, with the Web API's methods under `/api`. It takes the bot's token
 * `xoxb-patchbay` with all scopes but search:read, the user's token `xoxp-patchbay` with all, and `xoxb-narrow` with
 * `users:read` alone. `perMinute` requests are allowed to each method.
 */
export const startSlack = ({ perMinute = 100_000 }: { perMinute?: number } = {}) => {
  const workspace = createWorkspace()
  const requests: Recorded[] = []
  const faults = createFaults()
  const spend = createAllowance(perMinute)
  const bot = workspace.addUser('gateway', true)
  const person = workspace.addUser('ada')
  const tokens = new Map<string, TokenOwner>([
    ['xoxb-patchbay', { user: bot.id, kind: 'bot', scopes: allScopes.filter((scope) => scope !== 'search:read') }],
    ['xoxp-patchbay', { user: person.id, kind: 'user', scopes: allScopes }],
    ['xoxb-narrow', { user: bot.id, kind: 'bot', scopes: ['users:read'] }],
  ])

  const ownerOf = (authorization: string | undefined): TokenOwner => {
    if (authorization === undefined) throw new SlackError('not_authed')
    const owner = tokens.get(authorization.replace(/^Bearer /, ''))
    if (!owner) throw new SlackError('invalid_auth')
    return owner
  }

  const handle = (asked: Recorded): object => {
    const [, name = ''] = /^\/api\/([\w.]+)/.exec(asked.url) ?? []
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (!method) throw new SlackError('unknown_method', { req_method: name })
    spend(name)
    const owner = ownerOf(asked.headers.authorization)
    checkScopes(method, owner)
    const answer = method.run(readArguments(asked, method.writes ?? false), workspace, owner)
    const [warning] = warningsOf(asked)
    return { ok: true, ...answer, ...(warning && { warning, response_metadata: { warnings: [warning] } }) }
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const asked = await record(request)
      requests.push(asked)
      const fault = faults.take()
      try {
        if (fault && !fault.executed) throw errorOf(fault.status)
        const body = handle(asked)
        if (fault) throw errorOf(fault.status)
        return Response.json(body)
      } catch (error) {
        if (!(error instanceof SlackError)) throw error
        const wait: Record<string, string> = error.status === 429 ? { 'retry-after': '30' } : {}
        return Response.json(error.body(), { status: error.status, headers: { ...wait, ...fault?.headers } })
      }
    },
  })

  return {
    origin: `http://127.0.0.1:${server.port}`,
    workspace,
    /** The owners of the tokens. */
    bot,
    person,
    requests,
    /** With status 200: an error that passes by itself, as Slack sends most of them. */
    failNext: faults.failNext,
    stop: () => server.stop(true),
  }
}
