/** The newest of what a job leaves behind, e.g. `health` or `jobs/retention`. It holds no secret. */
export interface SnapshotRecord {
  readonly name: string
  /** ISO 8601, UTC. */
  readonly at: string
  /** JSON text. */
  readonly value: string
}

export interface Snapshots {
  /** In the place of the one with this name. */
  put(snapshot: SnapshotRecord): Promise<void>
  get(name: string): Promise<SnapshotRecord | undefined>
}
