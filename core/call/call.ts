import { admit, type Limits, type ReserveQuota, type StoreCache, type VendorLimits } from '../admission/index.ts'
import { type AuditLog, failureOf, recordFailure } from '../audit/index.ts'
import type { AnswerCache, RequestMemo } from '../cache/index.ts'
import {
  type Answer,
  type CallContext,
  type CallRequest,
  type Data,
  type Deadline,
  type Deadlines,
  envelope,
  type PreparedCall,
} from '../context/index.ts'
import type { Credential, Refresher, Verdicts } from '../refresh/index.ts'
import type { Domain } from '../schema/index.ts'
import type { TenantRecord } from '../store/index.ts'
import {
  checkIdempotencyKey,
  followPages,
  type IdempotencyHeader,
  idempotencyOf,
  type ProviderAccess,
  ProviderTraffic,
  shapeAnswer,
} from '../upstream/index.ts'
import { findCredential, isAlive, type OfferConnect, renewExpired, renewRefused, withConnectUrl } from './credential.ts'
import { chooseDomain, kindOf, prepare } from './prepare.ts'

export interface CallParts extends ProviderAccess {
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly storeCache: StoreCache
  readonly limits: Limits
  readonly vendorLimits: VendorLimits
  readonly memo: RequestMemo
  readonly cache: AnswerCache
  readonly refresher: Refresher
  readonly verdicts: Verdicts
  readonly auditLog: AuditLog
  readonly deadlines: Deadlines
  readonly reserveQuota: ReserveQuota
  readonly offerConnect: OfferConnect
  /** Sees what providers answer; `undefined`: nobody wants to. */
  readonly watchAnswer?: WatchAnswer | undefined
}

/** Is called with each successful answer of a provider, before any member of it is left out. Must be quick, and must not throw. */
export type WatchAnswer = (prepared: PreparedCall, body: unknown) => void

/** The call path. Both methods record the outcome before they return, and reject with GatewayError only. */
export interface Calls {
  /** Admits the caller of an HTTP request that may hold several calls. */
  admit(context: CallContext): Promise<TenantRecord>
  /** Runs one call, and admits its caller first unless `admit` did. */
  call(context: CallContext, request: CallRequest): Promise<Answer>
}

/** A call that is about to be sent. */
interface Sending {
  readonly context: CallContext
  readonly prepared: PreparedCall
  readonly deadline: Deadline
  /** The same header for all tries, under any credential, so that the vendor carries the call out once. */
  readonly idempotency: IdempotencyHeader | undefined
}

/** The call path (docs/call.md). REST and MCP differ only in how they read a request and write an answer. */
export const createCalls = (parts: CallParts): Calls => {
  const { storeCache, cache, memo, refresher, auditLog } = parts

  // Each step writes its result into the context. It returns a promise only when it has to wait: once the body is read, a cached
  // answer waits only for its audit entry.
  const call = async (context: CallContext, request: CallRequest): Promise<Answer> => {
    const deadline = parts.deadlines.start(context.arrival)
    let answer: Answer
    try {
      const admitted = context.tenant ?? admit(parts, context)
      const tenant = admitted instanceof Promise ? await admitted : admitted

      const chosen = chooseDomain(parts.domains, tenant, request.domain, context)
      const text = await deadline.orTimeout(request.read())
      const memoized = text === undefined ? undefined : memo.find(tenant, context.access, request.domain, text)
      const prepared = memoized ?? prepare(tenant, chosen, request.parse(text), context)
      context.account = prepared.account.id
      context.action = prepared.name
      context.access.assert(prepared.ref.provider, prepared.name, kindOf(prepared), prepared.ref.account)
      checkIdempotencyKey(prepared.action, request.idempotencyKey)

      const reserved = parts.reserveQuota(tenant.id)
      context.reservation = reserved instanceof Promise ? await reserved : reserved
      auditLog.assertWritable()

      const found = findCredential(storeCache, prepared.domain.provider, prepared.ref)
      const stored = found instanceof Promise ? await found : found
      const replayed = request.replay?.()
      const place = replayed || request.noCache || !stored ? undefined : cache.placeOf(prepared, stored)
      const cached = place && cache.read(tenant.id, place)
      if (cached) {
        context.cache = 'HIT'
        answer = cached
        if (text !== undefined && !memoized) memo.keep(tenant, context.access, request.domain, text, prepared)
      } else {
        if (!replayed) context.cache = request.noCache || !prepared.cacheKey ? 'BYPASS' : 'MISS'
        const credential = isAlive(stored) ? stored : await renewExpired(refresher, stored, prepared.ref, deadline)
        if (replayed) context.cache = 'HIT'
        const data = replayed ?? (await askProvider(context, prepared, request, deadline, credential))
        answer = envelope(data, context.cache ?? 'BYPASS')
      }

      if (deadline.expired) throw deadline.expired
      context.bytes = answer.bytes
      await auditLog.recordCall(context, answer.status, null)
    } catch (error) {
      throw await withConnectUrl(parts.offerConnect, context, await recordFailure(auditLog, context, error))
    } finally {
      deadline.clear()
    }
    // Writing the audit entry may have been slow: the entry says that the provider answered, but the caller gets TIMEOUT.
    if (deadline.expired) throw failureOf(context, deadline.expired)
    return answer
  }

  /** Sends the call. If the provider refuses a credential that should be valid, the call is sent again under a new one. */
  const askProvider = async (
    context: CallContext,
    prepared: PreparedCall,
    { idempotencyKey }: CallRequest,
    deadline: Deadline,
    credential: Credential,
  ): Promise<Data> => {
    const { ref, action } = prepared
    const sending = { context, prepared, deadline, idempotency: idempotencyOf(action, idempotencyKey) }
    const isWrite = action.effect.kind === 'write'
    // Cached answers may be stale as soon as a write begins, and so may answers that are read before it ends.
    if (isWrite) cache.invalidate(ref)
    try {
      return await sendAs(sending, credential)
    } catch (error) {
      return await sendAs(sending, await renewRefused(parts, ref, credential, deadline, error))
    } finally {
      if (isWrite) cache.invalidate(ref)
    }
  }

  /** Sends the call under one credential, follows its pages, and caches the whole answer. Each request is sent with retries. */
  const sendAs = async (
    { context, prepared, deadline, idempotency }: Sending,
    credential: Credential,
  ): Promise<Data> => {
    const { action } = prepared
    // Found before the call is sent, so that an answer which a write has made stale isn't kept.
    const place = cache.placeOf(prepared, credential)
    const limit = parts.vendorLimits.of(prepared, context)
    const traffic = new ProviderTraffic(parts, prepared, credential, deadline, context, idempotency, limit)
    const answer = await (action.pages ? followPages(traffic) : traffic.send(prepared.request))
    if (credential.rejected) await parts.verdicts.accepted(prepared.ref, credential)
    parts.watchAnswer?.(prepared, answer.body)
    const data = shapeAnswer(prepared, answer)
    if (place && action.effect.kind === 'read')
      cache.keep(prepared, credential, place, envelope(data, 'HIT'), action.effect.ttlMs)
    return data
  }

  return {
    call,
    async admit(context) {
      try {
        return await admit(parts, context)
      } catch (error) {
        throw await recordFailure(auditLog, context, error)
      }
    },
  }
}
