import type { AuditEntry } from '@patchbay/core/store'

type LateMember = 'reason' | 'tries'

/** Documents that were written before the last members came lack them. */
export interface AuditDocument extends Omit<AuditEntry, 'id' | LateMember>, Partial<Pick<AuditEntry, LateMember>> {
  readonly _id: string
}
