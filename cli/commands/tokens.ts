import type { CommandGroup } from '../program/command.ts'
import { parseExpiry } from '../program/moment.ts'
import { routeCommand } from '../program/route-command.ts'
import { calledAs } from '../terminal/called-as.ts'
import { column } from '../terminal/column.ts'

const columns = [
  column('token id', 'token_id', 'id'),
  column('label'),
  column('allow', 'allow', 'list'),
  column('deny', 'deny', 'list'),
  column('ask', 'ask', 'list'),
  column('calls/min', 'calls_per_minute', 'number'),
  column('expires', 'expires_at', 'seconds'),
  column('last used', 'last_used_at', 'moment'),
]

export const tokens: CommandGroup = {
  summary: 'Tenant tokens, which callers send',
  commands: {
    list: routeCommand({
      route: 'GET /admin/auth/{tenant}',
      examples: ['patchbay tokens list acme'],
      shown: { rows: 'tokens', columns, none: `no tokens yet: create one with "${calledAs} tokens mint"` },
    }),
    mint: routeCommand({
      summary: 'Create a tenant token',
      description: 'Only the token is printed on stdout, and only once; its details go to stderr.',
      route: 'POST /admin/auth',
      args: { tenant: "the tenant's id" },
      members: {
        label: { description: 'who or what uses the token' },
        allow: { valueHint: 'patterns', description: 'patterns to allow, e.g. hubspot:read,stripe:*' },
        deny: { valueHint: 'patterns', description: 'patterns to deny' },
        ask: { valueHint: 'patterns', description: 'patterns to ask about' },
        'calls-per-minute': { valueHint: 'number', description: 'rate limit of the token' },
      },
      options: {
        expires: { type: 'string', valueHint: 'when', description: 'a duration (12h, 30d) or an ISO 8601 time' },
      },
      examples: [
        'patchbay tokens mint acme --label "nightly import" --allow hubspot:read --expires 90d',
        'TOKEN=$(patchbay tokens mint acme --label CI)',
      ],
      shown: { columns: [...columns, column('tenant exists', 'tenant_exists', 'yesno')], secret: 'token' },
      body: {
        tenant_id: ({ required }) => required('tenant'),
        expires_at: ({ text }) => parseExpiry(text('expires')),
      },
    }),
    rotate: routeCommand({
      summary: 'Replace a tenant token',
      description: 'Only the new token is printed on stdout, and only once. The old one works for a while longer.',
      route: 'POST /admin/auth/{tenant}/{token_id}/rotate',
      args: { token_id: 'the id, as "tokens list" shows it' },
      members: {
        'grace-seconds': { valueHint: 'seconds', description: 'how long the old token works on; a day if left out' },
      },
      examples: ['patchbay tokens rotate acme 0a1b2c3d4e5f --grace-seconds 3600'],
      shown: { columns, secret: 'token' },
    }),
    revoke: routeCommand({
      description: 'Grants that users made with the token end as well.',
      route: 'DELETE /admin/auth/{tenant}/{token_id}',
      args: { token_id: 'the id, as "tokens list" shows it' },
      examples: ['patchbay tokens revoke acme 0a1b2c3d4e5f'],
    }),
  },
}
