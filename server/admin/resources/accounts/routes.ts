import { readClosedQuotas } from '@patchbay/core/admission'
import { accountPath } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { countedPageSchema, countedParameters, writeSortedCursor } from '../../route/values/cursor.ts'
import { closed, idSchema, instant, orNull, providerId, searchText, unixSeconds } from '../../route/values/schemas.ts'
import { missingToken } from '../credentials/errors.ts'
import { tenantNotFound } from '../tenants/not-found.ts'
import { accountStatesJson, readAccountStates } from './account-states.ts'
import { accountOrders, pickAccounts, wantedStates } from './page.ts'
import {
  accountStates,
  type ConfiguredAccount,
  readConfiguredAccounts,
  readProbes,
} from './read-configured-accounts.ts'

const reopenPath = '/admin/tokens/:tenant/:provider/:account/reopen'

const listQuery = Type.Object(
  {
    tenant: Type.Optional(idSchema('Only accounts of this tenant')),
    provider: Type.Optional(providerId('Only accounts at this provider')),
    state: Type.Optional(
      Type.Enum([...wantedStates], {
        description:
          'Only accounts in this state; `trouble`: those that are `rejected`, `needs_reauth`, `expired` or `silent`; ' +
          "`closed`: those whose calls wait for the vendor's limit",
      }),
    ),
    q: Type.Optional(
      searchText(
        "Only accounts with this text in the tenant's id or name, in the account's id or label, or in the provider's id",
      ),
    ),
    sort: Type.Enum(
      accountOrders.flatMap((order) => [order, `-${order}`]),
      {
        default: 'tenant',
        description: 'What to sort by; with a `-` before it, the last comes first. `state`: the gravest first',
      },
    ),
    ...countedParameters(writeSortedCursor('tenant', 'acme')),
  },
  closed,
)

const accountJson = Type.Object(
  {
    tenant_id: Type.String(),
    tenant_name: Type.String(),
    provider: Type.String(),
    account_id: Type.String(),
    label: Type.String(),
    state: Type.Enum([...accountStates], {
      description: '`missing`: it was never connected. `silent`: the credential seems valid, but the last probe failed',
    }),
    expires_at: orNull(unixSeconds('Unix time in seconds')),
    rejected_at: orNull(instant(), 'Since when the provider rejects its credential'),
    updated_at: orNull(instant(), 'When its credential was stored'),
    tested_at: orNull(instant(), 'When a probe last succeeded with its credential; `null`: none has yet'),
    reason: orNull(Type.String(), 'Why it is refused, where that is known'),
    closed: orNull(
      Type.Object({
        until: instant('When the vendor is asked again, within an hour'),
        reason: orNull(Type.String(), "The vendor's words; `null`: its answers said that no call is left"),
      }),
      "Calls are `RATE_LIMITED` by the vendor's own limit; `null`: they are sent",
    ),
  },
  { title: 'ConfiguredAccount' },
)

const toJson = ({ tenant, account, ...rest }: ConfiguredAccount): Type.Static<typeof accountJson> => ({
  tenant_id: tenant,
  account_id: account,
  ...rest,
})

export const accountRoutes: AdminGroup = {
  name: 'Accounts',
  description: 'The accounts of all tenants at their providers, and whether their credentials work.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/accounts',
      action: 'list_accounts',
      summary: 'List the accounts of all tenants',
      description: 'Those without a credential are listed as well. No answer holds a credential.',
      auditTarget: () => ({ tenant: null, key: 'accounts' }),
      query: listQuery,
      answers: { 200: jsonAnswer('A page of accounts', countedPageSchema('accounts', accountJson)) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ query: { tenant, provider, state, q, sort, cursor, limit, total } }, { store, now }) {
        if (tenant !== undefined && !(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        const [probes, closed] = await Promise.all([readProbes(store), readClosedQuotas(store)])
        const all = readConfiguredAccounts(store, { probes, closed, now: now() }, tenant)
        const page = await pickAccounts(all, { provider, state, search: q }, { sort, cursor, limit, total })
        return json({ ...page, accounts: page.accounts.map(toJson) })
      },
    }),
    adminRoute({
      method: 'POST',
      path: reopenPath,
      action: 'reopen_account',
      summary: "Send an account's calls again before the vendor's wait is over",
      description:
        "For an account that is `closed`. The vendor's next answer may close it again. A new credential does the same by itself.",
      auditTarget: (ref) => ({ tenant: ref.tenant, key: `tokens/${accountPath(ref)}` }),
      answers: { 204: { description: 'The next call is sent to the vendor' } },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING'],
      async handle({ params: ref }, { store, vendorQuotas }) {
        if (!(await store.credentials.get(ref))) throw await missingToken(store, ref)
        await vendorQuotas.lift(ref)
        return { status: 204, body: null }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/account-states',
      action: 'get_account_states',
      summary: 'Count the accounts of all tenants by provider and state',
      description: 'The current counts. `GET /admin/accounts?state=…` lists the accounts in a state.',
      auditTarget: () => ({ tenant: null, key: 'account-states' }),
      answers: { 200: jsonAnswer('The counts', accountStatesJson) },
      handle: async (_input, { store, now }) => json(await readAccountStates(store, now())),
    }),
  ],
}
