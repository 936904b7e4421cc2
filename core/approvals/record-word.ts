import type { AuditLog } from '../audit/index.ts'
import type { CallContext } from '../context/index.ts'
import { elapsedMs } from '../elapsed-ms.ts'
import { asGatewayError } from '../errors.ts'

/** Records what somebody did with an approval, or tried to. */
export const recordWord = async <T>(
  auditLog: Pick<AuditLog, 'record' | 'assertWritable'>,
  { arrival, tenantId, tokenId, source }: CallContext,
  { action, approvalId }: { readonly action: 'withdraw_approval' | 'decide_approval'; readonly approvalId: string },
  work: () => Promise<T>,
): Promise<T> => {
  auditLog.assertWritable()
  const record = (status: number, code: string | null, reason: string | null): Promise<void> =>
    auditLog.record({
      tenant: tenantId ?? null,
      action,
      source,
      key: `approvals/${approvalId.slice(0, 100)}`,
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
