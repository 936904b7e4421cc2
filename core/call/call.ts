import {
  type AdmissionLimits,
  countCall,
  identifyCaller,
  type ReserveQuota,
  type StoreCache,
  type VendorQuotas,
} from '../admission/index.ts'
import { type AuditLog, addCallContext, recordFailure } from '../audit/index.ts'
import type { AnswerCache, RequestMemo } from '../cache/index.ts'
import {
  buildEnvelope,
  type CallAnswer,
  type CallContext,
  type CallRequest,
  type Data,
  type Deadline,
  type Deadlines,
  noRepetition,
  type PreparedCall,
} from '../context/index.ts'
import type { CallEffects } from '../effects/index.ts'
import { asGatewayError } from '../errors.ts'
import type { FileAccess, FileShelf } from '../files/index.ts'
import type { Credential, Refresher, Verdicts } from '../refresh/index.ts'
import { type Domain, refuseEnded } from '../schema/index.ts'
import type { TenantRecord } from '../store/index.ts'
import {
  checkIdempotencyKey,
  chooseKey,
  followPages,
  hasPages,
  type ProviderAccess,
  planRequest,
  type RequestPlan,
  send,
  shapeAnswer,
} from '../upstream/index.ts'
import { chooseAnswerToFile } from './answer-to-file.ts'
import { type AskFirstParts, askFirst, assertAsApproved, findAskRule } from './ask-first.ts'
import { attachFiles } from './attach-files.ts'
import { chooseDomain } from './choose-domain.ts'
import { findCredential, isAlive, type OfferConnect, renewExpired, renewRefused, withConnectUrl } from './credential.ts'
import { dryRunReason, showCall } from './dry-run.ts'
import { prepareCall } from './prepare.ts'
import { findAccessKind } from './raw-action.ts'
import { replayAnswer } from './replay.ts'

export interface CallParts extends ProviderAccess {
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly storeCache: StoreCache
  readonly limits: AdmissionLimits
  readonly vendorQuotas: VendorQuotas
  readonly memo: RequestMemo
  readonly cache: AnswerCache
  readonly refresher: Refresher
  readonly verdicts: Verdicts
  readonly auditLog: AuditLog
  readonly effects: CallEffects
  readonly fileShelf: FileShelf
  readonly fileAccess: FileAccess
  readonly asking: AskFirstParts['asking']
  readonly deadlines: Deadlines
  readonly reserveQuota: ReserveQuota
  readonly offerConnect: OfferConnect
  /** Observes providers' answers; `undefined`: nothing observes them. */
  readonly watchAnswer?: WatchAnswer | undefined
}

/** Called with each successful answer of a provider, before any member of it is left out. Must be quick, and must not throw. */
export type WatchAnswer = (prepared: PreparedCall, body: unknown) => void

/** The call path. All methods record a refusal before they return, and reject with GatewayError only. */
export interface Calls {
  /** Admits the caller of an HTTP request that may hold several calls. */
  identify(context: CallContext): Promise<TenantRecord>
  /** Counts what an admitted caller asks for and `call` doesn't run: a list, a description, a call that can't be read. */
  count(context: CallContext, asked: 'call' | 'lookup'): Promise<void>
  /** Runs one call, and admits its caller first unless `identify` did. */
  call<Body>(context: CallContext, request: CallRequest<Body>): Promise<CallAnswer>
}

/** A call that is about to be sent. */
interface Sending {
  readonly context: CallContext
  readonly prepared: PreparedCall
  readonly deadline: Deadline
  /** The same for all tries, under any credential, so that the vendor carries the call out once. */
  readonly idempotencyKey: string | undefined
}

