import { GatewayError } from '../errors.ts'
import type { AccountRef } from '../store/index.ts'

const nameOf = ({ provider, account }: AccountRef): string => `${provider}/${account}`

/** The refresh token is dead, or the assertion is refused: only an administrator can help. */
export const needsReauth = (ref: AccountRef, error: string | null): GatewayError =>
  new GatewayError(
    'TOKEN_EXPIRED',
    `The access to ${nameOf(ref)} must be authorized again: the token endpoint refused what is stored for it (${error ?? 'no reason given'}). ` +
      `An administrator stores a new seed with POST /admin/seed-oauth, or a token with ` +
      `PUT /admin/tokens/${ref.tenant}/${nameOf(ref)}`,
  )

/** A later try may succeed. */
export const notRefreshed = (ref: AccountRef, error: string | null, waitMs: number): GatewayError =>
  new GatewayError(
    'UPSTREAM_ERROR',
    `There is no valid credential for ${nameOf(ref)}, and its token endpoint gave no new one: ${error ?? 'no reason given'}`,
    { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
