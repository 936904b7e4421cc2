import { readData } from '../api/admin-api.ts'
import type { CommandGroup, CommandInput } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { showRecords } from '../program/show-answer.ts'
import { isConfirmed } from '../terminal/ask.ts'
import { column } from '../terminal/column.ts'
import { CommandError } from '../terminal/command-error.ts'

const columns = [
  column('id', 'approval_id', 'id'),
  column('state', 'state', 'state'),
  column('tenant'),
  column('action'),
  column('provider'),
  column('account'),
  column('expires', 'expires_at', 'moment'),
  column('created', 'created_at', 'moment'),
  column('rule'),
  column('run', 'run_id', 'id'),
]

const standingColumns = [
  column('id', 'approval_id', 'id'),
  column('tenant'),
  column('action'),
  column('until', 'expires_at', 'moment'),
  column('provider'),
  column('account'),
  column('any parameters', 'any', 'yesno'),
  column('token', 'token_id', 'word'),
]

const whole = {
  columns: [
    ...columns,
    column('token', 'token_id'),
    column('identity'),
    column('parameters'),
    column('request'),
    column('needed', 'needed', 'number'),
    column('digest'),
    column('reason', 'reason', 'note'),
    column('entry', 'entry_id'),
  ],
}

const id = { approval_id: 'the id, as "approvals list" shows it' }

/**
 * The digest of the call as it is shown now. A person is asked first. What is decided is the call of this digest and no other, whatever
 * happens in between.
 */
const showCall = async ({ admin, required, terminal }: CommandInput, question: string): Promise<string> => {
  const params = { path: { approval_id: required('approval_id') } }
  const approval = await readData((await admin()).GET('/admin/approvals/{approval_id}', { params }))
  // Goes to stderr: the command's result may be read by a program.
  showRecords(whole, [approval], { ...terminal, out: terminal.say })
  if (!(await isConfirmed(question))) throw new CommandError('failed', 'nothing was decided')
  return approval.digest
}

const decide = (decision: 'approve' | 'refuse') =>
  routeCommand({
    summary: decision === 'approve' ? 'Let a waiting call be sent' : 'Refuse a waiting call',
    description: 'Shows the call and, at a terminal, asks; exactly the call that was shown is decided.',
    route: 'POST /admin/approvals/{approval_id}/decision',
    args: id,
    members: {
      ...(decision === 'approve' && {
        for: {
          valueHint: 'time',
          description:
            'let the same call pass without asking for so long (1m to 24h, or run: until the run of code ends), e.g. "1h"; no parameter may differ',
        },
      }),
      reason: { description: 'why; the caller of the call is told' },
    },
    examples: [
      `patchbay approvals ${decision} 0197e3…`,
      ...(decision === 'approve' ? ['patchbay approvals approve 0197e3… --for 1h'] : []),
    ],
    shown: { columns },
    options: {
      digest: {
        type: 'string',
        valueHint: 'digest',
        description: 'of the call as "approvals show" has shown it: then nothing is shown or asked',
      },
      // Unset by default, as gateways of earlier versions don't know this member.
      ...(decision === 'approve' && {
        any: { type: 'boolean', description: 'with --for: also calls with any other parameters' },
      }),
    },
    body: {
      decision: () => decision,
      any: ({ flag }) => (decision === 'approve' && flag('any')) || undefined,
      digest: async (input) =>
        input.text('digest') ??
        (await showCall(input, decision === 'approve' ? 'Send this call?' : 'Refuse this call?')),
    },
  })

const runId = { run_id: 'the id of the run, as "approvals list" shows it' }

const decideRun = (decision: 'approve' | 'refuse') =>
  routeCommand({
    summary: decision === 'approve' ? 'Let the waiting calls of a run be sent' : 'Refuse the waiting calls of a run',
    description: 'Takes the digest that "approvals run" prints, so that exactly the calls that were shown are decided.',
    route: 'POST /admin/approvals/runs/{run_id}/decision',
    args: runId,
    members: {
      ...(decision === 'approve' && {
        for: {
          valueHint: 'time',
          description:
            'let the same calls pass without asking for so long (1m to 24h, or run: until the run of code ends)',
        },
      }),
      digest: { valueHint: 'digest', description: 'the digest of the list as it was shown', required: true },
      except: { valueHint: 'ids', description: 'calls that are taken out and go on waiting, separated by commas' },
      reason: { description: 'why; the caller of the calls is told' },
    },
    examples: [`patchbay approvals ${decision}-run 0197e3… --digest 3f8a…`],
    shown: { rows: 'calls', columns, none: 'nothing was decided' },
    ...(decision === 'approve' && {
      options: { any: { type: 'boolean', description: 'with --for: also calls with any other parameters' } },
    }),
    body: { decision: () => decision, any: ({ flag }) => (decision === 'approve' && flag('any')) || undefined },
  })

export const approvalCommands: CommandGroup = {
  summary: 'Decide about calls that wait for approval',
  commands: {
    list: routeCommand({
      route: 'GET /admin/approvals',
      query: {
        state: { valueHint: 'state', description: 'only this state (default: all)' },
        tenant: { description: 'only this tenant' },
        'run-id': { valueHint: 'id', description: 'only calls of this run of code' },
        provider: { description: 'only this provider' },
        action: { description: 'only this action' },
        'token-id': { valueHint: 'id', description: 'only calls of this token' },
        ...pageOptions,
      },
      examples: ['patchbay approvals list --state waiting', 'patchbay approvals list --tenant acme'],
      shown: { rows: 'approvals', columns: [...columns, column('about', 'subject', 'note')], none: 'nothing waits' },
    }),
    show: routeCommand({
      route: 'GET /admin/approvals/{approval_id}',
      args: id,
      examples: ['patchbay approvals show 0197e3… --json'],
      shown: whole,
    }),
    approve: decide('approve'),
    refuse: decide('refuse'),
    run: routeCommand({
      route: 'GET /admin/approvals/runs/{run_id}',
      args: runId,
      examples: ['patchbay approvals run 0197e3… --json'],
      shown: { columns: [column('run', 'run_id', 'id'), column('tenant'), column('digest'), column('calls')] },
    }),
    'approve-run': decideRun('approve'),
    'refuse-run': decideRun('refuse'),
    standing: routeCommand({
      route: 'GET /admin/approvals/standing',
      query: { tenant: { description: 'only this tenant' } },
      examples: ['patchbay approvals standing --tenant acme'],
      shown: { rows: 'standing', columns: standingColumns, none: 'nothing is approved in advance' },
    }),
    end: routeCommand({
      route: 'DELETE /admin/approvals/{approval_id}/standing',
      args: { approval_id: 'the id, as "approvals standing" shows it' },
      examples: ['patchbay approvals end 0197e3…'],
    }),
  },
}
