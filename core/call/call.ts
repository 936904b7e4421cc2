import {
  authenticate,
  findTenant,
  type Limits,
  nearest,
  type ReserveQuota,
  type StoreCache,
} from '../admission/index.ts'
import { type AuditLog, failureOf, record, recordFailure } from '../audit/index.ts'
import { cacheEntryFor, type RequestMemo } from '../cache/index.ts'
import {
  type Admission,
  type Answer,
  type CallAnswer,
  type CallContext,
  type Caller,
  type CallRequest,
  chooseDomain,
  type Deadline,
  type Deadlines,
  envelope,
} from '../context/index.ts'
import type { Domain } from '../schema/index.ts'
import type { TenantRecord } from '../store/index.ts'
import { checkIdempotencyKey } from '../upstream/index.ts'
import { type AskingParts, askProvider } from './ask-provider.ts'
import { findCredential } from './find-credential.ts'
import { prepare } from './prepare.ts'

export interface CallParts extends AskingParts {
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly known: StoreCache
  readonly limits: Limits
  readonly repeats: RequestMemo
  readonly auditLog: AuditLog
  readonly deadlines: Deadlines
  readonly reserve: ReserveQuota
}

/** The call path. Both reject with GatewayError only; every outcome is recorded first. */
export interface Calls {
  /** Steps 2 to 4: the address, the token and its tenant, and the limits of these. Once for each HTTP request. */
  admit(caller: Caller): Promise<Admission>
  /** Steps 5 to 13: one call of a caller who was admitted. */
  call(admission: Admission, request: CallRequest): Promise<CallAnswer>
}

/** The key of a domain that isn't registered: a caller's text never looks like a key of ours. */
const unknownDomain = 'unknown'

/** The call path (decisions, "The order of checks"): REST and MCP run the same steps in this order. */
export const createCalls = (parts: CallParts): Calls => {
  /** Steps 5 to 7, or what is known of a call that came before. */
  const read = async (tenant: TenantRecord, request: CallRequest, deadline: Deadline, trail: CallContext) => {
    trail.key = parts.domains.has(request.domain) ? request.domain : unknownDomain
    const chosen = chooseDomain(parts.domains, tenant, request.domain)
    const body = await deadline.race(request.body())
    const repeat = body.text === undefined ? undefined : parts.repeats.find(tenant, request.domain, body.text)
    const prepared = repeat?.prepared ?? prepare(tenant, chosen, body.parse(), trail)
    trail.action = prepared.input.name
    trail.key = `${prepared.ref.provider}/${prepared.ref.account}`
    checkIdempotencyKey(prepared.input.action, request.idempotencyKey)
    return { prepared, text: body.text, earlier: repeat?.kept }
  }

  const answered = async (
    tenant: TenantRecord,
    request: CallRequest,
    deadline: Deadline,
    trail: CallContext,
  ): Promise<Answer> => {
    const { prepared, text, earlier } = await read(tenant, request, deadline, trail)
    trail.reservation = await parts.reserve(tenant.id)
    parts.auditLog.assertWritable()

    const stored = await parts.known.credential(prepared.ref)
    const replayed = request.replay?.()
    if (replayed) {
      await findCredential(parts.refresher, stored, prepared.ref, deadline)
      trail.cache = 'HIT'
      return envelope(replayed, 'HIT')
    }
    const kept = cacheEntryFor(parts.cache, prepared, stored, earlier)
    const cached = kept && !request.noCache ? parts.cache.read(kept.slot) : undefined
    if (kept && cached) {
      trail.cache = 'HIT'
      if (text !== undefined && kept !== earlier) parts.repeats.keep(tenant, request.domain, text, { prepared, kept })
      return cached
    }
    trail.cache = kept && !request.noCache ? 'MISS' : 'BYPASS'
    const { idempotencyKey } = request
    return envelope(await askProvider(parts, { prepared, stored, kept, idempotencyKey, deadline }, trail), trail.cache)
  }

  return {
    async admit(caller) {
      const trail: CallContext = { startedAt: performance.now() }
      try {
        const standing = await parts.limits.call(caller)
        trail.limits = standing?.headers
        const token = await authenticate(parts, caller, trail)
        const tenant = await findTenant(parts.known, token.tenant_id)
        const own = parts.limits.ofCaller(caller.ip, token, tenant)
        if (own) trail.limits = nearest(standing, await own).headers
        return { caller, tenant, tokenId: token.token_id, startedAt: trail.startedAt, limits: trail.limits }
      } catch (error) {
        throw await recordFailure(parts.auditLog, caller, trail, error)
      }
    },
    async call(admission, request) {
      const { caller, tenant, tokenId, startedAt, limits } = admission
      const trail: CallContext = { startedAt, tenant: tenant.id, tokenId, limits }
      const deadline = parts.deadlines.start(caller.hangUp, startedAt)
      let answer: CallAnswer
      try {
        const { status, envelope, bytes } = await answered(tenant, request, deadline, trail)
        if (deadline.expired) throw deadline.expired
        trail.bytes = bytes
        await record(parts.auditLog, caller, trail, { status, code: null })
        answer = { status, envelope, bytes, headers: limits, trail }
      } catch (error) {
        throw await recordFailure(parts.auditLog, caller, trail, error)
      } finally {
        deadline.clear()
      }
      // The disk may have stood still: the audit entry keeps the provider's answer, but the caller is told that it came too late.
      if (deadline.expired) throw failureOf(trail, deadline.expired)
      return answer
    },
  }
}
