import type { AdmittedCaller } from '../context/index.ts'
import { elapsedMs } from '../elapsed-ms.ts'
import { asGatewayError } from '../errors.ts'
import type { ActBesideCalls } from '../store/index.ts'
import type { AuditLog } from './audit-log.ts'

/** Records a caller's act other than a call, or the attempt. Throws UNAVAILABLE before the act if it can't be recorded. */
export const recordRequest = async <T>(
  auditLog: Pick<AuditLog, 'record' | 'assertWritable'>,
  { arrival, source, tenant, tokenId }: AdmittedCaller,
  what: { readonly action: ActBesideCalls; readonly key: string },
  work: () => Promise<T>,
): Promise<T> => {
  auditLog.assertWritable()
  const record = (status: number, code: string | null, reason: string | null): Promise<void> =>
    auditLog.record({
      ...what,
      tenant: tenant.id,
      source,
      code,
      status,
      ip: arrival.ip,
      token_id: tokenId,
      request_id: arrival.requestId,
      duration_ms: elapsedMs(arrival.startedAt),
      reason,
    })
  try {
    const result = await work()
    await record(200, null, null)
    return result
  } catch (thrown) {
    const { status, code, reason } = asGatewayError(thrown)
    await record(status, code, reason)
    throw thrown
  }
}
