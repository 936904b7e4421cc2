import { describe, expect, it, onTestFinished } from 'vitest'
import type { Counters } from '../store/index.ts'
import { hashToken } from '../store/index.ts'
import { createLimits } from './limits.ts'
import { networkOf } from './networks.ts'

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
    async mark(key) {
      counts.set(key, 1)
    },
    async read(key) {
      const count = counts.get(key)
      return count === undefined ? undefined : { count, resetMs: 1500 }
    },
  }
  return { counters, counts, windows }
}

const rules = { callsPerMinute: 2, registrationsPerHour: 1, failedLoginsPerMinute: 2, sharedNetworks: [] }
const ip = '192.0.2.1'
const caller = { ip, token: 'a-token' }
/** What a wrong or a right credential leaves behind. */
const attemptsOf = (counters: Counters) => {
  const limits = createLimits(counters, rules)
  return {
    ...limits,
    try: async (credential = 'wrong', from = ip) => limits.attempt('token', from, credential),
    fail: (credential = 'wrong', from = ip) => limits.failed('token', from, credential),
    succeed: (credential: string, from = ip) => limits.worked('token', from, hashToken(credential)),
    call: async () => limits.call(caller.ip, caller.token),
  }
}

describe('limits', () => {
  it('let calls through up to the limit, saying what is left, and refuse the next with the wait', async () => {
    const { counters, windows } = createCounters()
    const limits = attemptsOf(counters)
    const first = { 'ratelimit-policy': '"calls";q=2;w=60', ratelimit: '"calls";r=1;t=2' }
    expect(await limits.call()).toEqual({ left: 1, headers: first })
    expect(await limits.call()).toMatchObject({ headers: { ratelimit: '"calls";r=0;t=2' } })
    await expect(limits.call()).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      extras: { retryAfter: 2, headers: { ratelimit: '"calls";r=0;t=2' } },
    })
    expect(windows).toEqual([60_000, 60_000, 60_000])
  })

  it('count calls, registrations and failures apart', async () => {
    const { counters, windows } = createCounters()
    const limits = attemptsOf(counters)
    await limits.call()
    await limits.call()
    await limits.registration(ip)
    await expect(limits.registration(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await limits.try()
    expect(windows.at(-1)).toBe(3_600_000)
  })

  it('refuse an attempt after too many that failed; an attempt by itself counts nothing', async () => {
    const { counters } = createCounters()
    const limits = attemptsOf(counters)
    for (let i = 0; i < 5; i++) await limits.try()
    for (let i = 0; i < 2; i++) await limits.fail()
    await expect(limits.try()).rejects.toMatchObject({ code: 'RATE_LIMITED', extras: { retryAfter: 2 } })
    await limits.try('wrong', '192.0.2.2')
    await limits.attempt('admin-key', ip, 'wrong')
  })

  it('refuse from memory who is over one until its window ends, and ask the store for the window no more', async () => {
    const { counters, counts } = createCounters()
    const limits = attemptsOf(counters)
    await limits.fail()
    await limits.fail()
    for (let i = 0; i < 2; i++) await limits.registration(ip).catch(() => undefined)
    const before = new Map(counts)
    for (let i = 0; i < 5; i++) {
      await expect(limits.try()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      await expect(limits.registration(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    }
    // The first one over it was counted: only then it is known.
    expect(before.get(`registrations:${ip}`)).toBe(2)
    expect(counts).toEqual(before)
    counts.clear()
    await expect(limits.try()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect.poll(() => limits.try(), { timeout: 5000 }).toBeUndefined()
  })

  it('refuse the failures over one that came at once, which none of them saw coming', async () => {
    const { counters } = createCounters()
    const limits = attemptsOf(counters)
    const failures = await Promise.allSettled(Array.from({ length: 20 }, () => limits.fail()))
    expect(failures.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('refuse a call as they refuse an attempt with its token; one without a token guesses nothing', async () => {
    const { counters } = createCounters()
    const limits = createLimits(counters, rules)
    for (let i = 0; i < 2; i++) await limits.failed('token', ip, 'wrong')
    await expect((async () => limits.call(caller.ip, caller.token))()).rejects.toMatchObject({
      extras: { headers: { 'ratelimit-policy': '"wrong-tokens";q=2;w=60' } },
    })
    expect(await limits.call(ip, undefined)).toMatchObject({ left: 0 })
  })

  it('refuse both ways at once, and leave no refusal that nobody hears', async () => {
    const { counters } = createCounters()
    const limits = attemptsOf(counters)
    const unheard: unknown[] = []
    const hear = (reason: unknown) => unheard.push(reason)
    process.on('unhandledRejection', hear)
    onTestFinished(() => void process.off('unhandledRejection', hear))
    for (let i = 0; i < 2; i++) await limits.fail()
    // From the second on it is known that there were too many failures; the third is one call too many as well.
    for (let i = 0; i < 3; i++) await expect(limits.call()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await new Promise(setImmediate)
    expect(unheard).toEqual([])
  })

  it('that are 0 are off, and cost no counter', async () => {
    const { counters, counts } = createCounters()
    const limits = createLimits(counters, {
      callsPerMinute: 0,
      registrationsPerHour: 0,
      failedLoginsPerMinute: 0,
      sharedNetworks: [],
    })
    for (let i = 0; i < 5; i++) {
      expect(await limits.call(caller.ip, caller.token)).toBeUndefined()
      await limits.registration(ip)
      await limits.failed('token', ip, 'wrong')
      await limits.attempt('token', ip, 'wrong')
      limits.worked('token', ip, hashToken('right'))
    }
    expect(counts.size).toBe(0)
  })
})

describe('a credential that has worked from an address', () => {
  const fill = async ({ fail }: ReturnType<typeof attemptsOf>): Promise<void> => {
    for (let i = 0; i < 2; i++) await fail()
  }
  const refused = { code: 'RATE_LIMITED' }

  it('passes there after too many failures, and nowhere else, and no other one does', async () => {
    const limits = attemptsOf(createCounters().counters)
    limits.succeed('right')
    await fill(limits)
    for (let i = 0; i < 2; i++) await limits.fail('wrong', '192.0.2.2')
    await limits.try('right')
    await expect(limits.try('other')).rejects.toMatchObject(refused)
    await expect(limits.try('right', '192.0.2.2')).rejects.toMatchObject(refused)
  })

  it('is told to the other gateways, once an hour and not with every use', async () => {
    const { counters } = createCounters()
    const marked: [key: string, windowMs: number][] = []
    const limits = attemptsOf({
      ...counters,
      mark(key, windowMs) {
        marked.push([key, windowMs])
        return counters.mark(key, windowMs)
      },
    })
    for (let i = 0; i < 100; i++) limits.succeed('right')
    expect(marked).toEqual([[`proven:token:${ip}:${hashToken('right')}`, 24 * 3_600_000]])
    await fill(limits)
    await attemptsOf(counters).try('right')
    await expect(attemptsOf(counters).try('other')).rejects.toMatchObject(refused)
  })

  it('is told again where the store could not be reached', async () => {
    const { counters } = createCounters()
    let tries = 0
    const limits = attemptsOf({
      ...counters,
      mark: (key, windowMs) => (++tries === 1 ? Promise.reject(new Error('gone')) : counters.mark(key, windowMs)),
    })
    limits.succeed('right')
    await new Promise(setImmediate)
    limits.succeed('right')
    await fill(limits)
    await attemptsOf(counters).try('right')
  })

  it('passes no more once it has failed, though the store still knows it', async () => {
    const { counters } = createCounters()
    attemptsOf(counters).succeed('right')
    const limits = attemptsOf(counters)
    await fill(limits)
    await limits.try('right')
    await expect(limits.fail('right')).rejects.toMatchObject(refused)
    await expect(limits.try('right')).rejects.toMatchObject(refused)
    limits.succeed('right')
    await limits.try('right')
  })

  it('goes on passing when a stranger has secrets of clients work that it has registered itself, from very many addresses', async () => {
    const { counters } = createCounters()
    // A store whose memory is full of later marks.
    const limits = attemptsOf({ ...counters, mark: () => {} })
    limits.succeed('right')
    for (let n = 0; n < 20_000; n++) limits.worked('client-secret', `2001:db8:0:${n.toString(16)}::1`, hashToken('own'))
    await fill(limits)
    await limits.try('right')
  })
})
