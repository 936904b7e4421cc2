import type { ErrorCode } from '@patchbay/core/errors'
import { errorCodes } from '../../../codegen/emit/error-codes.ts'
import { markdownTable } from './markdown-table.ts'

/** What a caller does about each code. */
const advice: Readonly<Record<Exclude<ErrorCode, 'CLIENT_CLOSED'>, string>> = {
  AUTH_FAILED: 'Send a token of this tenant; to the admin API, an admin key.',
  TENANT_NOT_FOUND: 'Ask an administrator to create the tenant: `PUT /admin/tenants/<tenant>`.',
  TENANT_SUSPENDED: "Ask an administrator to set the tenant's `status` to `active`.",
  CONFIG_MISSING: 'Call a provider that the tenant has; the message lists them.',
  TOKEN_MISSING: 'Ask an administrator to store a credential for the account.',
  TOKEN_EXPIRED: 'Ask an administrator to store a new credential, or to connect the account again.',
  UPSTREAM_ERROR:
    "Read the provider's own words in `details`. With 401 the provider refuses the credential: ask an administrator to replace it.",
  VALIDATION_ERROR: 'Correct what `details` points at.',
  RATE_LIMITED: 'Wait `retry_after` seconds. The message names the limit.',
  TIMEOUT: 'Try a read again. A write may have been carried out: check before you repeat it.',
  NOT_FOUND: 'Correct the path, or the id in it.',
  METHOD_NOT_ALLOWED: 'Use one of the methods in the header `Allow`.',
  PAYLOAD_TOO_LARGE: 'Send a smaller body.',
  CONFLICT: 'Do what the message says; for example, remove first what still depends on the record.',
  FORBIDDEN: 'Use an admin key with the role that the message names, or have the origin added to `ALLOWED_ORIGINS`.',
  UNAVAILABLE: 'Try again after `retry_after` seconds.',
  INTERNAL_ERROR: 'Report it: this is a bug. The log of the gateway has the cause under the `request_id`.',
}

export const errors = (): string =>
  markdownTable(
    ['code', 'status', 'when', 'what to do'],
    errorCodes.map(({ code, status, condition }) => [
      `\`${code}\``,
      status,
      condition,
      advice[code as keyof typeof advice],
    ]),
  )
