import {
  type ContinuationRecord,
  type Continuations,
  continuationBounds,
  continuationOverhead,
} from '@patchbay/core/store'

interface ContinuationEntry {
  readonly record: ContinuationRecord
  /** Unix milliseconds. */
  readonly expiresAt: number
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

  const makeRoom = (newest: ContinuationRecord, now: number): void => {
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

  const keep = (record: ContinuationRecord, now: number): void => {
    entries.delete(record.id)
    entries.set(record.id, { record, expiresAt: now + continuationBounds.lifeMs })
  }

  return {
    put(record, now) {
      keep(record, now.getTime())
      makeRoom(record, now.getTime())
    },
    use(tenant, id, now) {
      const { record, expiresAt = 0 } = entries.get(id) ?? {}
      if (record?.tenant !== tenant || expiresAt <= now.getTime()) return undefined
      keep(record, now.getTime())
      return record
    },
    forget(tenant) {
      for (const [id, { record }] of entries) if (record.tenant === tenant) entries.delete(id)
    },
  }
}
