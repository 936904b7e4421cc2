import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newAuditEntry } from '../../test/contract/samples.ts'
import type { AuditEntry, Effects, EffectsCommit, NewAuditEntry } from '../store/index.ts'
import { createAuditLog } from './audit-log.ts'
import { type Gathering, gatherAll, gatherWhenBusy } from './gathering.ts'
import type { Opening } from './open-intents.ts'

const entry = (request_id: string): NewAuditEntry => newAuditEntry({ request_id })

/** An audit store in memory that can be full or slow. */
const createDisk = () => {
  const batches: (readonly AuditEntry[])[] = []
  const state = { full: false, gate: Promise.resolve(), tries: 0 }
  const effects: Pick<Effects, 'commit'> = {
    async commit({ entries }) {
      const { full, gate } = state
      state.tries++
      await gate
      if (full) throw new Error('no space left')
      batches.push(entries)
      return []
    },
  }
  return { state, effects, batches, ids: () => new Set(batches.flat().map(({ request_id }) => request_id)) }
}

const create = (options: { retryMs?: number; refusalMs?: number; gathering?: Gathering } = {}) => {
  const disk = createDisk()
  const failures: (readonly AuditEntry[])[] = []
  const log = createAuditLog({
    effects: disk.effects,
    onFailure: (entries) => failures.push(entries),
    retryMs: 5,
    ...options,
  })
  onTestFinished(async () => {
    disk.state.full = false
    await log.close()
  })
  return { ...disk, failures, log }
}

const until = (holds: () => boolean) => expect.poll(holds, { interval: 2 }).toBe(true)

