import { expect, it } from 'vitest'
import { createContinuations, type Kept } from './continuations.ts'

const quiet = { listen: () => () => {} }
const kept = (megabytes: number): Kept => ({
  domain: 'hubspot',
  body: { action: 'list' },
  account: 'main',
  status: 200,
  rest: 'x'.repeat(megabytes * 2 ** 20),
  seen: { at: '/results', count: 1 },
})

it('one tenant keeps 16 MiB: its oldest parts make room for new ones, and nobody else’s', () => {
  const continuations = createContinuations(quiet)
  const other = continuations.keep('other', kept(10), undefined)
  const [first = '', ...names] = [1, 2, 3, 4].map(() => continuations.keep('acme', kept(5), undefined))
  expect(() => continuations.find('acme', first)).toThrow('unknown or older than ten minutes')
  for (const name of names) expect(continuations.find('acme', name).rest).toHaveLength(5 * 2 ** 20)
  expect(continuations.find('other', other).account).toBe('main')
})

it('what was called counts as well, so that large calls with small rests are bounded too', () => {
  const continuations = createContinuations(quiet)
  const call = () => ({ ...kept(0), body: { action: 'search', query: 'x'.repeat(2 ** 20) } })
  const names = Array.from({ length: 20 }, () => continuations.keep('acme', call(), undefined))
  const found = names.filter((name) => {
    try {
      return continuations.find('acme', name)
    } catch {
      return false
    }
  })
  expect(found).toEqual(names.slice(-15))
})

it('a part that is asked for again keeps its name and is kept once', () => {
  const continuations = createContinuations(quiet)
  const name = continuations.keep('acme', kept(1), undefined)
  expect(continuations.keep('acme', kept(1), name)).toBe(continuations.keep('acme', kept(1), name))
  expect(continuations.keep('acme', kept(1), name)).not.toBe(name)
})
