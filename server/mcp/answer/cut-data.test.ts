import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { times } from '../../../test/times.ts'
import { cutData, sliceAfterPosition } from './cut-data.ts'

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const cutOf = (value: unknown, bytes: number) => {
  const cut = cutData(value, bytes)
  return cut && { ...cut, rest: sliceAfterPosition(value, cut.end) }
}

/** The parts joined as a reader would: lists and texts continue, objects get more members. */
const joined = (a: unknown, b: unknown): unknown => {
  if (typeof a === 'string' && typeof b === 'string') return a + b
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b]
  return { ...Object(a), ...Object(b) }
}

/** Joins the rest to a part: at the pointer of the cut it goes on, everything else is new. */
const mended = (part: unknown, rest: unknown, [step, ...steps]: string[]): unknown => {
  if (step === undefined) return joined(part, rest)
  if (Array.isArray(part) && Array.isArray(rest)) {
    return [...part.slice(0, -1), mended(part.at(-1), rest[0], steps), ...rest.slice(1)]
  }
  const [left, right] = [Object(part), Object(rest)]
  return { ...left, ...right, [step]: mended(left[step], right[step], steps) }
}

const stepsOf = (at: string): string[] =>
  at
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const partsOf = (value: unknown, bytes: number): { parts: unknown[]; whole: unknown } => {
  const cut = cutOf(value, bytes)
  if (!cut) return { parts: [value], whole: value }
  const { parts, whole } = partsOf(cut.rest, bytes)
  return { parts: [cut.part, ...parts], whole: mended(cut.part, whole, stepsOf(cut.at)) }
}

describe('a large answer', () => {
  const items = Array.from({ length: 100 }, (_, id) => ({ id, name: 'x'.repeat(50) }))

  it('is cut between the items of its list, and says how many there are', () => {
    const { part, at, returned, total } = cutData(items, 1000) ?? {}
    expect({ part, at, returned, total }).toEqual({ part: items.slice(0, 14), at: '', returned: 14, total: 100 })
  })

  it('is cut in the list that it holds; what stands around it stays', () => {
    const cut = cutOf({ total: 100, results: items, paging: { next: 'b' } }, 1000)
    expect(cut).toMatchObject({
      part: { total: 100, results: items.slice(0, 14) },
      rest: { results: items.slice(14), paging: { next: 'b' } },
      at: '/results',
      returned: 14,
      total: 100,
    })
  })

  it('leaves an item that has no room left to the next part, whole', () => {
    const rows = [['a'.repeat(300)], ['b'.repeat(300)], ['c'.repeat(300)]]
    expect(cutOf(rows, 500)).toMatchObject({ part: [rows[0]], rest: [rows[1], rows[2]] })
  })

  it('is cut inside of an item that alone is too large', () => {
    const cut = cutOf([{ id: 1, notes: 'n'.repeat(5000) }, { id: 2 }], 1000)
    expect(cut?.at).toBe('/0/notes')
    expect(cut?.part).toMatchObject([{ id: 1, notes: expect.stringMatching(/^n+$/) }])
    expect(cut?.rest).toMatchObject([{ notes: expect.stringMatching(/^n+$/) }, { id: 2 }])
    expect([cut?.returned, cut?.total]).toEqual([expect.any(Number), 5000])
  })

  it('is cut between the members of an object that holds no list', () => {
    const value = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`member_${n}`, 'v'.repeat(40)]))
    const cut = cutOf(value, 1000)
    expect(cut).toMatchObject({ at: '', total: 50 })
    expect({ ...Object(cut?.part), ...Object(cut?.rest) }).toEqual(value)
  })

  it('keeps surrogate pairs together', () => {
    const { parts } = partsOf('😀'.repeat(500), 300)
    expect(parts.every((part) => String(part).isWellFormed())).toBe(true)
    expect(parts.join('')).toBe('😀'.repeat(500))
  })

  it('is looked at a few times, however deep what is cut lies', () => {
    let looks = 0
    const leaf = {
      get text() {
        looks++
        return 'x'.repeat(9000)
      },
    }
    const nested = Array.from({ length: 500 }).reduce<unknown>((value) => ({ a: value }), leaf)
    expect(cutData(nested, 5000)?.at).toMatch(/^(\/a){500}\/text$/)
    expect(looks).toBeLessThan(10)
  })

  it.each([
    ['a number', 12345],
    ['a list of one number', [123456789]],
    ['nothing', null],
    ['what fits', { a: 1 }],
  ])('that is %s is not cut', (_what, value) => {
    expect(cutData(value, 8)).toBeUndefined()
  })

  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 3 }, fc.string({ maxLength: 300 }), fc.integer(), tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 20 }),
    object: fc.dictionary(fc.stringMatching(/^[a-z/~]{1,8}$/), tie('any'), { maxKeys: 12 }),
  })).any

  it('loses nothing, whatever it is: the parts make the whole', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 64, max: 600 }), (whole, bytes) => {
        expect(partsOf(whole, bytes).whole).toEqual(whole)
      }),
      { numRuns: times(500) },
    )
  })

  it('has no part that is larger than it may be, where its names are short', () => {
    fc.assert(
      fc.property(value, (whole) => {
        for (const part of partsOf(whole, 600).parts) expect(sizeOf(part)).toBeLessThanOrEqual(600)
      }),
      { numRuns: times(500) },
    )
  })
})
