import type { UnixMs } from '../../time.ts'

/** A code run that stopped at calls which need approval. The sealed state for resuming it is stored separately. */
export interface CodeRunRecord {
  /** A UUID of version 7 (RFC 9562). */
  readonly id: string
  readonly tenant: string
  /** The token that began the run. */
  readonly token_id: string
  /** The grant of that token, whose other access tokens may resume the run, too; `null`: it is a tenant token. */
  readonly grant_id: string | null
  /** The effect of the tool that runs the code. */
  readonly effect: 'read' | 'write'
  /** The run's state. `waiting`: for people, or for its caller after them. `running`: a gateway resumes it. `ended`: its result can be read. */
  readonly state: 'waiting' | 'running' | 'ended'
  /** The gateway that runs it, while it runs. */
  readonly running_by: string | null
  /** The time after which that gateway counts as gone, while it runs. */
  readonly running_until: UnixMs | null
  /** The time of its removal. */
  readonly due_at: UnixMs
  /** The length of the sealed state. */
  readonly bytes: number
  /** The record's version, a new one after each write. */
  readonly version: string
}

export interface CodeRunText {
  readonly id: string
  readonly tenant: string
  readonly sealed: string
}

export const codeRunBounds = {
  /** The most runs of a tenant, and their bytes. */
  ofTenant: 100,
  tenantBytes: 64 * 2 ** 20,
  /** The most bytes of one run, before they are sealed. */
  runBytes: 8 * 2 ** 20,
} as const

/** Code runs that wait for approvals. */
export interface CodeRuns {
  /**
   * Adds a run (version `null`), or replaces one that still has this version. Only a new text counts for the bounds.
   */
  put(version: string | null, next: CodeRunRecord, text?: CodeRunText): Promise<'stored' | 'changed' | 'full'>
  get(id: string): Promise<CodeRunRecord | undefined>
  text(id: string): Promise<CodeRunText | undefined>
  /** Removes runs whose `due_at` has come, at most `limit`, and returns their number. */
  forget(now: UnixMs, limit: number): Promise<number>
  /** Replaces the sealed state by a newly sealed one, unless it was changed meanwhile. */
  reseal(text: CodeRunText, sealed: string): Promise<boolean>
}
