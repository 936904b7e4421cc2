import type { IsoTime } from '../../time.ts'

/** The newest result of a job, e.g. `health` or `jobs/retention`. A snapshot holds no secret. */
export interface SnapshotRecord {
  readonly name: string
  readonly at: IsoTime
  /** JSON text. */
  readonly value: string
}

export interface Snapshots {
  /** Replaces the snapshot with the same name. */
  put(snapshot: SnapshotRecord): Promise<void>
  get(name: string): Promise<SnapshotRecord | undefined>
}
