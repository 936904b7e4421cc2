import type { CommandGroup } from '../command.ts'
import { expiryOf } from '../moment.ts'
import { routeCommand } from '../route-command.ts'
import { column } from '../table.ts'

const columns = [
  column('key id'),
  column('name'),
  column('role'),
  column('created', 'created_at', 'moment'),
  column('expires', 'expires_at', 'seconds'),
]

export const keys: CommandGroup = {
  summary: 'Admin keys',
  commands: {
    list: routeCommand({
      summary: 'List the admin keys',
      route: 'GET /admin/keys',
      examples: ['patchbay keys list'],
      shown: { rows: 'keys', columns, none: "no keys beside the server's own" },
    }),
    mint: routeCommand({
      summary: 'Make an admin key',
      description: 'The key is printed alone on stdout, this once; the rest goes to stderr. It needs the role owner.',
      route: 'POST /admin/keys',
      path: { name: 'who or what uses the key' },
      options: {
        role: {
          type: 'enum',
          options: ['viewer', 'operator', 'owner'],
          required: true,
          description: 'viewer reads, operator changes all but keys, owner may do everything',
        },
        expires: { type: 'string', valueHint: 'when', description: 'a span (12h, 30d) or ISO 8601' },
      },
      examples: ['patchbay keys mint Grafana --role viewer', 'patchbay keys mint Ada --role operator --expires 90d'],
      shown: { columns, secret: 'key' },
      body: ({ required, text }) => ({
        name: required('name'),
        role: required('role'),
        expires_at: expiryOf(text('expires')),
      }),
    }),
    revoke: routeCommand({
      summary: 'End an admin key at once',
      route: 'DELETE /admin/keys/{key_id}',
      path: { key_id: 'the id, as "keys list" shows it' },
      examples: ['patchbay keys revoke 0a1b2c3d4e5f'],
      done: 'the key is ended',
    }),
  },
}
