import type { ProbeResult } from '@patchbay/core/call'
import type { TokenState } from '@patchbay/core/refresh'
import type { AccountRef, Snapshots, StorePart } from '@patchbay/core/store'
import type { ProcessHealth } from './process-health.ts'

/** An account's last probe. */
export interface ProbeState extends ProbeResult {
  /** ISO 8601, UTC. */
  readonly at: string
  /** How often it failed in a row. */
  readonly failures: number
  /** Not before this: ISO 8601, UTC. */
  readonly next_at: string
  /** Of the credential that it was made with: another one is probed at once. */
  readonly version: string
}

/** One account as the snapshot tells of it. */
export interface AccountHealth extends AccountRef {
  /** `missing`: no credential is stored; `unreadable`: none of the vault's keys opens it. */
  readonly token: TokenState | 'missing' | 'unreadable'
  readonly probe: ProbeState | null
}

/** What the gateway knows of itself and its providers; no secret. */
export interface SystemHealth {
  /** ISO 8601, UTC. */
  readonly at: string
  /** Milliseconds of a read; `null`: it failed. */
  readonly store_latency_ms: Readonly<Record<StorePart, number | null>>
  readonly providers: Readonly<Record<string, { readonly accounts: number; readonly failing: number }>>
  readonly accounts: readonly AccountHealth[]
  /** Accounts over the number that a snapshot holds. */
  readonly accounts_left_out: number
  readonly jobs: readonly { readonly name: string; readonly lag_ms: number; readonly is_running: boolean }[]
  /** Of the process that made the snapshot, since its snapshot before. */
  readonly calls: { readonly total: number; readonly errors: number; readonly error_rate: number }
  readonly process: ProcessHealth
}

/** The name of its snapshot in the store. */
export const systemHealth = 'health'

export const readSystemHealth = async (snapshots: Snapshots): Promise<SystemHealth | undefined> => {
  const snapshot = await snapshots.get(systemHealth)
  return snapshot && JSON.parse(snapshot.value)
}
