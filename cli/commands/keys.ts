import type { Schemas } from '../api/admin-api.ts'
import type { CommandGroup } from '../program/command.ts'
import { parseExpiry } from '../program/moment.ts'
import { routeCommand } from '../program/route-command.ts'
import { column } from '../terminal/column.ts'

/** The gateway checks what is named. */
type LinkerRight = NonNullable<Schemas['AdminKeyInput']['rights']>[number]

const columns = [
  column('key id', 'key_id', 'id'),
  column('name'),
  column('role', 'role', 'word'),
  column('expires', 'expires_at', 'seconds'),
  column('created', 'created_at', 'moment'),
  column('tenants', 'tenants', 'list'),
]

export const keyCommands: CommandGroup = {
  summary: 'Admin keys',
  commands: {
    list: routeCommand({
      route: 'GET /admin/keys',
      examples: ['patchbay keys list'],
      shown: { rows: 'keys', columns, none: "no keys other than the server's own" },
    }),
    mint: routeCommand({
      description: 'Only the key is printed on stdout, and only once; its details go to stderr. Needs the role owner.',
      route: 'POST /admin/keys',
      args: { name: 'who or what uses the key' },
      members: {
        role: {
          required: true,
          valueHint: 'role',
          description: 'viewer reads, approver decides, operator changes, owner does all; linker: backends',
        },
      },
      options: {
        tenants: {
          type: 'string',
          valueHint: 'ids',
          description: 'for the role linker: the tenants that the key is for, e.g. acme,cust-*',
        },
        rights: {
          type: 'string',
          valueHint: 'rights',
          description: 'for the role linker: what its tokens may have beyond read and write: connect, secret, raw',
        },
        expires: { type: 'string', valueHint: 'when', description: 'a duration (12h, 30d) or an ISO 8601 time' },
      },
      examples: [
        'patchbay keys mint Grafana --role viewer',
        'patchbay keys mint Ada --role operator --expires 90d',
        "patchbay keys mint Backend --role linker --tenants 'cust-*'",
      ],
      shown: { columns, secret: 'key' },
      body: {
        name: ({ required }) => required('name'),
        tenants: ({ list }) => list('tenants'),
        rights: ({ list }) => list('rights') as LinkerRight[] | undefined,
        expires_at: ({ text }) => parseExpiry(text('expires')),
      },
    }),
    revoke: routeCommand({
      summary: 'Revoke an admin key immediately',
      route: 'DELETE /admin/keys/{key_id}',
      args: { key_id: 'the id, as "keys list" shows it' },
      examples: ['patchbay keys revoke 0a1b2c3d4e5f'],
    }),
  },
}
