import type { Place } from '../../../state/gateway/next-step.ts'
import type { LogCause } from '../log-counts.ts'
import { logTexts as t } from '../log-texts.ts'

/** The remedy for a cause, and its screen. */
interface Remedy {
  readonly title: string
  readonly to: Place
}

/** The page of the one tenant that fails, or the list of tenants. */
const ofTenant = ({ tenants: { only } }: LogCause, tab: string): Place =>
  only === null ? { to: '/tenants' } : { to: `/tenants/${encodeURIComponent(only)}${tab}` }

const reconnect = ({ provider, tenants, accounts }: LogCause): Place =>
  provider !== null && tenants.only !== null && accounts.only !== null
    ? { to: '/connect', search: { create: 'on', for: tenants.only, account: `${provider}/${accounts.only}` } }
    : { to: '/accounts', search: { state: 'trouble', ...(provider !== null && { provider }) } }

const ofAction = ({ provider, actions, tenants, accounts }: LogCause): Place => {
  if (provider === null) return { to: '/providers' }
  const base = `/providers/${encodeURIComponent(provider)}`
  return actions.only === null
    ? { to: base }
    : {
        to: `${base}/actions/${encodeURIComponent(actions.only)}`,
        search: {
          ...(tenants.only !== null && { tenant: tenants.only }),
          ...(accounts.only !== null && { account: accounts.only }),
        },
      }
}

const ofVendor = ({ provider }: LogCause): Place =>
  provider === null ? { to: '/providers' } : { to: `/providers/${encodeURIComponent(provider)}/activity` }

/** The limits of the gateway say so; all others are the vendor's. */
const isOwnLimit = ({ reason }: LogCause): boolean => reason === null || /^Too many|monthly|quota of/i.test(reason)

const byVendor = (cause: LogCause): Remedy => {
  const { status } = cause
  if (status === 401 || status === 403) return { title: t.remedies.reconnect, to: reconnect(cause) }
  if (status === 429 || status >= 500) return { title: t.remedies.vendor, to: ofVendor(cause) }
  return { title: t.remedies.action, to: ofAction(cause) }
}

const byCode: Readonly<Record<string, (cause: LogCause) => Remedy>> = {
  TOKEN_MISSING: (cause) => ({ title: t.remedies.connect, to: reconnect(cause) }),
  TOKEN_EXPIRED: (cause) => ({ title: t.remedies.reconnect, to: reconnect(cause) }),
  UPSTREAM_ERROR: byVendor,
  TIMEOUT: (cause) => ({ title: t.remedies.vendor, to: ofVendor(cause) }),
  RATE_LIMITED: (cause) =>
    isOwnLimit(cause)
      ? { title: t.remedies.limit, to: ofTenant(cause, '/settings') }
      : { title: t.remedies.vendor, to: ofVendor(cause) },
  FORBIDDEN: (cause) => ({ title: t.remedies.policy, to: ofTenant(cause, '/access') }),
  TENANT_SUSPENDED: (cause) => ({ title: t.remedies.activate, to: ofTenant(cause, '') }),
  CONFIG_MISSING: (cause) => ({ title: t.remedies.account, to: ofTenant(cause, '/settings') }),
  AUTH_FAILED: () => ({ title: t.remedies.tokens, to: { to: '/tokens' } }),
  VALIDATION_ERROR: (cause) => ({ title: t.remedies.action, to: ofAction(cause) }),
}

/** The next step for calls that fail like this; `undefined`: only a retry can help. */
export const findRemedy = (cause: LogCause): Remedy | undefined =>
  Object.hasOwn(byCode, cause.code) ? byCode[cause.code]?.(cause) : undefined
