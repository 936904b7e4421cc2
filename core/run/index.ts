import type { Refresher } from '../refresh/index.ts'
import type { Domain } from '../schema/index.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { AuditLog } from './audit-log.ts'
import { authorize, findTenant } from './authorize.ts'
import { cachedAnswer, keepAnswer, slotFor } from './cached.ts'
import { callProvider, type Data, type ProviderAccess, type ProviderCall } from './call-provider.ts'
import type { CallAnswer, CallRequest, Trail } from './call-request.ts'
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

export { type AnswerCache, type CacheBounds, createAnswerCache } from './answer-cache.ts'
export { type AuditLog, createAuditLog, type NewAuditEntry, type Refusal } from './audit-log.ts'
export { hashToken } from './authorize.ts'
export type { CacheState, CallAnswer, CallRequest, Trail } from './call-request.ts'
export { createDeadlines, type Deadlines } from './deadline.ts'
export { createKnown, type Known } from './known.ts'
export { createLimits, type LimitRules, type Limits } from './limits.ts'

export interface RunParts extends ProviderAccess {
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly known: Known
  readonly refresher: Refresher
  readonly limits: Limits
  readonly cache: AnswerCache
  readonly auditLog: AuditLog
  readonly deadlines: Deadlines
}

/** One call from start to end. Rejects with GatewayError only; every outcome is recorded first. */
export type Run = (request: CallRequest) => Promise<CallAnswer>

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
  const steps = async (request: CallRequest, trail: Trail): Promise<Omit<CallAnswer, 'trail' | 'headers'>> => {
    const deadline = parts.deadlines.start(request.hangUp)
    try {
      trail.limits = await parts.limits.call(request.ip)
      await authorize(parts, request, trail)
      const tenant = await findTenant(parts.known, request.tenant)
      trail.key = request.domain.slice(0, 64)
      const { domain, entry } = chooseDomain(parts.domains, tenant, request.domain)
      const input = readInput(domain, await deadline.race(request.body()), trail)
      const account = chooseAccount(request.domain, entry, input.accountId)
      trail.key = `${request.domain}/${account.id}`
      const first = input.action.call(input.params, { settings: account.settings ?? {} })
      checkRawAllowed(tenant, input.name)

      const ref = { tenant: tenant.id, provider: request.domain, account: account.id }
      const stored = await parts.known.credential(ref)
      const slot = slotFor(parts.cache, ref, account, input, stored)
      trail.cache = slot && !request.noCache ? 'MISS' : 'BYPASS'
      const hit = slot && !request.noCache ? cachedAnswer(parts.cache, slot, trail) : undefined
      if (hit) return hit

      parts.auditLog.assertWritable()
      const credential = await findCredential(parts.refresher, stored, ref, deadline)
      const call = { domain, account, input, first, credential, deadline }
      const send = (call: ProviderCall) => callAndMoveOn(parts, `${tenant.id}/${request.domain}/${account.id}`, call)
      const { data, used } = await onceMoreWhenRefused(parts.refresher, ref, call, send)
      const kept = used === stored ? slot : slotFor(parts.cache, ref, account, input, used)
      if (kept) keepAnswer(parts.cache, kept, input.action, data)
      return { status: data.status, envelope: envelope(data, trail.cache) }
    } finally {
      deadline.clear()
    }
  }

  return async (request) => {
    const trail: Trail = { startedAt: performance.now() }
    try {
      const answer = await steps(request, trail)
      await record(parts.auditLog, request, trail, { status: answer.status, code: null })
      return { ...answer, headers: trail.limits, trail }
    } catch (error) {
      throw await recordFailure(parts.auditLog, request, trail, error)
    }
  }
}
