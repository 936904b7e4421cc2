import type { UnixMs } from '../../time.ts'

/** A run of code that came to calls which wait for approval. What it takes to go on lies beside it, sealed. */
export interface CodeRunRecord {
  /** A UUID of version 7 (RFC 9562). */
  readonly id: string
  readonly tenant: string
  /** The token that began it. */
  readonly token_id: string
  /** The grant of that token, whose other access tokens may go on with it, too; `null`: it is a tenant token. */
  readonly grant_id: string | null
  /** Of the tool that runs it. */
  readonly effect: 'read' | 'write'
  /** `waiting`: for people, or for its caller after them. `running`: a gateway goes on with it. `ended`: its end can be read. */
  readonly state: 'waiting' | 'running' | 'ended'
  /** While it runs: by which gateway. */
  readonly running_by: string | null
  /** While it runs: by then that gateway is gone. */
  readonly running_until: UnixMs | null
  /** When it is forgotten. */
  readonly due_at: UnixMs
  /** The length of what is sealed. */
  readonly bytes: number
  /** Changes with each change. */
  readonly version: string
}

export interface CodeRunText {
  readonly id: string
  readonly tenant: string
  readonly sealed: string
}

export const codeRunBounds = {
  /** Those of a tenant, and their bytes. */
  ofTenant: 100,
  tenantBytes: 64 * 2 ** 20,
  /** The bytes of one, before they are sealed. */
  runBytes: 8 * 2 ** 20,
} as const

/** Runs of code that wait for approvals. */
export interface CodeRuns {
  /**
   * Adds one, with `null` as its version, or replaces it if it still has this version. For the bounds only a new text counts.
   */
  put(version: string | null, next: CodeRunRecord, text?: CodeRunText): Promise<'stored' | 'changed' | 'full'>
  get(id: string): Promise<CodeRunRecord | undefined>
  text(id: string): Promise<CodeRunText | undefined>
  /** Removes those whose `due_at` has come, at most `limit`, and returns how many. */
  forget(now: UnixMs, limit: number): Promise<number>
  /** Seals again what is sealed, unless it was changed meanwhile. */
  reseal(text: CodeRunText, sealed: string): Promise<boolean>
}
