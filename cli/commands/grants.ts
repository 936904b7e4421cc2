import type { CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { column } from '../terminal/column.ts'

export const grantCommands: CommandGroup = {
  summary: 'What users have granted to applications',
  commands: {
    list: routeCommand({
      summary: "List the grants of a tenant's users",
      route: 'GET /admin/grants/{tenant}',
      query: pageOptions,
      examples: ['patchbay grants list acme'],
      shown: {
        rows: 'grants',
        none: 'no grants',
        columns: [
          column('grant id', 'grant_id', 'id'),
          column('application', 'client_name'),
          column('user', 'subject'),
          column('scope'),
          column('last used', 'last_used_at', 'moment'),
          column('expires', 'expires_at', 'moment'),
        ],
      },
    }),
    revoke: routeCommand({
      summary: 'Revoke a grant: its access ends immediately',
      route: 'DELETE /admin/grants/{tenant}/{grant_id}',
      args: { grant_id: 'the id, as "grants list" shows it' },
      examples: ['patchbay grants revoke acme 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
    }),
  },
}

export const clients: CommandGroup = {
  summary: 'Applications that ask users for access',
  commands: {
    list: routeCommand({
      summary: 'List the applications',
      route: 'GET /admin/clients',
      query: pageOptions,
      examples: ['patchbay clients list'],
      shown: {
        rows: 'clients',
        none: 'no applications',
        columns: [
          column('client id', 'client_id', 'id'),
          column('name', 'client_name'),
          column('source', 'source', 'word'),
          column('created', 'created_at', 'moment'),
          column('used', 'used_at', 'moment'),
        ],
      },
    }),
    remove: routeCommand({
      summary: 'Delete an application with all its grants',
      route: 'DELETE /admin/clients/{client_id}',
      args: { client_id: 'the id, as "clients list" shows it' },
      examples: ['patchbay clients remove 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
      done: 'the application is deleted',
    }),
  },
}
