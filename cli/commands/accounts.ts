import { showText } from '@patchbay/core/shown-text'
import type { CommandGroup } from '../program/command.ts'
import { parseExpiry } from '../program/moment.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { readTyped } from '../terminal/ask.ts'
import { calledAs } from '../terminal/called-as.ts'
import { column } from '../terminal/column.ts'
import { CommandError } from '../terminal/command-error.ts'

const args = { provider: 'e.g. hubspot' }

const credential = [
  column('tenant', 'tenant_id', 'id'),
  column('provider', 'provider', 'id'),
  column('account', 'account_id', 'id'),
  column('state', 'state', 'state'),
  column('expires', 'expires_at', 'seconds'),
  column('rejected', 'rejected_at', 'moment'),
  column('refresh error', 'seed.error', 'note'),
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
          valueHint: 'state',
          description: 'only credentials that are valid, expiring_soon, expired, rejected or needs_reauth',
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
      description: `The credential is typed at the terminal, without being shown, or read from stdin. It is stored without being tried: "${calledAs} accounts test" does that. For providers that take several secrets, use PUT /admin/tokens.`,
      route: 'PUT /admin/tokens/{tenant}/{provider}/{account}',
      args,
      options: {
        expires: { type: 'string', valueHint: 'when', description: 'a duration (12h, 30d) or an ISO 8601 time' },
      },
      examples: ['patchbay accounts store acme hubspot main', 'patchbay accounts store acme hubspot main < token.txt'],
      shown: { columns: credential },
      body: {
        expires_at: ({ text }) => parseExpiry(text('expires')),
        access_token: () => readTyped('Credential (not shown): '),
      },
    }),
    reopen: routeCommand({
      route: 'POST /admin/tokens/{tenant}/{provider}/{account}/reopen',
      args,
      examples: ['patchbay accounts reopen acme hubspot main'],
      done: 'the next call is sent to the vendor',
    }),
    test: routeCommand({
      summary: "Test an account's credential with its provider",
      description: 'The exit code is 1 when the provider rejects it.',
      route: 'POST /admin/tokens/{tenant}/{provider}/{account}/test',
      args,
      examples: ['patchbay accounts test acme hubspot main'],
      shown: {
        columns: [
          column('ok', 'ok', 'yesno'),
          column('status'),
          column('identity'),
          column('reason', 'reason', 'note'),
        ],
      },
      checkAnswer({ ok, reason }) {
        if (ok) return
        throw new CommandError('failed', showText(`the provider does not accept the credential: ${reason}`), [
          `store another credential, or create a link with "${calledAs} connect make"`,
        ])
      },
    }),
  },
}
