import { showJson } from '@patchbay/core/shown-text'
import type { ArgsDef } from 'citty'
import { type AdminApi, readData, type Schemas } from '../api/admin-api.ts'
import { onlyDefined } from '../only-defined.ts'
import { type Command, type CommandGroup, type CommandInput, jsonOption, wideOption } from '../program/command.ts'
import { column } from '../terminal/column.ts'
import { CommandError } from '../terminal/command-error.ts'
import { showTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

type PolicyCheck = Schemas['PolicyCheck']
type LeastPolicy = Schemas['LeastPolicy']
type UsedAction = Schemas['UsedAction']

const columns = [
  column('provider', 'provider', 'id'),
  column('account'),
  column('action', 'action', 'id'),
  column('effect', 'effect', 'word'),
  column('calls', 'calls', 'number'),
  column('last', 'last_at', 'moment'),
  column('rule'),
  column('tokens', 'tokens', 'list'),
]

/** Shows used actions under a heading; nothing where there are none. */
const showUsed = (heading: string, actions: readonly UsedAction[], rule: string, terminal: Terminal): void => {
  if (actions.length === 0) return
  const rows = actions.map(({ denied, tokens, ...action }) => ({
    ...action,
    rule: denied === null ? rule : `deny ${denied}`,
    tokens: tokens.map(({ token_id, calls }) => `${token_id} (${calls})`),
  }))
  terminal.out(`${heading}:`)
  showTable(columns, rows, terminal)
  terminal.out('')
}

const showGone = ({ gone, unknown_callers }: PolicyCheck | LeastPolicy, terminal: Terminal): void => {
  showUsed('called, but no longer exists', gone, '-', terminal)
  if (unknown_callers > 0) terminal.say(`${unknown_callers} calls were made with tokens that no longer exist`)
}

const sumCalls = (actions: readonly UsedAction[]): number => actions.reduce((sum, { calls }) => sum + calls, 0)

const showCheck = (answer: PolicyCheck, terminal: Terminal): void => {
  showUsed('would have been refused', answer.refused, 'not in allow', terminal)
  showUsed('would have been asked about', answer.asked, '-', terminal)
  showUsed('is refused today, but would have been allowed', answer.allowed, 'not in allow', terminal)
  showUsed('depends on parameters or counts, which the log does not hold', answer.unsure, '-', terminal)
  showGone(answer, terminal)
  const [refused, asked, allowed] = [sumCalls(answer.refused), sumCalls(answer.asked), sumCalls(answer.allowed)]
  const unsure = sumCalls(answer.unsure)
  const untold = unsure > 0 ? `, ${unsure} that can’t be told` : ''
  const counts = `${refused} more refused, ${allowed} more allowed, ${asked} more asked about${untold}`
  terminal.say(`of ${answer.calls} calls since ${answer.since}: ${counts}`)
}

const showLeast = (answer: LeastPolicy, terminal: Terminal): void => {
  showUsed('used', answer.used, '-', terminal)
  showUsed('used, and asked about today', answer.asked, '-', terminal)
  showUsed('used, but refused today', answer.refused, 'not in allow', terminal)
  showGone(answer, terminal)
  if (answer.ask.length > 0) terminal.out(`${'ask:'.padEnd(9)}${answer.ask.join(',')}`)
  for (const list of ['allow', 'wider', 'classes'] as const) {
    const patterns = answer[list].join(',')
    terminal.out(`${`${list}:`.padEnd(9)}${patterns === '' ? 'nothing was used' : patterns}`)
  }
}

/** Asks again until the gateway has counted the whole log; each answer reaches further back. */
const askWhole = async <Answer extends PolicyCheck | LeastPolicy>(
  ask: () => Promise<Answer>,
  terminal: Terminal,
): Promise<Answer> => {
  for (;;) {
    const answer = await ask()
    if (answer.complete) return answer
    terminal.say(`counting the audit log: back to ${answer.since}`)
  }
}

type Rules = Schemas['PolicyChange']['allow']

/** Rules as the API takes them: patterns separated by commas, or a rule or a list of rules as JSON. Throws CommandError. */
const readRules = ({ text, list }: CommandInput, option: 'allow' | 'deny' | 'ask'): Rules | undefined => {
  const given = text(option)?.trim() ?? ''
  if (!/^[[{]/.test(given)) return list(option)
  try {
    const rules = JSON.parse(given) as NonNullable<Rules>
    return Array.isArray(rules) ? rules : [rules]
  } catch {
    throw new CommandError('usage', `--${option} is neither patterns nor JSON`)
  }
}

const about: ArgsDef = {
  tenant: { type: 'positional', description: "the tenant's id" },
  'token-id': { type: 'string', valueHint: 'id', description: 'a tenant token (default: the policy of the tenant)' },
}

const policyCommand = <Answer extends PolicyCheck | LeastPolicy>(
  definition: Pick<Command, 'summary' | 'description' | 'examples' | 'route'> & {
    readonly options?: ArgsDef
    ask(api: AdminApi, input: CommandInput): Promise<Answer>
    show(answer: Answer, terminal: Terminal): void
  },
): Command => {
  const { options = {}, ask, show, ...rest } = definition
  return {
    ...rest,
    isRemote: true,
    args: { ...about, ...options, ...jsonOption, ...wideOption },
    async run(input) {
      const { admin, flag, terminal } = input
      const api = await admin()
      const answer = await askWhole(() => ask(api, input), terminal)
      if (flag('json')) terminal.out(showJson(answer, 2))
      else show(answer, terminal)
    },
  }
}

export const policies: CommandGroup = {
  summary: 'Check policies against the calls of the last 30 days',
  commands: {
    check: policyCommand({
      summary: 'Show what a changed policy would have refused',
      description: 'Changes nothing. An omitted list restricts nothing: without --allow, everything is allowed.',
      route: 'POST /admin/policies/{tenant}/check',
      options: {
        allow: {
          type: 'string',
          valueHint: 'rules',
          description: 'what to allow: patterns, e.g. hubspot:read,stripe:*, or rules as JSON',
        },
        deny: { type: 'string', valueHint: 'rules', description: 'what to deny' },
        ask: { type: 'string', valueHint: 'rules', description: 'what to ask about' },
      },
      examples: [
        'patchbay policies check acme --deny stripe:write',
        'patchbay policies check acme --token-id 0a1b2c3d4e5f --allow hubspot:read',
        `patchbay policies check acme --ask '[{"pattern": "*:write", "except": ["gmail:create_draft"]}]'`,
      ],
      ask: (api, input) =>
        readData(
          api.POST('/admin/policies/{tenant}/check', {
            params: { path: { tenant: input.required('tenant') } },
            body: onlyDefined({
              token_id: input.text('token-id'),
              allow: readRules(input, 'allow'),
              deny: readRules(input, 'deny'),
              ask: readRules(input, 'ask'),
            }),
          }),
        ),
      show: showCheck,
    }),
    least: policyCommand({
      summary: 'Show the smallest policy that covers what was used',
      description:
        'The line "wider" also allows all reads of every provider that was read, and "classes" all writes of the same class.',
      route: 'GET /admin/policies/{tenant}/least',
      examples: ['patchbay policies least acme', 'patchbay policies least acme --token-id 0a1b2c3d4e5f --json'],
      ask: (api, { required, text }) =>
        readData(
          api.GET('/admin/policies/{tenant}/least', {
            params: { path: { tenant: required('tenant') }, query: onlyDefined({ token_id: text('token-id') }) },
          }),
        ),
      show: showLeast,
    }),
  },
}
