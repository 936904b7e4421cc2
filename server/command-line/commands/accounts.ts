import { readTyped } from '../ask-hidden.ts'
import type { CommandGroup } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { expiryOf } from '../moment.ts'
import { plainText } from '../plain-text.ts'
import { pageOptions, routeCommand } from '../route-command.ts'
import { column } from '../table.ts'

const account = { tenant: "the tenant's id", provider: 'e.g. hubspot', account: "the account's id" }

const credential = [
  column('tenant', 'tenant_id'),
  column('provider'),
  column('account', 'account_id'),
  column('state'),
  column('expires', 'expires_at', 'seconds'),
  column('rejected', 'rejected_at', 'moment'),
  column('refresh error', 'seed.error'),
  column('updated', 'updated_at', 'moment'),
]

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
        columns: credential,
      },
    }),
    store: routeCommand({
      summary: "Store an account's credential, or replace it",
      description:
        'The credential is typed at the terminal, where it is not shown, or read from stdin. Providers that take several secrets need\nPUT /admin/tokens.',
      route: 'PUT /admin/tokens/{tenant}/{provider}/{account}',
      path: account,
      options: { expires: { type: 'string', valueHint: 'when', description: 'a span (12h, 30d) or ISO 8601' } },
      examples: ['patchbay accounts store acme hubspot main', 'patchbay accounts store acme hubspot main < token.txt'],
      shown: { columns: credential },
      body: async ({ text }) => ({
        expires_at: expiryOf(text('expires')),
        access_token: await readTyped('Credential (not shown): '),
      }),
    }),
    test: routeCommand({
      summary: "Ask the provider whether it accepts an account's credential",
      description: 'The exit code is 1 when the provider refuses it.',
      route: 'POST /admin/tokens/{tenant}/{provider}/{account}/test',
      path: account,
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
