import type { Audit } from './entries.ts'
import type { RollUps } from './roll-ups.ts'

/** The half of the audit log and of its sums that reads. A store may have several: for bills and lists, and for reads that may lag. */
export interface AuditReader {
  readonly audit: Pick<Audit, 'query' | 'tally' | 'groups'>
  readonly rollUps: Pick<RollUps, 'state' | 'get' | 'between' | 'late'>
}
