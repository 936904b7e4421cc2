import { GatewayError } from '../errors.ts'
import { stepToStoreCredential, stepToStoreSeed } from '../next-step.ts'
import type { AccountRef } from '../store/index.ts'

const formatAccount = ({ provider, account }: AccountRef): string => `${provider}/${account}`

/** The error for a dead refresh token or a refused assertion: only an administrator can help. */
export const needsReauth = (ref: AccountRef, error: string | null): GatewayError =>
  new GatewayError(
    'TOKEN_EXPIRED',
    `${formatAccount(ref)} must be authorized again: the token endpoint refused the refresh token or key that is stored for it (${error ?? 'no reason given'})`,
    { next: { ...stepToStoreSeed(ref), or: stepToStoreCredential(ref) } },
  )

/** The error for a failed refresh; a later try may succeed. */
export const notRefreshed = (ref: AccountRef, error: string | null, waitMs: number): GatewayError =>
  new GatewayError(
    'UPSTREAM_ERROR',
    `The credential of ${formatAccount(ref)} is no longer valid, and its token endpoint did not issue a new one: ${error ?? 'no reason given'}`,
    { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
