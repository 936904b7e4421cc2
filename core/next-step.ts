/** The routes of the admin API that an error or a suggestion may name as the next step, by their `action`. A test checks that they exist. */
export const nextRoutes = [
  'put_tenant',
  'patch_tenant',
  'put_token',
  'delete_token',
  'seed_oauth',
  'put_app',
  'put_tenant_app',
  'put_billing',
  'get_provider',
  'list_clients',
  'list_connect_links',
  'list_crons',
  'list_files',
  'list_grants',
  'list_suggestions',
  'revoke_tenant_token',
  'run_one_job',
] as const

export type NextRoute = (typeof nextRoutes)[number]

/** A step that an administrator can take about an error or a finding, as data: each surface writes it as a route, a link or a command. */
export interface NextStep {
  readonly route: NextRoute
  /** Parameters of the route that are known: only what the caller named or may know, and no secret. */
  readonly params: Readonly<Record<string, string>>
  /** Another step that helps as well. */
  readonly or?: Omit<NextStep, 'or'>
}

interface Account {
  readonly tenant: string
  readonly provider: string
  readonly account: string
}

export const stepToStoreCredential = ({ tenant, provider, account }: Account): NextStep => ({
  route: 'put_token',
  params: { tenant, provider, account },
})

export const stepToStoreSeed = ({ tenant, provider, account }: Account): NextStep => ({
  route: 'seed_oauth',
  params: { tenant_id: tenant, provider, account_id: account },
})

/** `tenant` is empty for the application of all tenants. */
export const stepToStoreApplication = ({ provider, tenant }: Omit<Account, 'account'>): NextStep =>
  tenant === '' ? { route: 'put_app', params: { provider } } : { route: 'put_tenant_app', params: { provider, tenant } }
