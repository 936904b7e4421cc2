import type { ApiSchemas } from './api.ts'

export type LinkStep = ApiSchemas['NextStep']

/** A screen, with the parameters of its URL. */
export interface Place {
  readonly to: string
  readonly search?: Readonly<Record<string, string | undefined>>
}

type Params = LinkStep['params']

const toApp = ({ provider, tenant }: Params): Place => ({ to: '/connect', search: { tenant, app: provider } })

/** The screen for each step; `undefined` if only programs can do it. A missing step doesn't compile. */
const places: Readonly<Record<LinkStep['route'], (params: Params) => Place | undefined>> = {
  put_tenant: ({ tenant }) => ({ to: '/tenants/new', search: { id: tenant } }),
  patch_tenant: ({ tenant }) => ({ to: `/tenants/${encodeURIComponent(tenant ?? '')}/settings` }),
  put_token: ({ tenant, provider }) => ({ to: '/accounts', search: { tenant, provider } }),
  delete_token: ({ tenant, provider }) => ({ to: '/accounts', search: { tenant, provider } }),
  seed_oauth: () => undefined,
  put_app: toApp,
  put_tenant_app: toApp,
  put_billing: ({ tenant }) => ({ to: `/tenants/${encodeURIComponent(tenant ?? '')}/usage` }),
  get_provider: ({ provider }) => ({ to: `/providers/${encodeURIComponent(provider ?? '')}` }),
  list_clients: () => ({ to: '/applications' }),
  list_connect_links: () => ({ to: '/connect' }),
  list_crons: () => ({ to: '/jobs' }),
  list_files: () => undefined,
  list_grants: ({ tenant }) => ({ to: `/tenants/${encodeURIComponent(tenant ?? '')}/access` }),
  list_suggestions: () => ({ to: '/suggestions' }),
  revoke_tenant_token: ({ tenant }) => ({ to: `/tenants/${encodeURIComponent(tenant ?? '')}` }),
  run_one_job: () => ({ to: '/jobs' }),
}

/** The screen of the first step that has one. A newer gateway may name steps that this console doesn't know. */
export const findPlace = (step: LinkStep): readonly [LinkStep['route'], Place] | undefined => {
  const place = Object.hasOwn(places, step.route) ? places[step.route](step.params) : undefined
  if (place) return [step.route, place]
  return step.or && findPlace(step.or)
}
