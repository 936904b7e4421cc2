import type { CommandGroup } from '../command.ts'
import { usageError } from '../command-error.ts'
import { readInput } from '../input-file.ts'
import { pageOptions, routeCommand } from '../route-command.ts'
import { column } from '../table.ts'

const tenant = { tenant: "the tenant's id" }

const columns = [
  column('id'),
  column('name'),
  column('status'),
  {
    ...column('accounts', 'providers', 'list'),
    value: ({ providers }: Readonly<Record<string, unknown>>) => accountsOf(providers),
  },
  column('allow', 'options.allow', 'list'),
  column('deny', 'options.deny', 'list'),
  column('updated', 'updated_at', 'moment'),
]

/** `hubspot/main`, as audit entries write it. */
const accountsOf = (providers: unknown): readonly string[] =>
  Object.entries(Object(providers) as Record<string, { accounts: readonly { id: string }[] }>).flatMap(
    ([provider, { accounts }]) => accounts.map(({ id }) => `${provider}/${id}`),
  )

export const tenants: CommandGroup = {
  summary: 'Tenants and their accounts',
  commands: {
    list: routeCommand({
      summary: 'List the tenants',
      route: 'GET /admin/tenants',
      query: pageOptions,
      examples: ['patchbay tenants list', 'patchbay tenants list --json | jq -r ".tenants[].id"'],
      shown: { rows: 'tenants', columns, none: 'no tenants yet: "patchbay tenants put" makes one' },
    }),
    show: routeCommand({
      summary: 'Show a tenant',
      route: 'GET /admin/tenants/{tenant}',
      path: tenant,
      examples: ['patchbay tenants show acme', 'patchbay tenants show acme --json > acme.json'],
      shown: { columns: [...columns, column('version')] },
    }),
    put: routeCommand({
      summary: 'Create or replace a tenant',
      description:
        'The whole configuration is replaced by that of the file (JSON or YAML), which may be what "show --json" printed.',
      route: 'PUT /admin/tenants/{tenant}',
      path: tenant,
      query: {
        prune: { type: 'boolean', description: 'also drop accounts that hold a credential, with the credential' },
      },
      options: {
        file: { type: 'string', required: true, valueHint: 'path', description: 'the configuration; - reads stdin' },
      },
      examples: ['patchbay tenants put acme --file acme.json'],
      shown: { columns },
      body: ({ required }) => readInput(required('file')),
    }),
    remove: routeCommand({
      summary: 'Delete a tenant with everything that belongs to it',
      description:
        'Its tokens, credentials, grants and connect links end with it. The name is asked for again by --yes.',
      route: 'DELETE /admin/tenants/{tenant}',
      path: tenant,
      options: { yes: { type: 'string', required: true, valueHint: 'tenant', description: "the tenant's id again" } },
      examples: ['patchbay tenants remove acme --yes acme'],
      done: 'the tenant is deleted',
      check: ({ required }) => {
        if (required('yes') !== required('tenant'))
          throw usageError("--yes must be the tenant's id again; nothing was deleted")
      },
    }),
  },
}