/** The call path (docs/call.md). REST and MCP differ only in how they read a request and write an answer. */
export const createCalls = (parts: CallParts): Calls => {
  const { storeCache, cache, memo, refresher, auditLog, effects } = parts

  // Each step writes its result into the context. It returns a promise only when it has to wait: once the body is read, a cached
  // answer waits only for its audit entry.
  const call = async <Body>(
    context: CallContext,
    request: CallRequest<Body>,
    deadline: Deadline,
  ): Promise<CallAnswer> => {
    let answer: CallAnswer
    try {
      const identified = context.tenant ?? identifyCaller(parts, context)
      const tenant = identified instanceof Promise ? await identified : identified
      // An approved call was counted when it asked.
      const counted = context.approved ? undefined : countCall(parts, context, 'call')
      if (counted instanceof Promise) await counted

      const chosen = chooseDomain(parts.domains, tenant, request.domain, context)
      const body = await deadline.orTimeout(request.read())
      const text = request.asText(body)
      const noCache = request.noCache(body)
      const memoized = text === undefined ? undefined : memo.find(tenant, context.access, request.domain, text)
      const checked = memoized ?? prepareCall(tenant, chosen, request.parse(body), context)
      context.account = checked.account.id
      context.action = checked.name
      if (memoized) refuseEnded(chosen.domain.source, checked.name, '/action')
      context.access.assert(checked.ref.provider, checked.name, findAccessKind(checked), checked.ref.account)
      const attached = attachFiles(parts, context, checked)
      const prepared = attached instanceof Promise ? await attached : attached
      const isWrite = prepared.action.effect.kind === 'write'
      const asked = isWrite ? request.repetition(body) : noRepetition
      checkIdempotencyKey(asked.idempotencyKey)
      const replayed = request.replay?.(body)
      const asksBy = prepared.dryRun || replayed ? undefined : findAskRule(parts, context, prepared, asked)
      const rule = asksBy instanceof Promise ? await asksBy : asksBy

      const reserved = parts.reserveQuota(tenant.id, prepared.dryRun || rule !== undefined)
      context.reservation = reserved instanceof Promise ? await reserved : reserved
      auditLog.assertWritable()

      const found = findCredential(storeCache, prepared.domain.provider, prepared.ref)
      const stored = found instanceof Promise ? await found : found
      context.handoverId = stored?.handoverId ?? null
      const isCacheable = stored && !rule && !replayed && !noCache && !prepared.dryRun
      const place = isCacheable ? cache.buildEntryKey(prepared, stored) : undefined
      const cached = place && cache.read(tenant.id, place)
      if (prepared.dryRun) {
        context.cache = 'BYPASS'
        context.reason = dryRunReason
        const data = replayed ?? (await showCall(parts, prepared, asked.idempotencyKey, stored))
        answer = buildEnvelope(data, context.cache)
      } else if (rule) {
        context.cache = 'BYPASS'
        answer = buildEnvelope(await askFirst(parts, context, prepared, { rule, asked, stored }), context.cache)
      } else if (cached) {
        context.cache = 'HIT'
        answer = cached
        if (text !== undefined && !memoized) memo.keep(tenant, context.access, request.domain, text, prepared)
      } else {
        if (!replayed) context.cache = noCache || !prepared.cacheKey ? 'BYPASS' : 'MISS'
        const credential = isAlive(stored) ? stored : await renewExpired(refresher, stored, prepared.ref, deadline)
        context.handoverId = credential.handoverId ?? null
        if (replayed) context.cache = 'HIT'
        if (context.approved) await assertAsApproved(parts, context.approved, prepared, credential, asked)
        if (deadline.expired) throw deadline.expired
        const isOpened = isWrite || context.approved !== undefined
        const kept = isOpened && !replayed ? await effects.open(context, prepared, asked) : undefined
        const data =
          replayed ??
          (kept
            ? await replayAnswer(context, prepared, kept)
            : await askProvider(context, prepared, asked.idempotencyKey, deadline, credential))
        request.answered?.(data)
        answer = buildEnvelope(data, context.cache ?? 'BYPASS')
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
    if (deadline.expired) throw addCallContext(context, deadline.expired)
    return answer
  }

  /** Whatever a call waits for, its caller is answered by its deadline. What goes on then sends nothing any more, and is recorded. */
  const callInTime = async <Body>(context: CallContext, request: CallRequest<Body>): Promise<CallAnswer> => {
    const deadline = parts.deadlines.start(context.arrival)
    const calling = call(context, request, deadline)
    try {
      return await deadline.orLate(calling)
    } catch (error) {
      const { expired } = deadline
      throw expired && error === expired ? addCallContext(context, expired) : error
    }
  }

  /** Sends the call. If the provider refuses a credential that should be valid, the call is sent again under a new one. */
  const askProvider = async (
    context: CallContext,
    prepared: PreparedCall,
    idempotencyKey: string | undefined,
    deadline: Deadline,
    credential: Credential,
  ): Promise<Data> => {
    const { ref, action } = prepared
    // The vendor gets a key for each write that takes one: ours where the caller has none.
    const key = chooseKey(action, idempotencyKey ?? context.approvalId ?? context.write?.id)
    const sending = { context, prepared, deadline, idempotencyKey: key }
    const isWrite = action.effect.kind === 'write'
    // Cached answers may be stale as soon as a write begins, and so may answers that are read before it ends.
    if (isWrite) cache.invalidate(ref)
    try {
      return await sendAs(sending, credential)
    } catch (error) {
      const fresh = await renewRefused(parts, ref, credential, deadline, error)
      // What people approved, and a key, is for the account as it was.
      const isBound = context.approved !== undefined || idempotencyKey !== undefined
      if (isBound && fresh.handoverId !== credential.handoverId) throw error
      return await sendAs(sending, fresh)
    } finally {
      if (isWrite) cache.invalidate(ref)
    }
  }

  /** Sends the call under one credential, follows its pages, and caches the whole answer. Each request is sent with retries. */
  const sendAs = async (
    { context, prepared, deadline, idempotencyKey }: Sending,
    credential: Credential,
  ): Promise<Data> => {
    const { action } = prepared
    // Looked up before the call is sent, so that an answer that a write has made stale isn't cached.
    const place = cache.buildEntryKey(prepared, credential)
    const plan = planRequest(parts, prepared, credential, idempotencyKey)
    const vendorQuota = parts.vendorQuotas.find(prepared, context)
    const toFile = chooseAnswerToFile(parts.fileShelf, context, prepared)
    const sending = { fetcher: parts.fetcher, deadline, vendorQuota, record: context, toFile, write: context.write }
    const sendPage = (page: RequestPlan) => send(page, sending)
    const answer = await (hasPages(plan) ? followPages(plan, sendPage) : sendPage(plan))
    if (credential.rejected) await parts.verdicts.accepted(prepared.ref, credential)
    parts.watchAnswer?.(prepared, answer.body)
    context.write?.answered(answer)
    const data = shapeAnswer(prepared, answer)
    if (place && action.effect.kind === 'read')
      cache.keep(prepared, credential, place, buildEnvelope(data, 'HIT'), action.effect.ttlMs)
    return data
  }

  return {
    call: callInTime,
    async identify(context) {
      try {
        return await identifyCaller(parts, context)
      } catch (error) {
        throw await recordFailure(auditLog, context, error)
      }
    },
    async count(context, asked) {
      try {
        await countCall(parts, context, asked)
      } catch (thrown) {
        const error = asGatewayError(thrown)
        const { code, status, reason } = error
        // No call was refused, so it isn't an entry of its own.
        auditLog.refused({ ip: context.arrival.ip, source: context.source, code, status, reason })
        throw addCallContext(context, error)
      }
    },
  }
}
