import type { AuditLog } from '@patchbay/core/audit'
import type { CallContext } from '@patchbay/core/context'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import { asGatewayError } from '@patchbay/core/errors'
import type { NewAuditEntry } from '@patchbay/core/store'

/** Records what a tenant's caller did beside calls, or tried to. Throws UNAVAILABLE before it, where it can't be recorded. */
export const recordRequest = async <T>(
  auditLog: Pick<AuditLog, 'record' | 'assertWritable'>,
  { arrival, tenantId, tokenId }: CallContext,
  what: Pick<NewAuditEntry, 'action' | 'key'>,
  work: () => Promise<T>,
): Promise<T> => {
  auditLog.assertWritable()
  const record = (status: number, code: string | null, reason: string | null): Promise<void> =>
    auditLog.record({
      ...what,
      tenant: tenantId ?? null,
      source: 'rest',
      outcome: code === null ? 'ok' : 'error',
      code,
      status,
      ip: arrival.ip,
      token_id: tokenId ?? null,
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
