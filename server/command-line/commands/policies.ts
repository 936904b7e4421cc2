import type { ArgsDef } from 'citty'
import type { Json } from '../admin-api.ts'
import { type Command, type CommandGroup, type CommandInput, jsonOption } from '../command.ts'
import { plainJson } from '../plain-text.ts'
import { fillPath } from '../route-command.ts'
import { column, tableLines } from '../table.ts'
import type { Terminal } from '../terminal.ts'

type Row = Readonly<Record<string, unknown>>

const columns = [
  column('provider'),
  column('account'),
  column('action'),
  column('effect'),
  column('calls', 'calls', 'number'),
  column('last', 'last_at', 'moment'),
  column('rule'),
  column('tokens', 'tokens', 'list'),
]

/** Shows used actions under a heading; nothing where there are none. */
const showUsed = (heading: string, answer: Json, list: string, rule: string, terminal: Terminal): void => {
  const actions = answer[list] as readonly Row[]
  if (actions.length === 0) return
  const rows = actions.map(({ denied, tokens, ...action }) => ({
    ...action,
    rule: denied === null ? rule : `deny ${denied}`,
    tokens: (tokens as readonly Row[]).map(({ token_id, calls }) => `${token_id} (${calls})`),
  }))
  terminal.out(`${heading}:`)
  for (const line of tableLines(columns, rows, terminal)) terminal.out(line)
  terminal.out('')
}

const showGone = (answer: Json, terminal: Terminal): void => {
  showUsed('called, and no longer exists', answer, 'gone', '-', terminal)
  if (Number(answer.unknown_callers) > 0)
    terminal.say(`${answer.unknown_callers} calls were made with tokens that no longer exist`)
}

const showCheck = (answer: Json, terminal: Terminal): void => {
  showUsed('would have been refused', answer, 'refused', 'not in allow', terminal)
  showUsed('is refused, and would have been allowed', answer, 'allowed', 'not in allow', terminal)
  showGone(answer, terminal)
  const [refused, allowed] = ['refused', 'allowed'].map((list) =>
    (answer[list] as readonly Row[]).reduce((sum, { calls }) => sum + Number(calls), 0),
  )
  terminal.say(`of ${answer.calls} calls since ${answer.since}: ${refused} more refused, ${allowed} more allowed`)
}

const showLeast = (answer: Json, terminal: Terminal): void => {
  showUsed('used', answer, 'used', '-', terminal)
  showUsed('used, but refused today', answer, 'refused', 'not in allow', terminal)
  showGone(answer, terminal)
  for (const list of ['allow', 'wider'] as const) {
    const patterns = (answer[list] as readonly string[]).join(',')
    terminal.out(`${`${list}:`.padEnd(7)}${patterns === '' ? 'nothing was used' : patterns}`)
  }
}

/** Asks again while the gateway has not counted all of the log; each answer reaches further back. */
const askWhole = async (input: CommandInput, route: string, request: object): Promise<Json> => {
  const [method = '', template = ''] = route.split(' ')
  const api = await input.admin()
  for (;;) {
    const answer = (await api.json(method, fillPath(template, input), request)) ?? {}
    if (answer.complete === true) return answer
    input.terminal.say(`counting the audit log: back to ${answer.since}`)
  }
}

const about: ArgsDef = {
  tenant: { type: 'positional', description: "the tenant's id" },
  'token-id': { type: 'string', valueHint: 'id', description: "a tenant token (the tenant's own policy)" },
}

const policyCommand = (
  definition: Pick<Command, 'summary' | 'description' | 'examples'> & {
    readonly route: string
    readonly options?: ArgsDef
    request(input: CommandInput): object
    show(answer: Json, terminal: Terminal): void
  },
): Command => {
  const { route, options = {}, request, show, ...rest } = definition
  return {
    ...rest,
    route,
    isRemote: true,
    args: { ...about, ...options, ...jsonOption },
    async run(input) {
      const answer = await askWhole(input, route, request(input))
      if (input.flag('json')) input.terminal.out(plainJson(answer, 2))
      else show(answer, input.terminal)
    },
  }
}

export const policies: CommandGroup = {
  summary: 'What policies mean for the calls of the last 30 days',
  commands: {
    check: policyCommand({
      summary: 'Show what a changed policy would have refused',
      description:
        'Nothing is changed. What is left out of the policy restricts nothing: without --allow everything is allowed.',
      route: 'POST /admin/policies/{tenant}/check',
      options: {
        allow: {
          type: 'string',
          valueHint: 'patterns',
          description: 'what would be allowed, e.g. hubspot:read,stripe:*',
        },
        deny: { type: 'string', valueHint: 'patterns', description: 'what would not' },
      },
      examples: [
        'patchbay policies check acme --deny stripe:write',
        'patchbay policies check acme --token-id 0a1b2c3d4e5f --allow hubspot:read',
      ],
      request: ({ text, list }) => ({
        body: { token_id: text('token-id'), allow: list('allow'), deny: list('deny') },
      }),
      show: showCheck,
    }),
    least: policyCommand({
      summary: 'Show the least policy that covers what was used',
      description: 'The line "wider" allows all reads of the providers that were read.',
      route: 'GET /admin/policies/{tenant}/least',
      examples: ['patchbay policies least acme', 'patchbay policies least acme --token-id 0a1b2c3d4e5f --json'],
      request: ({ text }) => ({ query: { token_id: text('token-id') } }),
      show: showLeast,
    }),
  },
}
