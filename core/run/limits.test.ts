import { describe, expect, it, onTestFinished } from 'vitest'
import type { Counters } from '../store/index.ts'
import { createLimits, networkOf } from './limits.ts'

describe('addresses that are counted together', () => {
  const rows: [ip: string, other: string, together: boolean][] = [
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', true],
    ['2001:db8:0:1::1', '2001:DB8:0000:0001::1', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['2001:db8::1', '2001:db8:0:1::1', false],
    ['::1', '::2', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:c000:201', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ]
  it.each(rows)('%s and %s: %s', (ip, other, together) => {
    expect(networkOf(ip) === networkOf(other)).toBe(together)
  })
})

/** The port over a Map; its windows end when the test says so. */
const createCounters = () => {
  const counts = new Map<string, number>()
  const windows: number[] = []
  const counters: Counters = {
    async hit(key, windowMs) {
      windows.push(windowMs)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return { count, resetMs: 1500 }
    },
    async read(key) {
      const count = counts.get(key)
      return count === undefined ? undefined : { count, resetMs: 1500 }
    },
  }
  return { counters, counts, windows }
}

const rules = { callsPerMinute: 2, registrationsPerHour: 1, failedLoginsPerMinute: 2 }
const ip = '192.0.2.1'

describe('limits', () => {
  it('let calls through up to the limit, saying what is left, and refuse the next with the wait', async () => {
    const { counters, windows } = createCounters()
    const limits = createLimits(counters, rules)
    expect(await limits.call(ip)).toEqual({ 'ratelimit-policy': '"calls";q=2;w=60', ratelimit: '"calls";r=1;t=2' })
    expect(await limits.call(ip)).toMatchObject({ ratelimit: '"calls";r=0;t=2' })
    await expect((async () => limits.call(ip))()).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      extras: { retryAfter: 2, headers: { ratelimit: '"calls";r=0;t=2' } },
    })
    expect(windows).toEqual([60_000, 60_000, 60_000])
  })

  it('count calls, registrations and failed logins apart', async () => {
    const { counters, windows } = createCounters()
    const limits = createLimits(counters, rules)
    await limits.call(ip)
    await limits.call(ip)
    await limits.registration(ip)
    await expect(limits.registration(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await limits.login(ip)
    expect(windows.at(-1)).toBe(3_600_000)
  })

  it('refuse a login after too many that failed; asking by itself counts nothing', async () => {
    const { counters } = createCounters()
    const limits = createLimits(counters, rules)
    for (let i = 0; i < 5; i++) await limits.login(ip)
    for (let i = 0; i < 2; i++) await limits.failedLogin(ip)
    await expect(limits.login(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED', extras: { retryAfter: 2 } })
    await limits.login('192.0.2.2')
  })

  it('refuse from memory who is over one until its window ends, and ask the store no more', async () => {
    const { counters, counts } = createCounters()
    const limits = createLimits(counters, rules)
    await limits.failedLogin(ip)
    await limits.failedLogin(ip)
    for (let i = 0; i < 2; i++) await limits.registration(ip).catch(() => undefined)
    const before = new Map(counts)
    for (let i = 0; i < 5; i++) {
      await expect(limits.login(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      await expect(limits.registration(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    }
    expect(counts.get(`logins:${ip}`)).toBe(before.get(`logins:${ip}`))
    // The first one over it was counted: only then it is known.
    expect(counts.get(`registrations:${ip}`)).toBe(2)
    counts.clear()
    await expect(limits.login(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect.poll(() => limits.login(ip), { timeout: 5000 }).toBeUndefined()
  })

  it('refuse the failures over one that came at once, which none of them saw coming', async () => {
    const { counters } = createCounters()
    const limits = createLimits(counters, rules)
    const failures = await Promise.allSettled(Array.from({ length: 20 }, () => limits.failedLogin(ip)))
    expect(failures.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('refuse a call as they refuse a login', async () => {
    const { counters } = createCounters()
    const limits = createLimits(counters, rules)
    for (let i = 0; i < 2; i++) await limits.failedLogin(ip)
    await expect((async () => limits.call(ip))()).rejects.toMatchObject({
      extras: { headers: { 'ratelimit-policy': '"logins";q=2;w=60' } },
    })
  })

  it('refuse both ways at once, and leave no refusal that nobody hears', async () => {
    const { counters } = createCounters()
    const limits = createLimits(counters, rules)
    const unheard: unknown[] = []
    const hear = (reason: unknown) => unheard.push(reason)
    process.on('unhandledRejection', hear)
    onTestFinished(() => void process.off('unhandledRejection', hear))
    for (let i = 0; i < 2; i++) await limits.failedLogin(ip)
    // From the second on it is known that the logins are full; the third is one call too many as well.
    for (let i = 0; i < 3; i++) {
      await expect((async () => limits.call(ip))()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    }
    await new Promise(setImmediate)
    expect(unheard).toEqual([])
  })

  it('that are 0 are off, and cost no counter', async () => {
    const { counters, counts } = createCounters()
    const limits = createLimits(counters, { callsPerMinute: 0, registrationsPerHour: 0, failedLoginsPerMinute: 0 })
    for (let i = 0; i < 5; i++) {
      expect(await limits.call(ip)).toBeUndefined()
      await limits.registration(ip)
      await limits.failedLogin(ip)
      await limits.login(ip)
    }
    expect(counts.size).toBe(0)
  })
})
