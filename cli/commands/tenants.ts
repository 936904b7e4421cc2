import type { Schemas } from '../api/admin-api.ts'
import type { CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { calledAs } from '../terminal/called-as.ts'
import { column } from '../terminal/column.ts'
import { usageError } from '../terminal/command-error.ts'
import { readInput } from '../terminal/input-file.ts'

const columns = [
  column('id', 'id', 'id'),
  column('name'),
  column('status', 'status', 'state'),
  {
    ...column('accounts', 'providers', 'list'),
    value: (tenant: object) => listAccountPaths(tenant as Schemas['Tenant']),
  },
  column('allow', 'options.allow', 'list'),
  column('deny', 'options.deny', 'list'),
  column('updated', 'updated_at', 'moment'),
]

/** `hubspot/main`, as audit entries write it. */
const listAccountPaths = ({ providers }: Schemas['Tenant']): readonly string[] =>
  Object.entries(providers).flatMap(([provider, { accounts }]) => accounts.map(({ id }) => `${provider}/${id}`))

export const tenantCommands: CommandGroup = {
  summary: 'Tenants and their accounts',
  commands: {
    list: routeCommand({
      route: 'GET /admin/tenants',
      query: { q: { valueHint: 'text', description: 'part of the id or name' }, ...pageOptions },
      examples: [
        'patchbay tenants list',
        'patchbay tenants list --q acme',
        'patchbay tenants list --json | jq -r ".tenants[].id"',
      ],
      shown: { rows: 'tenants', columns, none: `no tenants yet: create one with "${calledAs} tenants put"` },
    }),
    show: routeCommand({
      summary: 'Show a tenant',
      route: 'GET /admin/tenants/{tenant}',
      examples: ['patchbay tenants show acme', 'patchbay tenants show acme --json > acme.json'],
      shown: { columns: [...columns, column('version')] },
    }),
    put: routeCommand({
      description:
        'The file (JSON or YAML) replaces the whole configuration. The output of "show --json" can be used as the file.',
      route: 'PUT /admin/tenants/{tenant}',
      query: {
        prune: { description: 'also delete accounts that have a credential, with the credential' },
      },
      options: {
        file: {
          type: 'string',
          required: true,
          valueHint: 'path',
          description: 'the configuration file; - reads stdin',
        },
      },
      examples: ['patchbay tenants put acme --file acme.json'],
      shown: { columns },
      body: ({ required }) => readInput(required('file')),
    }),
    remove: routeCommand({
      summary: 'Delete a tenant and everything that belongs to it',
      description: 'Its tokens, credentials, grants and connect links end with it. --yes must repeat its id.',
      route: 'DELETE /admin/tenants/{tenant}',
      options: { yes: { type: 'string', required: true, valueHint: 'tenant', description: "the tenant's id again" } },
      examples: ['patchbay tenants remove acme --yes acme'],
      check: ({ required }) => {
        if (required('yes') !== required('tenant'))
          throw usageError("--yes must repeat the tenant's id; nothing was deleted")
      },
    }),
  },
}
