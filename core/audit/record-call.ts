import { accountKey, type CallContext, isBillable } from '../context/index.ts'
import { asGatewayError, callerHungUp, type GatewayError } from '../errors.ts'
import type { AuditLog } from './audit-log.ts'

/** The members of a call's log line. */
export const buildLogFields = (context: CallContext): Readonly<Record<string, unknown>> => ({
  tenant: context.tenantId,
  key: accountKey(context),
  action: context.action,
  cache: context.cache,
  reason: context.reason,
})

/** Releases the reservation of a call that isn't billed. If that fails, the quota corrects itself from the audit log later. */
const releaseUnbilled = async (context: CallContext): Promise<void> => {
  if (!isBillable(context)) await context.reservation?.release().catch(() => undefined)
}

/** The error with the call's limit headers and log line. */
export const addCallContext = (context: CallContext, error: GatewayError): GatewayError =>
  error.with({ headers: { ...context.limits, ...error.extras.headers }, log: buildLogFields(context) })

/** Records a failed call in the audit log, and returns the error to throw. */
export const recordFailure = async (
  auditLog: AuditLog,
  context: CallContext,
  thrown: unknown,
): Promise<GatewayError> => {
  const { source, arrival } = context
  // A body that ends half-way means that the caller hung up, whatever error the reader threw.
  const error = arrival.signal.aborted ? callerHungUp() : asGatewayError(thrown)
  const { code, status, reason } = error
  context.reason = reason
  if (context.tokenId === undefined) auditLog.refused({ ip: arrival.ip, source, code, status, reason })
  else {
    await releaseUnbilled(context)
    await auditLog.recordCall(context, status, code)
  }
  return addCallContext(context, error)
}
