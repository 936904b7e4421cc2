import { setImmediate } from 'node:timers/promises'
import type { ProbeResult } from '@patchbay/core/call'
import type { TokenState } from '@patchbay/core/refresh'
import type { AccountRef, Snapshots, StorePart } from '@patchbay/core/store'
import type { IsoTime } from '@patchbay/core/time'
import type { ProcessHealth } from './process-health.ts'

/** An account's last probe. */
export interface ProbeState extends Omit<ProbeResult, 'identity'> {
  readonly at: IsoTime
  /** Failures in a row. */
  readonly failures: number
  /** The next probe is not before this time. */
  readonly next_at: IsoTime
  /** The version of the credential that was probed; a new credential is probed at once. */
  readonly version: string
}

/** One account in a snapshot. */
export interface AccountHealth extends AccountRef {
  /** `missing`: no credential is stored; `unreadable`: none of the vault's keys opens it. */
  readonly token: TokenState | 'missing' | 'unreadable'
  readonly probe: ProbeState | null
}

/** A snapshot of the gateway and its providers; it holds no secret. */
export interface SystemHealth {
  readonly at: IsoTime
  /** The duration of a read; `null` if it failed. */
  readonly store_latency_ms: Readonly<Record<StorePart, number | null>>
  readonly providers: Readonly<Record<string, { readonly accounts: number; readonly failing: number }>>
  readonly accounts: readonly AccountHealth[]
  /** The number of accounts that didn't fit into the snapshot. */
  readonly accounts_left_out: number
  readonly jobs: readonly { readonly name: string; readonly lag_ms: number; readonly is_running: boolean }[]
  /** Calls of the process that made the snapshot, since its previous snapshot. */
  readonly calls: { readonly total: number; readonly errors: number; readonly error_rate: number }
  readonly process: ProcessHealth
}

/** The name of its snapshot in the store. */
export const systemHealth = 'health'

export const readSystemHealth = async (snapshots: Snapshots): Promise<SystemHealth | undefined> => {
  const snapshot = await snapshots.get(systemHealth)
  // It may have 5 MB: calls get their turn between reading and parsing it.
  await setImmediate()
  return snapshot && JSON.parse(snapshot.value)
}
