import { describe, expect, it } from 'vitest'
import type { Counters, TenantRecord } from '../store/index.ts'
import { hashToken } from '../store/index.ts'
import { asIsoTime } from '../time.ts'
import { createLimits } from './limits.ts'
import { toNetwork } from './networks.ts'

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
    expect(toNetwork(ip) === toNetwork(other)).toBe(together)
  })
})

/** Counters over a Map; a test ends all windows by clearing it. */
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
const token = { token_id: 'a-token', tenant_id: 'acme' }
const options = { allow_raw: false, tools: 'domains' } as const
const stored = { created_at: asIsoTime(''), updated_at: asIsoTime(''), version: 'v' }
const tenant: TenantRecord = { id: 'acme', name: 'Acme', status: 'active', providers: {}, options, ...stored }
/** Limits, with short names for attempts, failures and successes of a token. */
const attemptsOf = (counters: Counters) => {
  const limits = createLimits(counters, rules)
  return {
    ...limits,
    try: async (credential = 'wrong', from = ip) => limits.attempt('token', from, hashToken(credential)),
    fail: (credential = 'wrong', from = ip) => limits.failed('token', from, hashToken(credential)),
    succeed: (credential: string, from = ip) => limits.worked('token', from, hashToken(credential)),
    call: async () => limits.caller('call', ip, token, tenant),
  }
}

describe('limits', () => {
  it('admit calls up to the limit and say how many are left; the next call is told how long to wait', async () => {
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

  it('count calls, registrations and failures separately', async () => {
    const { counters, windows } = createCounters()
    const limits = attemptsOf(counters)
    await limits.call()
    await limits.call()
    await limits.registration(ip)
    await expect(limits.registration(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await limits.try()
    expect(windows.at(-1)).toBe(3_600_000)
  })

  it('refuse an attempt after too many failures; the attempt itself isn’t counted', async () => {
    const { counters } = createCounters()
    const limits = attemptsOf(counters)
    for (let i = 0; i < 5; i++) await limits.try()
    for (let i = 0; i < 2; i++) await limits.fail()
    await expect(limits.try()).rejects.toMatchObject({ code: 'RATE_LIMITED', extras: { retryAfter: 2 } })
    await limits.try('wrong', '192.0.2.2')
    await limits.attempt('admin-key', ip, 'wrong')
  })

  it('refuse from memory while a window is full, without asking the store again', async () => {
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
    // The first registration over the limit was counted in the store; its answer showed that the window is full.
    expect(before.get(`registrations:${ip}`)).toBe(2)
    expect(counts).toEqual(before)
    counts.clear()
    await expect(limits.try()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect.poll(() => limits.try(), { timeout: 5000 }).toBe(false)
  })

  it('refuse concurrent failures beyond the limit', async () => {
    const { counters } = createCounters()
    const limits = attemptsOf(counters)
    const failures = await Promise.allSettled(Array.from({ length: 20 }, () => limits.fail()))
    expect(failures.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('count lists apart from calls, ten times as many', async () => {
    const { counters } = createCounters()
    const limits = attemptsOf(counters)
    const lookUp = async () => limits.caller('lookup', ip, token, tenant)
    for (let i = 0; i < 2; i++) await limits.call()
    for (let i = 0; i < 20; i++) await lookUp()
    await expect(lookUp()).rejects.toMatchObject({ extras: { headers: { 'ratelimit-policy': '"lookups";q=20;w=60' } } })
  })

  it('count whoever isn’t admitted with the calls of the same address', async () => {
    const { counters } = createCounters()
    const limits = attemptsOf(counters)
    expect(await limits.stranger(ip)).toMatchObject({ left: 1 })
    expect(await limits.call()).toMatchObject({ left: 0 })
    await expect(limits.stranger(ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('of a token or tenant replace the one of the address', async () => {
    const { counters, counts } = createCounters()
    const limits = attemptsOf(counters)
    const raised = { ...tenant, options: { ...options, calls_per_minute: 5 } }
    for (let i = 0; i < 5; i++) await limits.caller('call', ip, token, raised)
    await expect((async () => limits.caller('call', ip, token, raised))()).rejects.toMatchObject({
      message:
        'Too many calls of this tenant; try again in 2 s. The limit is 5 a minute (calls_per_minute of the tenant)',
    })
    expect([...counts.keys()]).toEqual(['tenant:acme'])
  })

  it('read no counter for a credential that is known to work', async () => {
    const { counters } = createCounters()
    const read: string[] = []
    const limits = attemptsOf({
      ...counters,
      read(key) {
        read.push(key)
        return counters.read(key)
      },
    })
    limits.succeed('right')
    await limits.try('right')
    expect(read).toEqual([])
  })

  it('are off when they are 0, and use no counter', async () => {
    const { counters, counts } = createCounters()
    const limits = createLimits(counters, {
      callsPerMinute: 0,
      registrationsPerHour: 0,
      failedLoginsPerMinute: 0,
      sharedNetworks: [],
    })
    for (let i = 0; i < 5; i++) {
      expect(await limits.caller('call', ip, token, tenant)).toBeUndefined()
      expect(await limits.stranger(ip)).toBeUndefined()
      await limits.failedRequest(ip)
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

  it('is admitted there after too many failures; elsewhere it isn’t, and no other credential is', async () => {
    const limits = attemptsOf(createCounters().counters)
    limits.succeed('right')
    await fill(limits)
    for (let i = 0; i < 2; i++) await limits.fail('wrong', '192.0.2.2')
    await limits.try('right')
    await expect(limits.try('other')).rejects.toMatchObject(refused)
    await expect(limits.try('right', '192.0.2.2')).rejects.toMatchObject(refused)
  })

  it('is made known to the other gateways once an hour, not with every use', async () => {
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

  it('is recorded by the next success if the store could not be reached', async () => {
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

  it('is no longer admitted once it has failed, although the store still has its proof', async () => {
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

  it('stays admitted when a stranger proves 20,000 client secrets of its own from as many networks', async () => {
    const { counters } = createCounters()
    // The store drops the mark, as if newer marks had filled its memory.
    const limits = attemptsOf({ ...counters, mark: () => {} })
    limits.succeed('right')
    for (let n = 0; n < 20_000; n++) limits.worked('client-secret', `2001:db8:0:${n.toString(16)}::1`, hashToken('own'))
    await fill(limits)
    await limits.try('right')
  })
})
