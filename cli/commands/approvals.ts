import type { CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { column } from '../terminal/table.ts'

const columns = [
  column('id', 'approval_id'),
  column('state'),
  column('tenant'),
  column('provider'),
  column('account'),
  column('action'),
  column('rule'),
  column('created', 'created_at', 'moment'),
  column('expires', 'expires_at', 'moment'),
]

const standingColumns = [
  column('id', 'approval_id'),
  column('tenant'),
  column('provider'),
  column('account'),
  column('action'),
  column('token', 'token_id'),
  column('any parameters', 'any', 'yesno'),
  column('until', 'expires_at', 'moment'),
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
    column('reason'),
    column('entry', 'entry_id'),
  ],
}

const id = { approval_id: 'the id, as "approvals list" shows it' }

const decide = (decision: 'approve' | 'refuse') =>
  routeCommand({
    summary: decision === 'approve' ? 'Let a waiting call be sent' : 'Refuse a waiting call',
    description: 'Takes the digest that "approvals show" prints, so that exactly the call that was shown is decided.',
    route: 'POST /admin/approvals/{approval_id}/decision',
    args: id,
    members: {
      ...(decision === 'approve' && {
        for: {
          valueHint: 'time',
          description:
            'let the same call pass without asking for so long (1m to 24h), e.g. "1h"; no parameter may differ',
        },
      }),
      digest: { valueHint: 'digest', description: 'the digest of the call as it was shown', required: true },
      reason: { description: 'why; the caller of the call is told' },
    },
    examples: [
      `patchbay approvals ${decision} 0197e3… --digest 3f8a…`,
      ...(decision === 'approve' ? ['patchbay approvals approve 0197e3… --digest 3f8a… --for 1h'] : []),
    ],
    shown: { columns },
    // Left out unless it is asked for: gateways of earlier versions know no such member.
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
        provider: { description: 'only this provider' },
        action: { description: 'only this action' },
        'token-id': { valueHint: 'id', description: 'only calls of this token' },
      },
      examples: ['patchbay approvals list --state waiting', 'patchbay approvals list --tenant acme'],
      shown: { rows: 'approvals', columns, none: 'nothing waits' },
    }),
    show: routeCommand({
      route: 'GET /admin/approvals/{approval_id}',
      args: id,
      examples: ['patchbay approvals show 0197e3… --json'],
      shown: whole,
    }),
    approve: decide('approve'),
    refuse: decide('refuse'),
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
