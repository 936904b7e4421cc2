import { type ErrorCode, GatewayError } from '@patchbay/core/errors'

/** The codes that callers can get, with their conditions. The type checker requires an entry for each code of core. */
const conditions: Readonly<Record<Exclude<ErrorCode, 'CLIENT_CLOSED'>, string>> = {
  AUTH_FAILED: 'Token invalid or missing',
  TENANT_NOT_FOUND: 'Tenant configuration not found',
  TENANT_SUSPENDED: 'Tenant account suspended',
  CONFIG_MISSING: 'Provider not configured',
  TOKEN_MISSING: 'No credential is stored for the account',
  TOKEN_EXPIRED: 'Provider OAuth token expired',
  UPSTREAM_ERROR: 'The target API returned an error; the status is its own, or 502',
  VALIDATION_ERROR: 'Invalid parameters',
  RATE_LIMITED: 'Too many requests',
  TIMEOUT: 'The time limit was exceeded',
  NOT_FOUND: 'No such route or record',
  METHOD_NOT_ALLOWED: 'The route does not have this method',
  PAYLOAD_TOO_LARGE: 'The body is over the limit',
  CONFLICT: 'The change contradicts what is stored',
  FORBIDDEN: 'The role of the admin key, or the origin of the request, does not allow it',
  UNAVAILABLE: 'The store is down, or the gateway is stopping',
  INTERNAL_ERROR: 'A fault of the gateway',
}

interface CodeOfStatus {
  readonly code: string
  readonly status: number
  readonly condition: string
}

/** Every code with its HTTP status and condition. */
export const errorCodes: readonly CodeOfStatus[] = Object.entries(conditions).map(([code, condition]) => ({
  code,
  status: new GatewayError(code as ErrorCode, '').status,
  condition,
}))
