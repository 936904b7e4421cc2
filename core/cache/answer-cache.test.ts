import { describe, expect, it } from 'vitest'
import type { CallAnswer } from '../context/index.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'

const minute = 60_000
const answer = (characters = 100): CallAnswer => ({
  status: 200,
  envelope: 'x'.repeat(characters),
  bytes: characters,
})
const bounds = { total: 250_000, tenant: 100_000 }
const main = { tenant: 'acme', provider: 'hubspot', account: 'main' }

const place = (cache: AnswerCache, cacheKey = 'asked', version = 'v1', ref = main): string =>
  cache.buildEntryKey({ ref, cacheKey }, { version }) ?? ''
/** Keeps an answer under a cache key that was built for the call, now or earlier. */
const keepAt = (
  cache: AnswerCache,
  cachePlace: string,
  cachedAnswer = answer(),
  ttlMs = minute,
  cacheKey = 'asked',
  ref = main,
) => cache.keep({ ref, cacheKey }, { version: 'v1' }, cachePlace, cachedAnswer, ttlMs)

describe('an answer in the cache', () => {
  it('is found only by the same account, call and credential', () => {
    const cache = createAnswerCache(bounds)
    const cachedAnswer = answer()
    keepAt(cache, place(cache), cachedAnswer)
    expect(cache.read('acme', place(cache))).toBe(cachedAnswer)
    expect(cache.read('rival', place(cache))).toBeUndefined()
    for (const other of [
      place(cache, 'other'),
      place(cache, 'asked', 'v2'),
      place(cache, 'asked 0', 'v1'),
      place(cache, 'v1', 'asked'),
    ])
      expect(cache.read('acme', other)).toBeUndefined()
  })

  it('has no place when its call has no key', () => {
    expect(
      createAnswerCache(bounds).buildEntryKey({ ref: main, cacheKey: undefined }, { version: 'v1' }),
    ).toBeUndefined()
  })

  it('is dropped when its account is written to; other accounts’ answers stay', () => {
    const cache = createAnswerCache(bounds)
    const places = () => [main, { ...main, account: 'other' }].map((ref) => place(cache, 'asked', 'v1', ref))
    for (const ref of [main, { ...main, account: 'other' }])
      keepAt(cache, place(cache, 'asked', 'v1', ref), answer(), minute, 'asked', ref)
    cache.invalidate(main)
    expect(places().map((each) => cache.read('acme', each) !== undefined)).toEqual([false, true])
  })

  it('is not served when its account was written to after the call was sent', () => {
    const cache = createAnswerCache(bounds)
    const callPlace = place(cache)
    cache.invalidate(main)
    keepAt(cache, callPlace)
    expect(cache.read('acme', place(cache))).toBeUndefined()
  })

  it('is not kept when its tenant was forgotten after the call was sent', () => {
    const cache = createAnswerCache(bounds)
    const callPlace = place(cache)
    cache.forgetTenant('acme')
    keepAt(cache, callPlace)
    expect([cache.read('acme', callPlace), cache.read('acme', place(cache))]).toEqual([undefined, undefined])
  })

  it('is not served after a write, even if the tenant was forgotten after the write', () => {
    const cache = createAnswerCache(bounds)
    const callPlace = place(cache)
    cache.invalidate(main)
    cache.forgetTenant('acme')
    keepAt(cache, callPlace)
    expect(cache.read('acme', place(cache))).toBeUndefined()
  })

  it('is dropped with its tenant; tenants whose names begin alike keep theirs', () => {
    const cache = createAnswerCache(bounds)
    const readAll = () =>
      ['acme', 'acme-2', 'acm'].map((tenant) => cache.read(tenant, place(cache, 'asked', 'v1', { ...main, tenant })))
    for (const tenant of ['acme', 'acme-2', 'acm'])
      keepAt(cache, place(cache, 'asked', 'v1', { ...main, tenant }), answer(), minute, 'asked', { ...main, tenant })
    cache.forgetTenant('acme')
    expect(readAll().map((each) => each !== undefined)).toEqual([false, true, true])
  })

  it('is dropped with all others, also one whose call was sent before', () => {
    const cache = createAnswerCache(bounds)
    const callPlace = place(cache)
    keepAt(cache, callPlace)
    cache.forgetAll()
    expect(cache.read('acme', callPlace)).toBeUndefined()
    keepAt(cache, callPlace)
    expect([cache.read('acme', callPlace), cache.read('acme', place(cache))]).toEqual([undefined, undefined])
  })

  it('is not served after its ttl', async () => {
    const cache = createAnswerCache(bounds)
    keepAt(cache, place(cache), answer(), 20)
    expect(cache.read('acme', place(cache))).toBeDefined()
    await expect.poll(() => cache.read('acme', place(cache)), { interval: 5 }).toBeUndefined()
  })
})

