import { describe, expect, it } from 'vitest'
import type { Answer } from '../context/index.ts'
import { createAnswerCache } from './answer-cache.ts'

const minute = 60_000
const answer = (characters = 100): Answer => ({
  status: 200,
  envelope: 'x'.repeat(characters),
  bytes: characters,
})
const bounds = { total: 250_000, tenant: 100_000 }
const scope = 'acme/hubspot/main'

describe('an answer in the cache', () => {
  it('is found by all that it depends on, and by nothing else', () => {
    const cache = createAnswerCache(bounds)
    const kept = answer()
    cache.keep(cache.slot('acme', scope, ['v1', 'asked']), kept, minute)
    expect(cache.read(cache.slot('acme', scope, ['v1', 'asked']))).toBe(kept)
    const others: [tenant: string, scope: string, parts: string[]][] = [
      ['rival', 'rival/hubspot/main', ['v1', 'asked']],
      ['acme', 'acme/hubspot/other', ['v1', 'asked']],
      ['acme', scope, ['v2', 'asked']],
      ['acme', scope, ['v1', 'other']],
      ['acme', scope, ['v1asked']],
      ['acme', scope, ['v1","asked']],
      ['acme', scope, ['asked', 'v1']],
    ]
    for (const other of others) expect(cache.read(cache.slot(...other))).toBeUndefined()
  })

  it('is gone when its scope moves on, and the other scopes’ answers stay', () => {
    const cache = createAnswerCache(bounds)
    const slots = () => [scope, 'acme/hubspot/other'].map((name) => cache.slot('acme', name, ['v1']))
    for (const slot of slots()) cache.keep(slot, answer(), minute)
    cache.invalidate(scope)
    expect(slots().map((slot) => cache.read(slot) !== undefined)).toEqual([false, true])
  })

  it('is not kept when its scope has moved on since it was asked for', () => {
    const cache = createAnswerCache(bounds)
    const slot = cache.slot('acme', scope, ['v1'])
    cache.invalidate(scope)
    cache.keep(slot, answer(), minute)
    expect(cache.read(slot)).toBeUndefined()
    expect(cache.read(cache.slot('acme', scope, ['v1']))).toBeUndefined()
  })

  it('is not kept when a write came in between, though the tenant was forgotten after it', () => {
    const cache = createAnswerCache(bounds)
    const slot = cache.slot('acme', scope, ['v1'])
    cache.invalidate(scope)
    cache.forgetTenant('acme')
    cache.keep(slot, answer(), minute)
    expect(cache.read(cache.slot('acme', scope, ['v1']))).toBeUndefined()
  })

  it('is gone with its tenant, and the tenants whose names begin alike keep theirs', () => {
    const cache = createAnswerCache(bounds)
    const slots = () => ['acme', 'acme-2', 'acm'].map((name) => cache.slot(name, `${name}/hubspot/main`, ['v1']))
    for (const slot of slots()) cache.keep(slot, answer(), minute)
    cache.forgetTenant('acme')
    expect(slots().map((slot) => cache.read(slot) !== undefined)).toEqual([false, true, true])
  })

  it('is gone when its time is over', async () => {
    const cache = createAnswerCache(bounds)
    const slot = cache.slot('acme', scope, ['v1'])
    cache.keep(slot, answer(), 20)
    expect(cache.read(slot)).toBeDefined()
    await expect.poll(() => cache.read(slot), { interval: 5 }).toBeUndefined()
  })
})

describe('memory', () => {
  const keep = (cache: ReturnType<typeof createAnswerCache>, tenant: string, name: string, bytes = 1000) => {
    const slot = cache.slot(tenant, `${tenant}/hubspot/main`, [name])
    cache.keep(slot, answer(bytes), minute)
    return slot
  }
  const count = (length: number, make: (index: number) => ReturnType<typeof keep>) =>
    Array.from({ length }, (_, i) => make(i))

  it('of one tenant is bounded: its oldest answers go, and nobody else’s', () => {
    const cache = createAnswerCache(bounds)
    const modest = keep(cache, 'modest', 'only')
    const slots = count(200, (i) => keep(cache, 'greedy', `thing-${i}`))
    const left = slots.map((slot) => cache.read(slot) !== undefined)
    const kept = left.filter(Boolean).length
    expect(kept).toBeGreaterThan(20)
    expect(kept * 2000).toBeLessThanOrEqual(bounds.tenant)
    expect(left.lastIndexOf(false)).toBe(left.indexOf(true) - 1)
    expect(cache.read(modest)).toBeDefined()
  })

  it('of all tenants together is bounded', () => {
    const cache = createAnswerCache(bounds)
    const slots = count(400, (i) => keep(cache, `tenant-${i % 40}`, `thing-${i}`))
    const kept = slots.filter((slot) => cache.read(slot)).length
    expect(kept).toBeGreaterThan(50)
    expect(kept * 2000).toBeLessThanOrEqual(bounds.total)
  })

  it('that was given free can be used again, however often', () => {
    const cache = createAnswerCache(bounds)
    for (let round = 0; round < 100; round++) {
      count(25, (i) => keep(cache, 'acme', `thing-${i}`))
      if (round % 2) cache.forgetTenant('acme')
    }
    const slots = count(25, (i) => keep(cache, 'acme', `thing-${i}`))
    expect(slots.every((slot) => cache.read(slot))).toBe(true)
  })

  it('is made free for a large answer by as many small ones as it takes, again and again', () => {
    const cache = createAnswerCache({ total: 64 * 2 ** 20, tenant: 32 * 2 ** 20 })
    for (let round = 0; round < 3; round++) {
      const small = count(70_000, (i) => keep(cache, 'acme', `small-${round}-${i}`, 1))
      const large = keep(cache, 'acme', `large-${round}`, 3 * 2 ** 20)
      const kept = small.map((slot) => cache.read(slot) !== undefined)
      expect(cache.read(large)).toBeDefined()
      expect(kept.lastIndexOf(false)).toBe(kept.indexOf(true) - 1)
      expect(kept.filter(Boolean).length).toBeGreaterThan(40_000)
    }
  })

  it('is not spent on an answer that is a large part of it', () => {
    const cache = createAnswerCache(bounds)
    expect(cache.read(keep(cache, 'acme', 'large', 20_000))).toBeUndefined()
  })
})
