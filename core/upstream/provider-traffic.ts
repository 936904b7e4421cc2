import type { CallContext, Data, Deadline, PreparedCall, VendorLimit } from '../context/index.ts'
import { GatewayError, reasonOf } from '../errors.ts'
import type { Fetcher } from '../fetch/index.ts'
import { createRedaction } from '../fetch/redact.ts'
import {
  type ActionRequest,
  type Failure,
  originOf,
  type Pages,
  type Pointer,
  type SingleAuth,
} from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import { at, type Domain, type ProviderFacts, replaceAt } from '../schema/index.ts'
import type { Account } from '../store/index.ts'
import { withTry } from '../tries.ts'
import { authOfCredential, type ProviderRequest, secretsOf, signRequest } from './authentication.ts'
import type { PageLoop } from './pages.ts'
import { buildPageRequest, buildRequest, type RequestContext } from './request.ts'
import { type ProviderAnswer, type Sending, sendWithRetries } from './send.ts'
import { badGateway } from './upstream-error.ts'

export interface ProviderAccess {
  readonly fetcher: Fetcher
  /** Where calls of a provider go instead of its own origin, by provider id. */
  readonly providerOrigins: ReadonlyMap<string, string>
  /** The hosts at which self-hosted products may be called. */
  readonly selfHostedHosts: readonly string[]
  /** Bytes of a provider's answer, decompressed, over all pages of one call. */
  readonly maxResponseBytes: number
}

/** The part of a prepared call from which its requests are made. */
export type ProviderCall = Pick<PreparedCall, 'domain' | 'account' | 'name' | 'action' | 'params' | 'request'>

const noSettings = {}
/** For an action whose requests carry none. */
const withoutCredential: SingleAuth = { kind: 'none' }

/** Throws CONFIG_MISSING, e.g. when the operator has taken a self-hosted product's host from the list. */
const accountOrigin = ({ provider }: Domain, { settings = noSettings }: Account, access: ProviderAccess): string => {
  try {
    return originOf(provider.origin, settings, access.selfHostedHosts)
  } catch (error) {
    throw new GatewayError('CONFIG_MISSING', `The account's settings don't fit: ${reasonOf(error)}`, { cause: error })
  }
}

/** The traffic of one call with its provider, under one credential: all its pages, and the tries of each. */
export class ProviderTraffic implements Sending, RequestContext, PageLoop {
  readonly provider: ProviderFacts
  readonly settings: RequestContext['settings']
  readonly auth: SingleAuth
  readonly origin: string
  readonly fetcher: Fetcher
  readonly effect: Sending['effect']
  readonly call: ActionRequest
  maxBytes: number
  /** A first try that succeeded: most calls have no other, and for them no text is made. */
  firstStatus = 0
  firstMs = 0

  constructor(
    access: ProviderAccess,
    readonly prepared: ProviderCall,
    readonly credential: Credential,
    readonly deadline: Deadline,
    /** Records that the provider has answered, and the tries. */
    readonly context: Pick<CallContext, 'answered' | 'tries'>,
    readonly idempotency: RequestContext['idempotency'] = undefined,
    readonly vendorLimit: VendorLimit | undefined = undefined,
  ) {
    const { domain, account, action, request } = prepared
    this.provider = domain.provider
    this.settings = account.settings ?? noSettings
    this.auth = action.auth === false ? withoutCredential : authOfCredential(domain.provider.auth, credential)
    this.origin =
      access.providerOrigins.get(domain.provider.id) ?? action.origin ?? accountOrigin(domain, account, access)
    this.fetcher = access.fetcher
    this.effect = action.effect
    this.call = request
    this.maxBytes = access.maxResponseBytes
  }

  get params(): Sending['params'] {
    return this.prepared.params
  }

  get pages(): Pages {
    return this.prepared.action.pages as Pages
  }

  get answer(): Sending['answer'] {
    return this.prepared.action.answer ?? 'json'
  }

  failure(body: unknown, answer: Pick<ProviderAnswer, 'status' | 'headers'>): Failure | undefined {
    return this.prepared.action.failure?.(body, answer) ?? this.provider.failure?.(body, answer)
  }

  get limit(): number | undefined {
    const { limit } = this.prepared.params
    return typeof limit === 'number' ? limit : undefined
  }

  /** Sends a page's call, or the GET of the next page's URL. Rejects with UPSTREAM_ERROR, TIMEOUT and CLIENT_CLOSED. */
  send(next: ActionRequest | URL): Promise<ProviderAnswer> {
    return sendWithRetries(
      this,
      next instanceof URL ? buildPageRequest(this, this.call, next) : buildRequest(this, next),
    )
  }

  accept(answer: ProviderAnswer): ProviderAnswer | undefined {
    this.maxBytes -= answer.bytes
    const { domain, name } = this.prepared
    const isExpected = domain.source.check(name)?.result
    return isExpected && !isExpected(answer.body) ? undefined : this.withoutSecretInNext(answer)
  }

