import {
  type ContinuationRecord,
  type Continuations,
  continuationBounds,
  continuationOverhead,
} from '@patchbay/core/store'
import { msOf, shiftTime, type UnixMs } from '@patchbay/core/time'

interface ContinuationEntry {
  readonly record: ContinuationRecord
  readonly expiresAt: UnixMs
}

export interface MemoryContinuations extends Continuations {
  /** Drops the continuations of a removed tenant. */
  forget(tenant: string): void
}

const mostBytes = 64 * 2 ** 20

/** Continuations in memory: the embedded store belongs to one process, and continuations last only ten minutes. */
export const memoryContinuations = (totalBytes = mostBytes): MemoryContinuations => {
  /** The least recently used come first. */
  const entries = new Map<string, ContinuationEntry>()

  const makeRoom = (newest: ContinuationRecord, now: UnixMs): void => {
    let [total, ofTenant] = [0, 0]
    for (const [id, { record, expiresAt }] of [...entries].reverse()) {
      const size = record.sealed.length + continuationOverhead
      const isOwn = record.tenant === newest.tenant
      total += size
      if (isOwn) ofTenant += size
      const isOver = total > totalBytes || (isOwn && ofTenant > continuationBounds.tenantBytes)
      if (id !== newest.id && (isOver || expiresAt <= now)) entries.delete(id)
    }
  }

  const keep = (record: ContinuationRecord, now: UnixMs): void => {
    entries.delete(record.id)
    entries.set(record.id, { record, expiresAt: shiftTime(now, continuationBounds.lifeMs) })
  }

  return {
    put(record, now) {
      keep(record, msOf(now))
      makeRoom(record, msOf(now))
    },
    use(tenant, id, now) {
      const { record, expiresAt = 0 } = entries.get(id) ?? {}
      if (record?.tenant !== tenant || expiresAt <= msOf(now)) return undefined
      keep(record, msOf(now))
      return record
    },
    forget(tenant) {
      for (const [id, { record }] of entries) if (record.tenant === tenant) entries.delete(id)
    },
  }
}
