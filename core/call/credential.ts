import type { StoreCache } from '../admission/index.ts'
import type { AdmittedCaller, CallRecord, Deadline } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../maybe-promise.ts'
import { stepToStoreCredential, stepToStoreSeed } from '../next-step.ts'
import { findAuth } from '../provider/index.ts'
import { type Credential, hasCredentialExpired, type Refresher, type Verdicts } from '../refresh/index.ts'
import type { ProviderFacts } from '../schema/index.ts'
import type { AccountRef, LinkRequester } from '../store/index.ts'

/** The error for an account that has no usable credential and no seed to refresh it. */
export const unusable = (credential: Credential | undefined, ref: AccountRef): GatewayError =>
  credential
    ? new GatewayError('TOKEN_EXPIRED', `The credential of ${ref.provider}/${ref.account} has expired`, {
        next: { ...stepToStoreCredential(ref), or: stepToStoreSeed(ref) },
      })
    : new GatewayError('TOKEN_MISSING', `No credential is stored for ${ref.provider}/${ref.account}`, {
        next: stepToStoreCredential(ref),
      })

/** The credential of providers without authentication; it is never sent. */
export const noCredential: Credential = {
  accessToken: '',
  tokenType: '',
  expiresAt: null,
  version: 'none',
  handoverId: 'none',
}

/** The account's credential; `undefined`: none is stored. */
export const findCredential = (
  storeCache: Pick<StoreCache, 'credential'>,
  provider: ProviderFacts | undefined,
  ref: AccountRef,
): MaybePromise<Credential | undefined> => {
  if (provider?.auth.kind === 'none') return noCredential
  const stored = storeCache.credential(ref)
  const isOptional = provider?.auth.kind === 'oneOf' && findAuth(provider.auth, undefined)?.kind === 'none'
  return isOptional ? mapMaybePromise(stored, orNone) : stored
}

const orNone = (credential: Credential | undefined): Credential => credential ?? noCredential

/** True if a stored credential can be sent as it is. */
export const isAlive = (stored: Credential | undefined): stored is Credential =>
  stored !== undefined && !hasCredentialExpired(stored)

/**
 * Replaces a credential that is missing or has expired, if the account has an OAuth seed. Throws TOKEN_MISSING and TOKEN_EXPIRED,
 * and UPSTREAM_ERROR when the token endpoint fails. When the caller hangs up or the deadline passes, only the wait ends: the
 * refresh goes on.
 */
export const renewExpired = async (
  refresher: Refresher,
  stored: Credential | undefined,
  ref: AccountRef,
  deadline: Deadline,
): Promise<Credential> => {
  const fresh = await deadline.orAbort(refresher.renew(ref, stored?.version ?? null))
  if (!fresh) throw unusable(stored, ref)
  return fresh
}

/** The caller whose call failed for lack of a working credential. */
export interface ConnectCaller extends LinkRequester {
  readonly ip: string
}

/** Gives the address of a page where a person connects an account; `undefined`: there is no way, or the store is down. */
export type OfferConnect = (ref: AccountRef, caller: ConnectCaller) => Promise<string | undefined>

/**
 * Adds that address to an error that only a person can resolve, if the tenant lets its callers connect accounts themselves and the
 * caller's policies name that right: whoever connects an account decides where the calls of all others go.
 */
export const withConnectUrl = async (
  offerConnect: OfferConnect,
  { tenant, access, tokenId, usableToken, arrival }: AdmittedCaller,
  { provider, account }: Pick<CallRecord, 'provider' | 'account'>,
  error: GatewayError,
): Promise<GatewayError> => {
  if (!tenant.options.self_connect || provider === undefined || account === undefined) return error
  if (error.code !== 'TOKEN_MISSING' && error.code !== 'TOKEN_EXPIRED' && !isUnauthorized(error)) return error
  if (!access.mayConnect(provider, account)) return error
  // Administrators make links themselves: this one would end with the caller's token.
  if (!usableToken.tenantToken && !usableToken.access) return error
  const caller = { token_id: tokenId, request_id: arrival.requestId, ip: arrival.ip }
  const connectUrl = await offerConnect({ tenant: tenant.id, provider, account }, caller)
  return connectUrl === undefined ? error : error.with({ connectUrl })
}

const isUnauthorized = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.code === 'UPSTREAM_ERROR' && error.status === 401

/**
 * Replaces a credential that the provider answered with 401 before its expiry: it may have been revoked, or the clocks differ.
 * The refresher does this once a minute at most, because some providers answer 401 for a missing permission, and needless
 * refreshes can get a whole token family revoked. Throws `refused`, the provider's error, if there is no new credential.
 */
export const renewRefused = async (
  { refresher, verdicts }: { readonly refresher: Refresher; readonly verdicts: Verdicts },
  ref: AccountRef,
  stale: Credential,
  deadline: Deadline,
  refused: unknown,
): Promise<Credential> => {
  if (!isUnauthorized(refused)) throw refused
  const fresh = await renew(refresher, ref, stale, deadline, refused)
  if (fresh) return fresh
  await verdicts.refused(ref, stale)
  throw refused
}

const renew = async (
  refresher: Refresher,
  ref: AccountRef,
  { version }: Credential,
  deadline: Deadline,
  refused: GatewayError,
): Promise<Credential | undefined> => {
  try {
    return await deadline.orAbort(refresher.renew(ref, version, true))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'UPSTREAM_ERROR' || error.code === 'UNAVAILABLE') return undefined
    // The error keeps the provider's own details, because its 401 may have another cause.
    if (error.code === 'TOKEN_EXPIRED') throw error.with({ details: refused.extras.details })
    throw error
  }
}