  /** A vendor that takes its key in the query repeats the key in the next page's URL, which the caller gets. */
  private withoutSecretInNext(answer: ProviderAnswer): ProviderAnswer {
    const { pages } = this.prepared.action
    if (pages?.kind !== 'link' || pages.next === undefined) return answer
    const next = at(answer.body, pages.next)
    const safe = typeof next === 'string' ? createRedaction(this.secrets())(next) : next
    if (safe === next) return answer
    const body = replaceAt(answer.body, pages.next, safe)
    return { ...answer, body, text: JSON.stringify(body) }
  }

  onAnswer(): void {
    this.context.answered = true
  }

  onTry(outcome: number | string, startedAt: number, succeeded: boolean): void {
    const ms = Math.round(performance.now() - startedAt)
    const { context, firstStatus, firstMs } = this
    if (succeeded && typeof outcome === 'number' && firstStatus === 0 && context.tries === undefined) {
      this.firstStatus = outcome
      this.firstMs = ms
      return
    }
    const before = context.tries ?? (firstStatus === 0 ? undefined : withTry(undefined, firstStatus, firstMs))
    context.tries = withTry(before, outcome, ms)
  }

  sign(request: ProviderRequest): ProviderRequest {
    return this.auth.kind === 'signed' ? signRequest(this.auth, this.credential, request) : request
  }

  secrets(): string[] {
    return secretsOf(this.auth, this.credential)
  }

  garbled(): never {
    throw badGateway(this.provider, 'gave an answer that does not fit this action')
  }
}

/** The wanted members of a value by name. A member with an empty map is wanted whole. */
type Wanted = Map<string, Wanted>

const want = (wanted: Wanted, [step, ...rest]: readonly string[]): void => {
  if (step === undefined) {
    wanted.clear()
    return
  }
  const known = wanted.get(step)
  if (known?.size === 0) return
  const member: Wanted = known ?? new Map()
  wanted.set(step, member)
  want(member, rest)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The wanted members of a value, or of each item of a list; `undefined` if there are none. */
const pick = (value: unknown, wanted: Wanted): unknown => {
  if (Array.isArray(value)) return value.map((item) => pick(item, wanted) ?? null)
  if (!isObject(value)) return undefined
  const picked = [...wanted].flatMap(([step, inner]) => {
    if (!Object.hasOwn(value, step)) return []
    const member = inner.size === 0 ? value[step] : pick(value[step], inner)
    return member === undefined ? [] : [[step, member] as const]
  })
  // Not by assignment, which would lose a member that is called `__proto__`.
  return picked.length === 0 ? undefined : Object.fromEntries(picked)
}

const project = (value: unknown, wanted: Wanted): unknown =>
  isObject(value) && !Array.isArray(value) ? (pick(value, wanted) ?? {}) : value

/**
 * Keeps only the members that the caller named (`result_fields`): dotted paths relative to each item where the answer
 * is a list (or holds the action's list at `items`), else to the answer. The answer is walked once for all of them.
 */
export const selectFields = (data: unknown, fields: readonly string[], items: Pointer | undefined): unknown => {
  const wanted: Wanted = new Map()
  for (const field of fields) want(wanted, field.split('.'))
  const where: Pointer = Array.isArray(data) ? '' : (items ?? '')
  const list = at(data, where)
  return Array.isArray(list)
    ? replaceAt(
        data,
        where,
        list.map((item) => project(item, wanted)),
      )
    : project(data, wanted)
}

/** Where a list's items are in the shaped answer. A GraphQL answer is handed on without its outer `data`. */
const itemsIn = (
  shaped: unknown,
  body: unknown,
  { pages, definition }: PreparedCall['action'],
): Pointer | undefined => {
  if (pages?.shapedItems !== undefined) return pages.shapedItems
  const isUnwrapped = definition.graphql !== undefined && shaped === at(body, '/data')
  return isUnwrapped ? (pages?.items.replace(/^\/data(?=\/|$)/, '') as Pointer | undefined) : pages?.items
}

/** The envelope is a body, which 204 and 205 can't have. A redirect's status would be followed. */
const statusOf = (status: number): number => (status === 204 || status === 205 || status >= 300 ? 200 : status)

/** The provider's answer as the action and the caller want it. */
export const shapeAnswer = (
  { action, resultFields }: Pick<PreparedCall, 'action' | 'resultFields'>,
  answer: ProviderAnswer,
): Data => {
  const status = statusOf(answer.status)
  if (!action.shape && !resultFields) return { status, text: answer.text }
  const shaped = action.shape ? action.shape(answer.body, answer) : answer.body
  const data = resultFields ? selectFields(shaped, resultFields, itemsIn(shaped, answer.body, action)) : shaped
  return { status, text: JSON.stringify(data ?? null) }
}
