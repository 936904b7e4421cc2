import {
  type AdminApi,
  type Command,
  CommandError,
  type CommandInput,
  jsonOption,
  readInput,
  type Terminal,
} from '@patchbay/cli'
import { showJson, showText } from '@patchbay/core/shown-text'
import type { ChangePlan, PlannedRequest } from './plan/changes.ts'

const signs = { create: '+', change: '~', delete: '-' } as const

const valueText = (value: unknown): string => (value === undefined ? 'nothing' : showJson(value))

const changeLines = ({ action, key, differences }: PlannedRequest, { bold }: Terminal): readonly string[] => [
  bold(`${signs[action]} ${showText(key)}`),
  ...differences.map(({ path, from, to }) => {
    const name = showText(path)
    if (from === undefined) return `    + ${name}: ${valueText(to)}`
    return to === undefined
      ? `    - ${name}: ${valueText(from)}`
      : `    ~ ${name}: ${valueText(from)} -> ${valueText(to)}`
  }),
]

const summary = ({ changes, kept: unnamed }: ChangePlan): string => {
  const number = (action: PlannedRequest['action']): number =>
    changes.filter((change) => change.action === action).length
  const stays = unnamed.length > 0 ? `; ${unnamed.length} tenants that the file does not name stay as they are` : ''
  return changes.length === 0
    ? `nothing to change${stays}`
    : `${number('create')} to create, ${number('change')} to change, ${number('delete')} to delete${stays}`
}

/** The drops that need `--delete`: of a tenant, or of an account with its credential. */
const refusedDrops = ({ changes }: ChangePlan, mayDelete: boolean): readonly string[] =>
  mayDelete ? [] : changes.flatMap(({ key, drops }) => drops.map((account) => showText(`${key} would lose ${account}`)))

/** The plan without bodies: the differences say what matters. */
const toJson = ({ changes, kept }: ChangePlan) => ({
  changes: changes.map(({ action, key, differences, drops }) => ({ action, key, differences, drops })),
  kept,
})

const preparePlan = async (input: CommandInput, api: AdminApi): Promise<ChangePlan> => {
  const [{ readWanted }, { makePlan }] = await Promise.all([import('./plan/desired.ts'), import('./plan/changes.ts')])
  const wanted = readWanted(readInput(input.required('file')))
  const plan = await makePlan(api, wanted, input.flag('delete'), input.terminal.progress)
  input.terminal.progress(undefined)
  return plan
}

const show = (plan: ChangePlan, { flag, terminal }: CommandInput): void => {
  if (flag('json')) terminal.out(showJson(toJson(plan), 2))
  else for (const change of plan.changes) for (const line of changeLines(change, terminal)) terminal.out(line)
  terminal.say(summary(plan))
}

const args = {
  file: { type: 'positional', description: 'a YAML or JSON file: tenants by their ids; - reads stdin' },
  delete: { type: 'boolean', description: 'also delete tenants and accounts that the file does not name' },
  ...jsonOption,
} as const

export const plan: Command = {
  summary: 'Show what "apply" would change, and change nothing',
  isRemote: true,
  args,
  examples: ['patchbay plan patchbay.yaml'],
  async run(input) {
    const plan = await preparePlan(input, await input.admin())
    show(plan, input)
    for (const line of refusedDrops(plan, input.flag('delete')))
      input.terminal.say(`${line}: "apply" needs --delete for that`)
  },
}

export const applyCommand: Command = {
  summary: 'Make tenants match a file: accounts, policies, limits and bills',
  description:
    'Each tenant of the file has the form that PUT /admin/tenants/<id> takes, and may have "billing" beside it. What the file does not name stays, unless --delete is given. Applying the same file again changes nothing.',
  isRemote: true,
  args,
  examples: ['patchbay apply patchbay.yaml', 'patchbay apply patchbay.yaml --delete'],
  async run(input) {
    const api = await input.admin()
    const plan = await preparePlan(input, api)
    show(plan, input)
    const refused = refusedDrops(plan, input.flag('delete'))
    if (refused.length > 0) {
      throw new CommandError(
        'failed',
        'accounts would be deleted, and nothing was changed: add --delete, or put them into the file',
        refused,
      )
    }
    const { applyPlan } = await import('./plan/changes.ts')
    await applyPlan(api, plan, ({ key }, done) =>
      input.terminal.progress(`${done} of ${plan.changes.length}: ${showText(key)}`),
    )
    if (plan.changes.length > 0) input.terminal.say('done')
  },
}
