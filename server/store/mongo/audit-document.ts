import type { AuditEntry } from '@patchbay/core/store'

export interface AuditDocument extends Omit<AuditEntry, 'id'> {
  readonly _id: string
}
