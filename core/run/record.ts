import { GatewayError } from '../errors.ts'
import type { AuditLog } from './audit-log.ts'
import type { CallRequest, Trail } from './call-request.ts'

/** Step 12: the call's audit entry, durable before the answer leaves. */
export const record = (
  auditLog: AuditLog,
  request: CallRequest,
  trail: Trail,
  outcome: { status: number; code: string | null },
): Promise<void> =>
  auditLog.record({
    tenant: trail.tenant ?? null,
    action: trail.action ?? null,
    source: request.source,
    key: trail.key ?? null,
    outcome: outcome.code === null ? 'ok' : 'error',
    code: outcome.code,
    status: outcome.status,
    ip: request.ip,
    token_id: trail.tokenId ?? null,
    request_id: request.requestId,
    duration_ms: Math.round((performance.now() - trail.startedAt) * 100) / 100,
  })

/** What is thrown by a bug is no caller's business: it goes to the log by way of `cause`. */
const asGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError
    ? error
    : new GatewayError('INTERNAL_ERROR', 'Something went wrong inside of the gateway', { cause: error })

/** Audits a call that failed and answers the error to throw, with the rate-limit headers that every answer carries. */
export const recordFailure = async (
  auditLog: AuditLog,
  request: CallRequest,
  trail: Trail,
  thrown: unknown,
): Promise<GatewayError> => {
  const error = asGatewayError(thrown)
  const { code, status, message, extras } = error
  if (trail.tokenId === undefined) auditLog.refused({ ip: request.ip, source: request.source, code, status })
  else await record(auditLog, request, trail, { status, code })
  if (!trail.limits) return error
  return new GatewayError(code, message, {
    ...extras,
    headers: { ...trail.limits, ...extras.headers },
    cause: error.cause,
    status,
  })
}
