import type { AuditEntry, AuditExtra } from '@patchbay/core/store'

type LateMember = 'reason' | 'tries' | AuditExtra

/** Documents that were written before `reason` and `tries` came lack them; the last members are left out where they are `null`. */
export interface AuditDocument extends Omit<AuditEntry, 'id' | LateMember>, Partial<Pick<AuditEntry, LateMember>> {
  readonly _id: string
}
