import { accountKey, type CallContext, isBillable } from '../context/index.ts'
import { asGatewayError, callerHungUp, type GatewayError } from '../errors.ts'
import type { AuditLog } from './audit-log.ts'

/** What a call's log line says. */
export const logOf = (context: CallContext): Readonly<Record<string, unknown>> => ({
  tenant: context.tenantId,
  key: accountKey(context),
  action: context.action,
  cache: context.cache,
})

/** What is not on the bill is given back to the quota, which finds out by itself, from the log, what could not be given back. */
const giveBack = async (context: CallContext): Promise<void> => {
  if (!isBillable(context)) await context.reservation?.release().catch(() => undefined)
}

/** The error with the headers and the log line that every call has. */
export const failureOf = (context: CallContext, error: GatewayError): GatewayError =>
  error.with({ headers: { ...context.limits, ...error.extras.headers }, log: logOf(context) })

/** Audits a call that failed and answers the error to throw. */
export const recordFailure = async (
  auditLog: AuditLog,
  context: CallContext,
  thrown: unknown,
): Promise<GatewayError> => {
  const { source, arrival } = context
  // A body that breaks off in mid-way is the caller's hang-up, whatever the reader made of it.
  const error = arrival.signal.aborted ? callerHungUp() : asGatewayError(thrown)
  const { code, status } = error
  if (context.tokenId === undefined) auditLog.refused({ ip: arrival.ip, source, code, status })
  else {
    await giveBack(context)
    await auditLog.recordCall(context, status, code)
  }
  return failureOf(context, error)
}
