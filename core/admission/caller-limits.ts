import type { UsableToken } from '../context/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { TenantRecord } from '../store/index.ts'
import { toNetwork } from './networks.ts'
import { type CallerWindow, findTightestWindow, type WindowState, type Windows } from './windows.ts'

/** The kinds of requests that are counted: calls of providers, and look-ups (lists, descriptions), which may be ten times as many. */
export type CountedKind = 'call' | 'lookup'

export interface CallerLimits {
  /**
   * Counts a request of an admitted caller. A limit of the token or its tenant replaces the one by address; an access token counts as the tenant
   * token that it was issued for. Throws RATE_LIMITED; `undefined`: nothing is limited.
   */
  caller(kind: CountedKind, ip: string, token: UsableToken, tenant: TenantRecord): MaybePromise<WindowState | undefined>
  /** Counts by address a request whose caller isn't admitted. Throws RATE_LIMITED. */
  stranger(ip: string): Promise<WindowState | undefined>
}

const windowMs = 60_000

/** The policies for one kind of request. Their names are in the RateLimit headers. */
const buildPolicies = (kind: CountedKind, callsPerMinute: number) => {
  const [prefix, what, times] = kind === 'call' ? ['', 'calls', ''] : ['lookup-', 'lists and searches', 'ten times ']
  const factor = kind === 'call' ? 1 : 10
  const shared = {
    windowMs,
    limit: callsPerMinute * factor,
    rule: `(${times}CALLS_PER_MINUTE); calls_per_minute of the token or its tenant replaces it`,
  }
  const own = (name: string, who: string) => {
    const [full, whose, rule] = [`${prefix}${name}`, `${what} ${who}`, `(${times}calls_per_minute of the ${name})`]
    return (perMinute: number): CallerWindow => ({ name: full, limit: perMinute * factor, windowMs, what: whose, rule })
  }
  return {
    address: { ...shared, name: kind === 'call' ? 'calls' : 'lookups', what: `${what} from this address` },
    /** The policy in a shared network, for a token without a limit. */
    sharing: { ...shared, name: `${prefix}token`, what: `${what} with this token` },
    token: own('token', 'with this token'),
    tenant: own('tenant', 'of this tenant'),
  } as const
}

/** Counts for the token, then for the tenant, so that a token over its limit doesn't use up the tenant's for the other tokens. */
const takeBoth = async (
  token: MaybePromise<WindowState>,
  tenant: () => MaybePromise<WindowState>,
): Promise<WindowState> => findTightestWindow(await token, await tenant())

/** The limits of calls and look-ups (docs/call-limits.md, "Rate limits"). `isShared`: tells if many users share an address. */
export const createCallerLimits = (
  windows: Windows,
  callsPerMinute: number,
  isShared: (ip: string) => boolean,
): CallerLimits => {
  const policies = { call: buildPolicies('call', callsPerMinute), lookup: buildPolicies('lookup', callsPerMinute) }
  return {
    caller(kind, ip, { token_id, tenantToken }, { id, options }) {
      const { address, sharing, token: ofToken, tenant: ofTenant } = policies[kind]
      const tokenId = tenantToken?.token_id ?? token_id
      const tokenLimit = tenantToken?.calls_per_minute ?? 0
      const tenantLimit = options.calls_per_minute ?? 0
      if (tokenLimit === 0 && tenantLimit === 0) {
        if (callsPerMinute === 0) return undefined
        return isShared(ip) ? windows.take(sharing, tokenId) : windows.take(address, toNetwork(ip))
      }
      if (tokenLimit === 0) return windows.take(ofTenant(tenantLimit), id)
      const token = windows.take(ofToken(tokenLimit), tokenId)
      return tenantLimit === 0 ? token : takeBoth(token, () => windows.take(ofTenant(tenantLimit), id))
    },
    stranger: async (ip) =>
      callsPerMinute === 0 || isShared(ip) ? undefined : windows.take(policies.call.address, toNetwork(ip)),
  }
}