describe('memory', () => {
  const keep = (cache: AnswerCache, tenant: string, name: string, bytes = 1000) => {
    const ref = { ...main, tenant }
    const callPlace = place(cache, name, 'v1', ref)
    keepAt(cache, callPlace, answer(bytes), minute, name, ref)
    return { tenant, place: callPlace }
  }
  const isKept = (cache: AnswerCache, { tenant, place }: ReturnType<typeof keep>): boolean =>
    cache.read(tenant, place) !== undefined
  const count = (length: number, make: (index: number) => ReturnType<typeof keep>) =>
    Array.from({ length }, (_, i) => make(i))

  it('of one tenant is bounded: only its own oldest answers are evicted', () => {
    const cache = createAnswerCache(bounds)
    const modest = keep(cache, 'modest', 'only')
    const left = count(200, (i) => keep(cache, 'greedy', `thing-${i}`)).map((each) => isKept(cache, each))
    const remaining = left.filter(Boolean).length
    expect(remaining).toBeGreaterThan(20)
    expect(remaining * 2000).toBeLessThanOrEqual(bounds.tenant)
    expect(left.lastIndexOf(false)).toBe(left.indexOf(true) - 1)
    expect(isKept(cache, modest)).toBe(true)
  })

  it('of all tenants together is bounded: the oldest answers of each are evicted', () => {
    const cache = createAnswerCache(bounds)
    const all = count(400, (i) => keep(cache, `tenant-${i % 40}`, `thing-${i}`))
    const remaining = all.filter((each) => isKept(cache, each))
    expect(remaining.length).toBeGreaterThan(50)
    expect(remaining.length * 2000).toBeLessThanOrEqual(bounds.total)
    expect(new Set(remaining.map(({ tenant }) => tenant)).size).toBe(40)
    expect(remaining.every((each) => all.indexOf(each) >= 200)).toBe(true)
  })

  it('of a tenant with less than its share is not taken by tenants with more', () => {
    const cache = createAnswerCache(bounds)
    const quiet = keep(cache, 'quiet', 'only')
    count(2000, (i) => keep(cache, `greedy-${i % 4}`, `thing-${i}`))
    expect(isKept(cache, quiet)).toBe(true)
  })

  it('is reused after eviction, however often', () => {
    const cache = createAnswerCache(bounds)
    for (let round = 0; round < 100; round++) {
      count(25, (i) => keep(cache, 'acme', `thing-${i}`))
      if (round % 2) cache.forgetTenant('acme')
    }
    expect(count(25, (i) => keep(cache, 'acme', `thing-${i}`)).every((each) => isKept(cache, each))).toBe(true)
  })

  it('is freed for a large answer by evicting as many small answers as needed, again and again', () => {
    const cache = createAnswerCache({ total: 64 * 2 ** 20, tenant: 32 * 2 ** 20 })
    for (let round = 0; round < 3; round++) {
      const small = count(70_000, (i) => keep(cache, 'acme', `small-${round}-${i}`, 1))
      const large = keep(cache, 'acme', `large-${round}`, 3 * 2 ** 20)
      const remaining = small.map((each) => isKept(cache, each))
      expect(isKept(cache, large)).toBe(true)
      expect(remaining.lastIndexOf(false)).toBe(remaining.indexOf(true) - 1)
      expect(remaining.filter(Boolean).length).toBeGreaterThan(40_000)
    }
  })

  it('is not used for an answer that would take a large part of it', () => {
    const cache = createAnswerCache(bounds)
    expect(isKept(cache, keep(cache, 'acme', 'large', 20_000))).toBe(false)
  })
})
