import type { AnyAction } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { planRequest, type RequestPlan } from '../core/upstream/plan.ts'

/** The plan of an action's request with a key, at the provider's own origin. */
export const planOf = (
  domain: Pick<Domain, 'provider' | 'source'>,
  name: string,
  action: AnyAction,
  params: Readonly<Record<string, unknown>>,
): RequestPlan => {
  const { id, origin } = domain.provider
  const nobody = () => Promise.reject(new Error('a plan of a test is never sent'))
  const access = {
    fetcher: Object.assign(nobody, { check: nobody }),
    providerOrigins: new Map([[id, String(origin)]]),
    selfHostedHosts: [],
    maxResponseBytes: 1000,
  }
  const call = {
    domain: { ...domain, package: '', version: '' },
    account: { id: 'main', label: 'Main' },
    name,
    action,
    params,
    request: action.request(params, { settings: {} }),
  }
  return planRequest(access, call, { accessToken: 'key', tokenType: '', expiresAt: null, version: '' })
}
