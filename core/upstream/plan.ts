import type { PreparedCall } from '../context/index.ts'
import { describeThrown, GatewayError } from '../errors.ts'
import type { Fetcher } from '../fetch/index.ts'
import {
  type ActionEffect,
  type ActionRequest,
  type AnswerKind,
  type AnyAction,
  buildOrigin,
  type Pages,
  type SingleAuth,
} from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import type { Domain, ProviderFacts } from '../schema/index.ts'
import type { Account } from '../store/index.ts'
import type { AnswerRedaction } from './answer/redact-answer.ts'
import { authOfCredential, ensureRedaction } from './authentication.ts'
import { placeKey } from './idempotency.ts'

export interface ProviderAccess {
  readonly fetcher: Fetcher
  /** The origins that calls go to instead of the providers' own, by provider id. */
  readonly providerOrigins: ReadonlyMap<string, string>
  /** The hosts at which self-hosted products may be called. */
  readonly selfHostedHosts: readonly string[]
  /** Bytes of a provider's answer, decompressed, over all pages of one call. */
  readonly maxResponseBytes: number
}

/** The part of a prepared call from which its requests are made. */
export interface ProviderCall
  extends Pick<PreparedCall, 'domain' | 'account' | 'name' | 'action' | 'params' | 'withFiles' | 'request'> {
  /** Left out for a credential on trial, which belongs to no account yet. */
  readonly ref?: PreparedCall['ref'] | undefined
}

/** All facts of a request before it is sent. The plan of a later page differs in the last three members. */
export interface RequestPlan {
  readonly call: ProviderCall
  readonly provider: ProviderFacts
  readonly effect: ActionEffect
  /** The origin of the request. A link to a next page at another origin is not followed. */
  readonly origin: string
  /** The vendor's own origin, if the configuration sends calls to another; answers may name it. */
  readonly publicOrigin: string | undefined
  readonly credential: Credential
  /** The kind of authentication that the credential is for. */
  readonly auth: SingleAuth
  readonly redaction: AnswerRedaction
  /** The kind of answer that is expected. */
  readonly expected: AnswerKind
  /** The action's way of paging, if it has pages. */
  readonly pages: Pages | undefined
  /** The number of items that the caller wants; `undefined`: one page. */
  readonly limit: number | undefined
  /** The request as the action built it, with the idempotency key if the vendor takes one. */
  readonly request: ActionRequest
  /** The URL of a next page, which is read in place of the request's own. */
  readonly pageUrl: URL | undefined
  /** Bytes of the answer, decompressed. */
  readonly maxBytes: number
}

export const noSettings = {}

/** The authentication of an action whose requests carry no credential. */
const withoutCredential: SingleAuth = { kind: 'none' }

/** The origin of an account. Throws CONFIG_MISSING, e.g. if the operator has removed a self-hosted product's host from the list. */
const accountOrigin = ({ provider }: Domain, { settings = noSettings }: Account, access: ProviderAccess): string => {
  try {
    return buildOrigin(provider.origin, settings, access.selfHostedHosts)
  } catch (error) {
    throw new GatewayError('CONFIG_MISSING', `The account's settings are not valid: ${describeThrown(error)}`, {
      cause: error,
    })
  }
}

/** The vendor's public origin; `undefined`: the account's settings don't say, or calls go there anyway. */
const findPublicOrigin = ({ domain, account, action }: ProviderCall, access: ProviderAccess): string | undefined => {
  try {
    return action.origin ?? accountOrigin(domain, account, access)
  } catch {
    return undefined
  }
}

/** The kind of answer that an action expects: JSON if the action reads it. */
const expectedAnswer = ({ answer = 'any', result, shape, pages }: AnyAction): AnswerKind =>
  answer === 'any' && (result ?? shape ?? pages) ? 'json' : answer

/** Plans the request of a call under one credential. Throws CONFIG_MISSING, and TOKEN_MISSING for a credential of another kind. */
export const planRequest = (
  access: ProviderAccess,
  call: ProviderCall,
  credential: Credential,
  idempotencyKey?: string,
): RequestPlan => {
  const { domain, account, action, params, request } = call
  const { provider } = domain
  const auth = action.auth === false ? withoutCredential : authOfCredential(provider.auth, credential)
  const configured = access.providerOrigins.get(provider.id)
  return {
    call,
    provider,
    effect: action.effect,
    origin: configured ?? action.origin ?? accountOrigin(domain, account, access),
    publicOrigin: configured === undefined ? undefined : findPublicOrigin(call, access),
    credential,
    auth,
    redaction: ensureRedaction(auth, credential),
    expected: expectedAnswer(action),
    pages: action.pages,
    limit: typeof params.limit === 'number' ? params.limit : undefined,
    request: placeKey(request, action, idempotencyKey),
    pageUrl: undefined,
    maxBytes: access.maxResponseBytes,
  }
}