describe('entries', () => {
  it('are stored with an id and a time before `record` resolves', async () => {
    const { log, batches } = create()
    const before = Date.now()
    await log.record(entry('a'))
    expect(batches.flat()).toMatchObject([{ ...entry('a'), count: 1 }])
    expect(batches[0]?.[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const at = Date.parse(batches[0]?.[0]?.at ?? '')
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  })

  it('of calls that end together are one batch; entries that arrive while it is written are the next', async () => {
    const { log, batches, state } = create()
    const slow = Promise.withResolvers<void>()
    state.gate = slow.promise
    const first = ['a', 'b', 'c'].map((id) => log.record(entry(id)))
    await new Promise(setImmediate)
    const second = ['d', 'e'].map((id) => log.record(entry(id)))
    slow.resolve()
    await Promise.all([...first, ...second])
    expect(batches.map((batch) => batch.map(({ request_id }) => request_id))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
  })

  /** Two callers; each records again as soon as its entry is written. The second begins during the first caller's write. */
  const twoCallers = async (ms: number) => {
    const { log, batches, state } = create({ gathering: { ...gatherAll, ms } })
    const slow = Promise.withResolvers<void>()
    state.gate = slow.promise
    const callAgain = async (name: string): Promise<void> => {
      for (let n = 0; n < 5; n++) await log.record(entry(`${name}${n}`))
    }
    const first = callAgain('a')
    await until(() => state.tries === 1)
    const second = callAgain('b')
    slow.resolve()
    await Promise.all([first, second])
    return batches.map((batch) => batch.map(({ request_id }) => request_id))
  }

  it('of callers that take turns are gathered into one batch', async () => {
    const [first, ...others] = await twoCallers(200)
    expect(first).toEqual(['a0'])
    expect(others.map((batch) => batch.length)).toEqual([2, 2, 2, 2, 1])
  })

  it('are gathered for no longer than is allowed', async () => {
    const { log, batches, state } = create({ gathering: gatherAll })
    const slow = Promise.withResolvers<void>()
    state.gate = slow.promise
    const first = log.record(entry('a'))
    await until(() => state.tries === 1)
    const second = log.record(entry('b'))
    slow.resolve()
    await Promise.all([first, second])
    expect(batches.map((batch) => batch.length)).toEqual([1, 1])
  })

  it.each([
    { callers: 30, batches: [30, 31], as: 'of many callers wait for each other on the embedded store' },
    { callers: 4, batches: [4, 1, 4], as: 'of few callers wait for nobody there' },
  ])('$as', async ({ callers, batches: expected }) => {
    const { log, batches, state } = create({ gathering: { ...gatherWhenBusy, ms: 50 } })
    const slow = Promise.withResolvers<void>()
    state.gate = slow.promise
    const recordAll = () => Promise.all(Array.from({ length: callers }, (_, i) => log.record(entry(String(i)))))
    const all = recordAll().then(recordAll)
    await until(() => state.tries === 1)
    const another = log.record(entry('another'))
    slow.resolve()
    await Promise.all([all, another])
    expect(batches.map((batch) => batch.length)).toEqual(expected)
  })

  it('are written in the order in which they were recorded, and their ids sort in that order', async () => {
    const { log, batches } = create()
    await Promise.all(Array.from({ length: 1200 }, (_, i) => log.record(entry(String(i)))))
    const ids = batches.flat().map(({ id }) => id)
    expect(ids).toHaveLength(1200)
    expect(ids).toEqual([...ids].sort())
    expect(batches.length).toBeLessThan(10)
  })
})

/** A write with parameters for a later look. */
const buildOpening = (parameters: string): Opening => {
  const { action, source, key } = entry('')
  const facts = { tenant: 'acme', action, source, key, ip: null, token_id: null, request_id: null, digest: null }
  const further = { approval_id: null, parent: null, actor: null, idempotency_key: null, class: null }
  return { intent: { id: Bun.randomUUIDv7(), ...facts, ...further, takes: null, same: '' }, parameters }
}

it('intents that are written together fit a document, however long their parameters are', async () => {
  const commits: EffectsCommit[] = []
  const log = createAuditLog({
    effects: {
      async commit(commit) {
        commits.push(commit)
        return []
      },
    },
    onFailure: () => undefined,
    seal: async (parameters) => Buffer.from(JSON.stringify(parameters)).toString('base64'),
  })
  onTestFinished(log.close)
  // The longest that a write may have, of characters that take three bytes each.
  const longest = '\u6f22'.repeat(64 * 1024)
  const opened = await Promise.all(Array.from({ length: 100 }, () => log.open(buildOpening(longest))))
  expect(opened.every(({ durable }) => durable)).toBe(true)
  expect(commits.reduce((sum, { intents }) => sum + (intents?.count ?? 0), 0)).toBe(100)
  const sizes = commits.map(({ intents }) => intents?.sealed?.length ?? 0)
  // MongoDB's documents have 16 MiB.
  expect(Math.max(...sizes)).toBeLessThan(12 * 2 ** 20)
})

describe('a store that fails', () => {
  it('delays no call: the entries are reported, kept, and written when the store works again', async () => {
    const { log, state, failures, ids } = create()
    state.full = true
    await Promise.all([log.record(entry('a')), log.record(entry('b'))])
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatchObject([entry('a'), entry('b')])
    expect(ids().size).toBe(0)
    state.full = false
    await until(() => log.writable)
    expect(ids()).toEqual(new Set(['a', 'b']))
  })

  it('is reported once for each batch, not for each try', async () => {
    const { log, state, failures } = create()
    state.full = true
    await log.record(entry('a'))
    await until(() => state.tries > 4)
    expect(failures).toHaveLength(1)
  })

  it('makes the log UNAVAILABLE until all kept entries are written', async () => {
    const { log, state } = create()
    expect(() => log.assertWritable()).not.toThrow()
    state.full = true
    await log.record(entry('a'))
    expect(log.writable).toBe(false)
    expect(() => log.assertWritable()).toThrow(expect.objectContaining({ code: 'UNAVAILABLE', status: 503 }))
    state.full = false
    await until(() => log.writable)
    expect(() => log.assertWritable()).not.toThrow()
  })

  it('gets all kept entries at once when it works again, however many there are', async () => {
    // A pause of `retryMs` before each of the 20 batches would take longer than `until` waits.
    const { log, state, ids } = create({ retryMs: 500 })
    state.full = true
    await Promise.all(Array.from({ length: 10_000 }, (_, i) => log.record(entry(String(i)))))
    state.full = false
    await until(() => log.writable)
    expect(ids().size).toBe(10_000)
  })
})

describe('entries that can’t be written while kept ones are written', () => {
  it('are kept too, and none is lost', async () => {
    const { log, state, ids } = create()
    state.full = true
    await log.record(entry('a'))
    const slow = Promise.withResolvers<void>()
    Object.assign(state, { full: false, gate: slow.promise })
    const { tries } = state
    await until(() => state.tries > tries)
    Object.assign(state, { full: true, gate: Promise.resolve() })
    await Promise.all([log.record(entry('b')), log.record(entry('c'))])
    state.full = false
    slow.resolve()
    await until(() => log.writable)
    expect(ids()).toEqual(new Set(['a', 'b', 'c']))
  })
})

describe('calls refused before their caller was known', () => {
  const refused = { ip: '203.0.113.7', source: 'rest', code: 'AUTH_FAILED', status: 401, reason: 'No token' } as const

  it('are counted by address, source and code, and written after `refusalMs`', async () => {
    const { log, batches } = create({ refusalMs: 20 })
    log.refused(refused)
    for (let i = 0; i < 2; i++) log.refused({ ...refused, reason: 'Another one' })
    log.refused({ ...refused, ip: '203.0.113.8' })
    log.refused({ ...refused, source: 'mcp' })
    log.refused({ ...refused, code: 'RATE_LIMITED', status: 429 })
    await until(() => batches.flat().length === 4)
    expect(batches.flat().map(({ ip, source, code, status, count }) => [ip, source, code, status, count])).toEqual([
      ['203.0.113.7', 'rest', 'AUTH_FAILED', 401, 3],
      ['203.0.113.8', 'rest', 'AUTH_FAILED', 401, 1],
      ['203.0.113.7', 'mcp', 'AUTH_FAILED', 401, 1],
      ['203.0.113.7', 'rest', 'RATE_LIMITED', 429, 1],
    ])
    const unknown = { tenant: null, action: null, key: null, token_id: null, outcome: 'error' }
    expect(batches.flat()[0]).toMatchObject({ ...unknown, reason: 'No token' })
  })

  it('are one entry for all IPv6 addresses of a network, because a customer has more addresses than a log can hold', async () => {
    const { log, batches } = create({ refusalMs: 20 })
    for (let host = 1; host <= 300; host++) log.refused({ ...refused, ip: `2001:db8:1:2::${host.toString(16)}` })
    log.refused({ ...refused, ip: '2001:db8:1:3::1' })
    await until(() => batches.flat().length > 1)
    expect(batches.flat().map(({ ip, count }) => [ip, count])).toEqual([
      ['2001:db8:1:2::1', 300],
      ['2001:db8:1:3::1', 1],
    ])
  })

  it('are one entry when they arrive within the same `refusalMs`', async () => {
    const { log, batches } = create({ refusalMs: 300 })
    log.refused({ ...refused, ip: '203.0.113.8' })
    await until(() => batches.flat().length === 1)
    for (let i = 0; i < 5; i++) {
      log.refused(refused)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await until(() => batches.flat().length > 1)
    expect(batches.flat().map(({ count }) => count)).toEqual([1, 5])
  })

  it('are counted from one again after the entry is written', async () => {
    const { log, batches } = create({ refusalMs: 20 })
    log.refused(refused)
    await until(() => batches.flat().length === 1)
    log.refused(refused)
    await until(() => batches.flat().length === 2)
    expect(batches.flat().map(({ count }) => count)).toEqual([1, 1])
  })

  it('are written in time and in order although the clock is set back meanwhile', async () => {
    const { log, batches } = create({ refusalMs: 20 })
    log.refused(refused)
    onTestFinished(() => {
      vi.useRealTimers()
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    log.refused({ ...refused, ip: '203.0.113.8' })
    await until(() => batches.flat().length === 2)
    expect(batches.flat().map(({ ip }) => ip)).toEqual(['203.0.113.7', '203.0.113.8'])
  })
})

describe('a stop', () => {
  it('writes the entries under way, the waiting entries and the counted refusals', async () => {
    const { log, state, ids, batches } = create()
    const slow = Promise.withResolvers<void>()
    state.gate = slow.promise
    log.record(entry('under way'))
    await new Promise(setImmediate)
    log.record(entry('waiting'))
    log.refused({ ip: '203.0.113.7', source: 'rest', code: 'AUTH_FAILED', status: 401, reason: 'No token' })
    const closing = log.close()
    slow.resolve()
    await closing
    expect(ids()).toEqual(new Set(['under way', 'waiting', null]))
    expect(batches.flat()).toHaveLength(3)
  })

  it('writes an entry that was recorded just before', async () => {
    const { log, ids } = create()
    log.record(entry('last'))
    await log.close()
    expect(ids()).toEqual(new Set(['last']))
  })

  it('writes the kept entries', async () => {
    const { log, state, ids } = create({ retryMs: 60_000 })
    state.full = true
    await log.record(entry('kept'))
    state.full = false
    await log.close()
    expect(ids()).toEqual(new Set(['kept']))
  })

  it('ends although the store still fails; the entries have been reported', async () => {
    const { log, state, failures } = create()
    state.full = true
    await log.record(entry('lost'))
    await log.close()
    expect(failures.flat()).toMatchObject([entry('lost')])
  })
})
