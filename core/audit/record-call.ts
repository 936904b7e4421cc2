import type { CallContext, Caller } from '../context/index.ts'
import { asGatewayError, callerHungUp, type GatewayError } from '../errors.ts'
import type { AuditLog } from './audit-log.ts'

/** What a call's log line says. */
export const logOf = ({ tenant, key, action, cache }: CallContext): Readonly<Record<string, unknown>> => ({
  tenant,
  key,
  action,
  cache,
})

/** The quota finds out by itself, from the log, what could not be given back. */
const release = async (trail: CallContext): Promise<void> => {
  await trail.reservation?.release().catch(() => undefined)
}

/** Step 12: the call's audit entry, durable before the answer leaves. A call that nobody answered is not billed. */
export const record = async (
  auditLog: AuditLog,
  caller: Caller,
  trail: CallContext,
  outcome: { status: number; code: string | null },
): Promise<void> => {
  const billable = trail.answered === true || trail.cache === 'HIT'
  if (!billable) await release(trail)
  await auditLog.record({
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
    cache: trail.cache ?? null,
    bytes: trail.bytes ?? 0,
    billable,
  })
}

/** The error with the headers and the log line that every call has. */
export const failureOf = (trail: CallContext, error: GatewayError): GatewayError =>
  error.with({ headers: { ...trail.limits, ...error.extras.headers }, log: logOf(trail) })

/** Audits a call that failed and answers the error to throw. */
export const recordFailure = async (
  auditLog: AuditLog,
  caller: Caller,
  trail: CallContext,
  thrown: unknown,
): Promise<GatewayError> => {
  // A body that breaks off in mid-way is the caller's hang-up, whatever the reader made of it.
  const error = caller.hangUp.aborted ? callerHungUp() : asGatewayError(thrown)
  const { code, status } = error
  if (trail.tokenId === undefined) auditLog.refused({ ip: caller.ip, source: caller.source, code, status })
  else await record(auditLog, caller, trail, { status, code })
  return failureOf(trail, error)
}
