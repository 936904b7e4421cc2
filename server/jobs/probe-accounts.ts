import type { ProbeCall, ProbeResult } from '@patchbay/core/call'
import type { Credential } from '@patchbay/core/refresh'
import type { Domain } from '@patchbay/core/schema'
import type { Account, AccountRef } from '@patchbay/core/store'
import { hasCome, isoTime } from '@patchbay/core/time'
import type { ProbeState } from '../health/system-health.ts'

export interface ProbedAccount {
  readonly ref: AccountRef
  readonly domain: Domain
  readonly account: Account
  readonly credential: Credential
  readonly last: ProbeState | null
}

const okMs = 15 * 60_000
const failedMs = 5 * 60_000
const longestMs = 6 * 3_600_000
/**
 * The most probes in one run, longest waiting first, and the most at a time: every probe is an API call with a tenant's credential.
 */
const most = 200
const atOnce = 5

/** Twice as long after each failure, and spread out, so that not all accounts are probed in one run. */
const waitMs = ({ outcome, retry_after }: ProbeResult, failures: number): number => {
  const backOff = outcome === 'ok' ? okMs : Math.min(longestMs, failedMs * 2 ** (failures - 1))
  return Math.max(backOff * (0.9 + Math.random() * 0.2), (retry_after ?? 0) * 1000)
}

const isDue = ({ credential, last }: ProbedAccount, now: Date): boolean => {
  if (credential.expiresAt !== null && hasCome(credential.expiresAt, now)) return false
  return last === null || last.version !== credential.version || last.next_at <= isoTime(now)
}

/**
 * Probes the accounts that are due and calls `done` with each one's new state. Ends early when `signal` is aborted.
 */
export const probeAccounts = async (
  probe: ProbeCall,
  accounts: readonly ProbedAccount[],
  {
    now,
    signal,
    done,
  }: {
    readonly now: () => Date
    readonly signal: AbortSignal
    readonly done: (account: ProbedAccount, state: ProbeState) => void
  },
): Promise<void> => {
  const startedAt = now()
  const due = accounts
    .filter((account) => isDue(account, startedAt))
    .toSorted((a, b) => ((a.last?.at ?? '') < (b.last?.at ?? '') ? -1 : 1))
    .slice(0, most)
    .values()

  const probeOne = async (account: ProbedAccount): Promise<void> => {
    const { identity: _, ...result } = await probe(account, signal)
    if (signal.aborted) return
    const at = now()
    const { version } = account.credential
    const before = account.last?.version === version ? account.last.failures : 0
    const failures = result.outcome === 'ok' ? 0 : before + 1
    const next_at = isoTime(new Date(at.getTime() + waitMs(result, failures)))
    done(account, { ...result, at: isoTime(at), failures, next_at, version })
  }

  const work = async (): Promise<void> => {
    for (const account of due) {
      if (signal.aborted) return
      await probeOne(account)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
