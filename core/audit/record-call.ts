import { accountKey, type CallRecord } from '../context/index.ts'
import { asGatewayError, callerHungUp, type GatewayError } from '../errors.ts'
import type { AuditLog } from './audit-log.ts'

/** The members of a call's log line. */
export const buildLogFields = (record: CallRecord): Readonly<Record<string, unknown>> => ({
  tenant: record.tenantId,
  key: accountKey(record),
  action: record.action,
  cache: record.cache,
  reason: record.reason,
})

/** The error with the call's limit headers and log line. */
export const addCallContext = (record: CallRecord, error: GatewayError): GatewayError =>
  error.with({ headers: { ...record.limits, ...error.extras.headers }, log: buildLogFields(record) })

/** Records a failed call in the audit log, and returns the error to throw. */
export const recordFailure = async (auditLog: AuditLog, record: CallRecord, thrown: unknown): Promise<GatewayError> => {
  const { source, arrival } = record
  // A body that ends half-way means that the caller hung up, whatever error the reader threw.
  const error = arrival.signal.aborted ? callerHungUp() : asGatewayError(thrown)
  const { code, status, reason } = error
  record.reason = reason
  if (record.tokenId === undefined) auditLog.refused({ ip: arrival.ip, source, code, status, reason })
  else await auditLog.recordCall(record, status, code)
  return addCallContext(record, error)
}
