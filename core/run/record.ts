import { asGatewayError, GatewayError } from '../errors.ts'
import type { AuditLog } from './audit-log.ts'
import type { Caller, Trail } from './call-request.ts'

/** Step 12: the call's audit entry, durable before the answer leaves. */
export const record = (
  auditLog: AuditLog,
  caller: Caller,
  trail: Trail,
  outcome: { status: number; code: string | null },
): Promise<void> =>
  auditLog.record({
    tenant: trail.tenant ?? null,
    action: trail.action ?? null,
    source: caller.source,
    key: trail.key ?? null,
    outcome: outcome.code === null ? 'ok' : 'error',
    code: outcome.code,
    status: outcome.status,
    ip: caller.ip,
    token_id: trail.tokenId ?? null,
    request_id: caller.requestId,
    duration_ms: Math.round((performance.now() - trail.startedAt) * 100) / 100,
  })

/** Audits a call that failed and answers the error to throw, with the rate-limit headers that every answer carries. */
export const recordFailure = async (
  auditLog: AuditLog,
  caller: Caller,
  trail: Trail,
  thrown: unknown,
): Promise<GatewayError> => {
  // A body that breaks off in mid-way is the caller's hang-up, whatever the reader made of it.
  const error = caller.hangUp.aborted ? new GatewayError('CLIENT_CLOSED', 'The caller hung up') : asGatewayError(thrown)
  const { code, status, message, extras } = error
  if (trail.tokenId === undefined) auditLog.refused({ ip: caller.ip, source: caller.source, code, status })
  else await record(auditLog, caller, trail, { status, code })
  if (!trail.limits) return error
  return new GatewayError(code, message, {
    ...extras,
    headers: { ...trail.limits, ...extras.headers },
    cause: error.cause,
    status,
  })
}
