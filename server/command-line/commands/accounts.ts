import type { CommandGroup } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { plainText } from '../plain-text.ts'
import { pageOptions, routeCommand } from '../route-command.ts'
import { column } from '../table.ts'

export const accounts: CommandGroup = {
  summary: 'Accounts and their credentials',
  commands: {
    list: routeCommand({
      summary: 'List the credentials of all tenants with their state',
      route: 'GET /admin/tokens',
      query: {
        state: {
          type: 'enum',
          options: ['valid', 'expiring_soon', 'expired', 'rejected', 'needs_reauth'],
          valueHint: 'state',
          description: 'only those that are valid, expiring_soon, expired, rejected or needs_reauth',
        },
        ...pageOptions,
      },
      examples: ['patchbay accounts list', 'patchbay accounts list --state rejected'],
      shown: {
        rows: 'credentials',
        none: 'no credentials',
        columns: [
          column('tenant', 'tenant_id'),
          column('provider'),
          column('account', 'account_id'),
          column('state'),
          column('expires', 'expires_at', 'seconds'),
          column('rejected', 'rejected_at', 'moment'),
          column('refresh error', 'seed.error'),
          column('updated', 'updated_at', 'moment'),
        ],
      },
    }),
    test: routeCommand({
      summary: "Ask the provider whether it accepts an account's credential",
      description: 'The exit code is 1 when the provider refuses it.',
      route: 'POST /admin/tokens/{tenant}/{provider}/{account}/test',
      path: { tenant: "the tenant's id", provider: 'e.g. hubspot', account: "the account's id" },
      examples: ['patchbay accounts test acme hubspot main'],
      shown: { columns: [column('ok', 'ok', 'yesno'), column('status'), column('identity'), column('reason')] },
      judge({ ok, reason }) {
        if (ok) return
        throw new CommandError('failed', plainText(`the provider does not accept the credential: ${reason}`), [
          'store another one, or make a link with "patchbay connect make"',
        ])
      },
    }),
  },
}
