import { type AuditLog, recordRequest } from '../audit/index.ts'
import type { AdmittedCaller } from '../context/index.ts'

/** Records an act on an approval, or the attempt. */
export const recordWord = <T>(
  auditLog: Pick<AuditLog, 'record' | 'assertWritable'>,
  caller: AdmittedCaller,
  { action, id }: { readonly action: 'withdraw_approval' | 'decide_approval' | 'decide_run'; readonly id: string },
  work: () => Promise<T>,
): Promise<T> => recordRequest(auditLog, caller, { action, key: `approvals/${id.slice(0, 100)}` }, work)
