import type { ProbeCall, ProbeResult } from '@patchbay/core/call'
import { asIsoTime, asUnixSeconds, isoTime } from '@patchbay/core/time'
import { describe, expect, test } from 'vitest'
import type { ProbeState } from '../health/system-health.ts'
import { loadRegistry } from '../registry.ts'
import { type ProbedAccount, probeAccounts } from './probe-accounts.ts'

const registry = await loadRegistry()

const noon = new Date('2026-11-20T12:00:00.000Z')
const minutesAfter = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000)

const ok: ProbeResult = { outcome: 'ok', code: null, status: 200, reason: null, duration_ms: 5, retry_after: null }
const refused: ProbeResult = { ...ok, outcome: 'error', code: 'UPSTREAM_ERROR', status: 401 }

const account = (
  id: string,
  changes: { version?: string; expiresAt?: number; last?: ProbeState | undefined } = {},
): ProbedAccount => {
  const [domain] = registry
  if (!domain) throw new Error('the registry is empty')
  const { version = 'v1', expiresAt = null, last = null } = changes
  return {
    ref: { tenant: 'acme', provider: domain.provider.id, account: id },
    domain,
    account: { id, label: id },
    credential: {
      accessToken: 'secret',
      tokenType: 'Bearer',
      expiresAt: expiresAt === null ? null : asUnixSeconds(expiresAt),
      version,
    },
    last,
  }
}

/** Probes at that time, and returns the new states by account. */
const probeAt = async (
  now: Date,
  accounts: readonly ProbedAccount[],
  probe: ProbeCall,
  signal = new AbortController().signal,
) => {
  const states = new Map<string, ProbeState>()
  await probeAccounts(probe, accounts, {
    now: () => now,
    signal,
    done: ({ account: { id } }, state) => states.set(id, state),
  })
  return states
}

const waitedMinutes = (state: ProbeState | undefined): number =>
  (Date.parse(state?.next_at ?? '') - Date.parse(state?.at ?? '')) / 60_000

/** Probes one account at each time that its state names, `times` times. */
const probeAgain = async (result: ProbeResult, times: number): Promise<ProbeState[]> => {
  const states: ProbeState[] = []
  for (let now = noon; states.length < times; now = new Date(states.at(-1)?.next_at ?? noon)) {
    const byAccount = await probeAt(now, [account('a', { last: states.at(-1) })], async () => result)
    const state = byAccount.get('a')
    if (!state) throw new Error('an account that is due was not probed')
    states.push(state)
  }
  return states
}

describe('accounts are probed', () => {
  test('every quarter of an hour while they work', async () => {
    for (const state of await probeAgain(ok, 3)) {
      expect(state.failures).toBe(0)
      expect(waitedMinutes(state)).toBeGreaterThanOrEqual(13.5)
      expect(waitedMinutes(state)).toBeLessThanOrEqual(16.5)
    }
  })

  test('less and less often while they fail, down to every six hours', async () => {
    const states = await probeAgain(refused, 9)
    for (const [index, wanted] of [5, 10, 20, 40, 80, 160, 320, 360, 360].entries()) {
      expect(states[index]?.failures).toBe(index + 1)
      expect(waitedMinutes(states[index]) / wanted).toBeGreaterThanOrEqual(0.89)
      expect(waitedMinutes(states[index]) / wanted).toBeLessThanOrEqual(1.11)
    }
  })

  test('not before the time that the provider asks to wait', async () => {
    const [state] = await probeAgain({ ...refused, status: 429, retry_after: 3600 }, 1)
    expect(waitedMinutes(state)).toBe(60)
  })

  const failed: ProbeState = {
    ...refused,
    at: isoTime(noon),
    failures: 5,
    next_at: isoTime(minutesAfter(99)),
    version: 'v1',
  }
  test.each<[about: string, given: ProbedAccount, isProbed: boolean]>([
    ['for the first time', account('a'), true],
    ['before their time', account('a', { last: failed }), false],
    ['before their time, when the credential is another', account('a', { last: failed, version: 'v2' }), true],
    ['whose token has expired', account('a', { expiresAt: minutesAfter(9).getTime() / 1000 }), false],
  ])('%s', async (_about, probed, isProbed) => {
    const states = await probeAt(minutesAfter(10), [probed], async () => refused)
    expect(states.has('a')).toBe(isProbed)
    if (isProbed) expect(states.get('a')?.failures).toBe(1)
  })

  test('the longest waiting first, at most 200 in a run, and five at a time', async () => {
    const accounts = Array.from({ length: 250 }, (_, n) => {
      const at = minutesAfter(-1000 - n).toISOString()
      return account(`${n}`, {
        last: { ...ok, at: asIsoTime(at), failures: 0, next_at: isoTime(minutesAfter(-900)), version: 'v1' },
      })
    })
    const seen = { running: 0, most: 0 }
    const states = await probeAt(noon, accounts, async () => {
      seen.most = Math.max(seen.most, ++seen.running)
      await Promise.resolve()
      seen.running--
      return ok
    })
    expect([...states.keys()].map(Number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, n) => n + 50),
    )
    expect(seen.most).toBe(5)
  })

  test('no more when the gateway stops, and a probe that was cut off is not a failure', async () => {
    const stop = new AbortController()
    const accounts = Array.from({ length: 50 }, (_, n) => account(`${n}`))
    let probes = 0
    const states = await probeAt(
      noon,
      accounts,
      async () => {
        if (++probes === 10) stop.abort()
        return refused
      },
      stop.signal,
    )
    // Five were running.
    expect([probes, states.size]).toEqual([10, 5])
  })
})
