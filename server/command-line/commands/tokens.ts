import type { CommandGroup, CommandInput } from '../command.ts'
import { expiryOf } from '../moment.ts'
import { routeCommand } from '../route-command.ts'
import { column } from '../table.ts'

const tenant = { tenant: "the tenant's id" }

const columns = [
  column('token id'),
  column('label'),
  column('allow', 'allow', 'list'),
  column('deny', 'deny', 'list'),
  column('calls/min', 'calls_per_minute', 'number'),
  column('expires', 'expires_at', 'seconds'),
  column('last used', 'last_used_at', 'moment'),
]

const bodyOf = ({ required, text, list, number }: CommandInput) => ({
  tenant_id: required('tenant'),
  label: text('label'),
  allow: list('allow'),
  deny: list('deny'),
  calls_per_minute: number('calls-per-minute'),
  expires_at: expiryOf(text('expires')),
})

export const tokens: CommandGroup = {
  summary: 'Tenant tokens, which callers send',
  commands: {
    list: routeCommand({
      summary: "List a tenant's tokens",
      route: 'GET /admin/auth/{tenant}',
      path: tenant,
      examples: ['patchbay tokens list acme'],
      shown: { rows: 'tokens', columns, none: 'no tokens yet: "patchbay tokens mint" makes one' },
    }),
    mint: routeCommand({
      summary: 'Make a tenant token',
      description: 'The token is printed alone on stdout, this once; what it may do goes to stderr.',
      route: 'POST /admin/auth',
      path: tenant,
      options: {
        label: { type: 'string', description: 'who has it, or what for' },
        allow: { type: 'string', valueHint: 'patterns', description: 'what it may do, e.g. hubspot:read,stripe:*' },
        deny: { type: 'string', valueHint: 'patterns', description: 'what it may not do' },
        'calls-per-minute': { type: 'string', valueHint: 'number', description: 'its limit' },
        expires: { type: 'string', valueHint: 'when', description: 'a span (12h, 30d) or ISO 8601' },
      },
      examples: [
        'patchbay tokens mint acme --label "nightly import" --allow hubspot:read --expires 90d',
        'TOKEN=$(patchbay tokens mint acme --label CI)',
      ],
      shown: { columns: [...columns, column('tenant exists', 'tenant_exists', 'yesno')], secret: 'token' },
      body: bodyOf,
    }),
    revoke: routeCommand({
      summary: 'Revoke a tenant token',
      description: 'The grants that users made with it end as well.',
      route: 'DELETE /admin/auth/{tenant}/{token_id}',
      path: { ...tenant, token_id: 'the id, as "tokens list" shows it' },
      examples: ['patchbay tokens revoke acme 0a1b2c3d4e5f'],
      done: 'the token is revoked',
    }),
  },
}
