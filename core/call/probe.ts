import type { Deadlines } from '../context/index.ts'
import { asGatewayError, type ErrorCode } from '../errors.ts'
import type { Credential } from '../refresh/index.ts'
import type { Domain } from '../schema/index.ts'
import type { Account } from '../store/index.ts'
import { followPages, type ProviderAccess, ProviderTraffic } from '../upstream/index.ts'

export interface ProbeTarget {
  readonly domain: Domain
  readonly account: Account
  readonly credential: Credential
}

/** Whether the provider accepts an account's credential. */
export interface ProbeResult {
  readonly outcome: 'ok' | 'error'
  readonly code: ErrorCode | null
  /** The provider's HTTP status; if the request never reached the provider, the status of `code`. */
  readonly status: number
  readonly duration_ms: number
  /** How many seconds the provider asks to wait. */
  readonly retry_after: number | null
}

/** Calls the plugin's probe action. It isn't a tenant's call, so it is neither counted nor cached. Never rejects. */
export type Probe = (target: ProbeTarget, signal: AbortSignal) => Promise<ProbeResult>

export const createProbe = (parts: ProviderAccess & { readonly deadlines: Deadlines }): Probe => {
  const call = async ({ domain, account, credential }: ProbeTarget, signal: AbortSignal): Promise<number> => {
    const { action: name = '', params: declared } = domain.provider.probe ?? {}
    const action = domain.source.action(name)
    if (!action) throw new TypeError(`the probe of ${domain.provider.id} is no action`)
    const params = { ...declared }
    const deadline = parts.deadlines.start({ startedAt: performance.now(), signal })
    try {
      const request = action.request(params, { settings: account.settings ?? {} })
      const prepared = { domain, account, name, action, params, request }
      const traffic = new ProviderTraffic(parts, prepared, credential, deadline, { answered: false, tries: undefined })
      return (await (action.pages ? followPages(traffic) : traffic.send(request))).status
    } finally {
      deadline.clear()
    }
  }

  return async (target, signal) => {
    const startedAt = performance.now()
    const end = () => ({ duration_ms: Math.round(performance.now() - startedAt) })
    try {
      return { outcome: 'ok', code: null, status: await call(target, signal), retry_after: null, ...end() }
    } catch (thrown) {
      const { code, status, extras } = asGatewayError(thrown)
      return { outcome: 'error', code, status, retry_after: extras.retryAfter ?? null, ...end() }
    }
  }
}
