/** The routes of the admin API that an error may name as the next step, by their `action`. A test checks that they exist. */
export const nextRoutes = [
  'put_tenant',
  'patch_tenant',
  'put_token',
  'seed_oauth',
  'put_app',
  'put_tenant_app',
  'put_billing',
  'get_provider',
  'list_clients',
  'list_connect_links',
  'list_crons',
  'list_grants',
  'list_suggestions',
  'run_one_job',
] as const

export type NextRoute = (typeof nextRoutes)[number]

/** What an administrator can do about an error, as data: each surface writes it as a route, a link or a command. */
export interface NextStep {
  readonly route: NextRoute
  /** Parameters of the route that are known: only what the caller named or may know, and no secret. */
  readonly params: Readonly<Record<string, string>>
  /** Another step that helps as well. */
  readonly or?: NextStep
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
