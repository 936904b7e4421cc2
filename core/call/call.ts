import { admit, type Limits, type ReserveQuota, type StoreCache } from '../admission/index.ts'
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
import type { Credential, Refresher } from '../refresh/index.ts'
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
import { isAlive, renewExpired, renewRefused } from './credential.ts'
import { chooseDomain, prepare } from './prepare.ts'

export interface CallParts extends ProviderAccess {
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly storeCache: StoreCache
  readonly limits: Limits
  readonly memo: RequestMemo
  readonly cache: AnswerCache
  readonly refresher: Refresher
  readonly auditLog: AuditLog
  readonly deadlines: Deadlines
  readonly reserveQuota: ReserveQuota
}

/** The call path. Both reject with GatewayError only; every outcome is recorded first. */
export interface Calls {
  /** Lets the caller of an HTTP request in that may hold several calls. */
  admit(context: CallContext): Promise<TenantRecord>
  /** One call, of a caller who is let in here if it wasn't before. */
  call(context: CallContext, request: CallRequest): Promise<Answer>
}

/** A call that is about to be sent. */
interface Asking {
  readonly context: CallContext
  readonly prepared: PreparedCall
  readonly deadline: Deadline
  /** One for all tries, also for those under another credential: the vendor carries the call out once. */
  readonly idempotency: IdempotencyHeader | undefined
}

/** The call path (docs/call.md). REST and MCP differ in how they read a request and write an answer, and in nothing else. */
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
      const memoized = text === undefined ? undefined : memo.find(tenant, request.domain, text)
      const prepared = memoized ?? prepare(tenant, chosen, request.parse(text), context)
      context.account = prepared.account.id
      context.action = prepared.name
      checkIdempotencyKey(prepared.action, request.idempotencyKey)

      const reserved = parts.reserveQuota(tenant.id)
      context.reservation = reserved instanceof Promise ? await reserved : reserved
      auditLog.assertWritable()

      const found = storeCache.credential(prepared.ref)
      const stored = found instanceof Promise ? await found : found
      const replayed = request.replay?.()
      const place = replayed || request.noCache || !stored ? undefined : cache.placeOf(prepared, stored)
      const cached = place && cache.read(tenant.id, place)
      if (cached) {
        context.cache = 'HIT'
        answer = cached
        if (text !== undefined && !memoized) memo.keep(tenant, request.domain, text, prepared)
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
      throw await recordFailure(auditLog, context, error)
    } finally {
      deadline.clear()
    }
    // The disk may have stood still: the audit entry keeps the provider's answer, but the caller is told that it came too late.
    if (deadline.expired) throw failureOf(context, deadline.expired)
    return answer
  }

  /** The provider's answer; where it refuses a credential that should be alive, the answer under a new one. */
  const askProvider = async (
    context: CallContext,
    prepared: PreparedCall,
    { idempotencyKey }: CallRequest,
    deadline: Deadline,
    credential: Credential,
  ): Promise<Data> => {
    const { ref, action } = prepared
    const asking = { context, prepared, deadline, idempotency: idempotencyOf(action, idempotencyKey) }
    const isWrite = action.effect.kind === 'write'
    // What was read from the account may be stale from the moment a write begins, and reads go on until it ends.
    if (isWrite) cache.invalidate(ref)
    try {
      return await sendAs(asking, credential)
    } catch (error) {
      return await sendAs(asking, await renewRefused(refresher, ref, credential, deadline, error))
    } finally {
      if (isWrite) cache.invalidate(ref)
    }
  }

  /** All pages of the answer under one credential, each sent with retries (`sendWithRetries`); the whole goes into the cache. */
  const sendAs = async (
    { context, prepared, deadline, idempotency }: Asking,
    credential: Credential,
  ): Promise<Data> => {
    const { action } = prepared
    // Found before the call goes out: an answer that a write has overtaken isn't kept.
    const place = cache.placeOf(prepared, credential)
    const traffic = new ProviderTraffic(parts, prepared, credential, deadline, context, idempotency)
    const answer = await (action.pages ? followPages(traffic) : traffic.send(prepared.request))
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
