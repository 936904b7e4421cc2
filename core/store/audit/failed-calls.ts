import type { UnixMs } from '../../time.ts'

/** The request and the answer of a call that failed, of a tenant with `keep_failed`. */
export interface FailedCallRecord {
  /** The id of the call's audit entry. */
  readonly id: string
  readonly tenant: string
  readonly sealed: string
  /** The time of its removal. */
  readonly due_at: UnixMs
}

/** Failed calls that are kept for a day. They aren't moved to another store. */
export interface FailedCalls {
  /** Adds a call. Beyond `most` calls of its tenant the oldest are removed. */
  add(record: FailedCallRecord, most: number): Promise<void>
  get(id: string): Promise<FailedCallRecord | undefined>
  /** Removes calls whose `due_at` has come, at most `limit`, and returns their number. */
  forget(now: UnixMs, limit: number): Promise<number>
}
