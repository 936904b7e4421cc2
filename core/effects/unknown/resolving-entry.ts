import { type AuditEntry, buildAuditEntry, hashToken, momentOfEntry, type Resolution } from '../../store/index.ts'

type Resolved = Pick<AuditEntry, 'id' | 'at' | 'tenant' | 'action' | 'key' | 'token_id' | 'request_id'>

export interface EffectFinding {
  readonly as: Resolution
  readonly source: 'admin' | 'job'
  /** The evidence, in words. */
  readonly reason: string
  /** The status of the vendor's answer; 200 where there was none. */
  readonly status?: number
  /** The vendor's answer, sealed for the key that the call took. */
  readonly sealedAnswer?: string | null
}

/** The id of the entry that resolves a call. It has the call's own time and is the same for everyone, so that a call is resolved once. */
export const resolvingId = (id: string): string => {
  const hash = hashToken(`resolves ${id}`)
  return `${id.slice(0, 13)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

/**
 * The entry with the outcome of a call that had ended unknown. It has the call's own time, so that it lies beside the call, is removed
 * with it, and is billed in the call's month.
 */
export const buildResolvingEntry = (
  { id, tenant, action, key, token_id, request_id }: Resolved,
  { as, source, reason, status = 200 }: EffectFinding,
): AuditEntry =>
  buildAuditEntry(
    {
      tenant,
      action,
      source,
      key,
      token_id,
      request_id,
      status,
      billable: as === 'done',
      reason,
      resolves: id,
      resolved_as: as,
    },
    { id: resolvingId(id), at: momentOfEntry(id) },
  )
