import type { Refresher } from '../refresh/index.ts'
import type { Domain } from '../schema/index.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { AuditLog } from './audit-log.ts'
import { authorize, findTenant } from './authorize.ts'
import { checkHeaders } from './build-request.ts'
import { cachedAnswer, keepAnswer, slotFor } from './cached.ts'
import { callProvider, type ProviderAccess, type ProviderCall } from './call-provider.ts'
import type { Admission, CallAnswer, Caller, CallRequest, Data, KeptAnswer, Trail } from './call-request.ts'
import { chooseAccount, chooseDomain } from './choose.ts'
import type { Deadlines } from './deadline.ts'
import { envelope } from './envelope.ts'
import { findCredential } from './find-credential.ts'
import type { Known } from './known.ts'
import type { Limits } from './limits.ts'
import { onceMoreWhenRefused } from './once-more.ts'
import { checkRawAllowed } from './raw.ts'
import { readInput } from './read-input.ts'
import { record, recordFailure } from './record.ts'
import type { Reserve } from './reserve.ts'

export { type AnswerCache, type CacheBounds, createAnswerCache } from './answer-cache.ts'
export { type AuditLog, createAuditLog, type NewAuditEntry, type Refusal } from './audit-log.ts'
export { hashToken } from './authorize.ts'
export type { Admission, CacheState, CallAnswer, Caller, CallRequest, KeptAnswer, Trail } from './call-request.ts'
export { createDeadlines, type Deadlines } from './deadline.ts'
export { createKnown, type Known } from './known.ts'
export { createLimits, type LimitRules, type Limits } from './limits.ts'
export { createProbe, type Probe, type ProbeResult } from './probe.ts'
export { createReserve } from './reserve.ts'

export interface RunParts extends ProviderAccess {
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly known: Known
  readonly refresher: Refresher
  readonly limits: Limits
  readonly cache: AnswerCache
  readonly auditLog: AuditLog
  readonly deadlines: Deadlines
  readonly reserve: Reserve
}

/** The call path. Both reject with GatewayError only; every outcome is recorded first. */
export interface Run {
  /** Steps 2 to 4: the address, the token and its tenant. Once for each HTTP request. */
  admit(caller: Caller): Promise<Admission>
  /** Steps 5 to 13: one call of a caller who was admitted. */
  call(admission: Admission, request: CallRequest): Promise<CallAnswer>
}

/** A write makes what was read from the account stale when it begins and, as reads go on meanwhile, when it ends. */
const callAndMoveOn = async (parts: RunParts, scope: string, call: ProviderCall): Promise<Data> => {
  if (call.input.action.effect.kind === 'read') return callProvider(parts, call)
  parts.cache.moveOn(scope)
  try {
    return await callProvider(parts, call)
  } finally {
    parts.cache.moveOn(scope)
  }
}

/** The call path (decisions, "The order of checks"): REST and MCP run the same steps in this order. */
export const createRun = (parts: RunParts): Run => {
  const admitted = async (caller: Caller, trail: Trail): Promise<Admission> => {
    trail.limits = await parts.limits.call(caller.ip)
    const { tenantId, tokenId } = await authorize(parts, caller, trail)
    const tenant = await findTenant(parts.known, tenantId)
    return { caller, tenant, tokenId, startedAt: trail.startedAt, limits: trail.limits }
  }

  const answered = async ({ caller, tenant }: Admission, request: CallRequest, trail: Trail): Promise<KeptAnswer> => {
    const deadline = parts.deadlines.start(caller.hangUp, trail.startedAt)
    try {
      trail.key = request.domain.slice(0, 64)
      const { domain, entry } = chooseDomain(parts.domains, tenant, request.domain)
      const input = readInput(domain, await deadline.race(request.body()), trail)
      const account = chooseAccount(request.domain, entry, input.accountId)
      trail.key = `${request.domain}/${account.id}`
      const first = input.action.call(input.params, { settings: account.settings ?? {} })
      checkHeaders(first)
      checkRawAllowed(tenant, input.name)
      trail.reservation = await parts.reserve(tenant.id)

      parts.auditLog.assertWritable()
      const ref = { tenant: tenant.id, provider: request.domain, account: account.id }
      const stored = await parts.known.credential(ref)
      const replayed = request.replay?.()
      if (replayed) {
        await findCredential(parts.refresher, stored, ref, deadline)
        trail.cache = 'HIT'
        return envelope(replayed, 'HIT')
      }
      const slot = slotFor(parts.cache, ref, account, input, stored)
      trail.cache = slot && !request.noCache ? 'MISS' : 'BYPASS'
      const hit = slot && !request.noCache ? cachedAnswer(parts.cache, slot, trail) : undefined
      if (hit) return hit

      const credential = await findCredential(parts.refresher, stored, ref, deadline)
      const onAnswer = (): void => {
        trail.answered = true
      }
      const call = { domain, account, input, first, credential, deadline, onAnswer }
      const send = (call: ProviderCall) => callAndMoveOn(parts, `${tenant.id}/${request.domain}/${account.id}`, call)
      const { data, used } = await onceMoreWhenRefused(parts.refresher, ref, call, send)
      const kept = used === stored ? slot : slotFor(parts.cache, ref, account, input, used)
      if (kept) keepAnswer(parts.cache, kept, input.action, data)
      return envelope(data, trail.cache)
    } finally {
      deadline.clear()
    }
  }

  return {
    async admit(caller) {
      const trail: Trail = { startedAt: performance.now() }
      try {
        return await admitted(caller, trail)
      } catch (error) {
        throw await recordFailure(parts.auditLog, caller, trail, error)
      }
    },
    async call(admission, request) {
      const { caller, tenant, tokenId, startedAt, limits } = admission
      const trail: Trail = { startedAt, tenant: tenant.id, tokenId, limits }
      try {
        const answer = await answered(admission, request, trail)
        trail.bytes = answer.bytes
        await record(parts.auditLog, caller, trail, { status: answer.status, code: null })
        const { status, envelope, bytes } = answer
        return { status, envelope, bytes, headers: limits, trail }
      } catch (error) {
        throw await recordFailure(parts.auditLog, caller, trail, error)
      }
    },
  }
}
