import { expect, test, vi } from 'vitest'
import { createTurns } from './fetch-turns.ts'

/** Starts work that runs until the test ends it by its name. */
const start = () => {
  const turns = createTurns()
  const ends = new Map<string, () => void>()
  const begin = (network: string, name: string) =>
    turns(network, () => new Promise<string>((resolve) => ends.set(name, () => resolve(name))))
  return { begin, underWay: ends, end: (name: string) => ends.get(name)?.() }
}
const began = (names: ReadonlyMap<string, unknown>): string => [...names.keys()].join('')
const refused = { code: 'UNAVAILABLE', status: 503, extras: { retryAfter: 5 } }

test('four run at once, two of them for one address; the next begins as soon as one has ended', async () => {
  const { begin, underWay, end } = start()
  const work = [...'aaabbcd'].map((network, n) => begin(network, String(n)))
  await expect.poll(() => began(underWay)).toBe('0134')
  end('3')
  await work[3]
  await expect.poll(() => began(underWay)).toBe('01345')
  end('0')
  await expect.poll(() => began(underWay)).toBe('013452')
  end('1')
  await expect.poll(() => began(underWay)).toBe('0134526')
  for (const name of underWay.keys()) end(name)
  expect(await Promise.all(work)).toEqual([...'0123456'])
})

test('a request whose turn does not come within 5 s is refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { begin, underWay, end } = start()
  const work = [begin('a', '1'), begin('a', '2')]
  const late = begin('a', '3').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(await late).toMatchObject(refused)
  end('1')
  end('2')
  await Promise.all(work)
  expect(began(underWay)).toBe('12')
})

test('eight may wait for one address, and 32 in all; more are refused at once', async () => {
  const { begin, underWay, end } = start()
  const fill = (network: string, count: number) => Array.from({ length: count }, (_, n) => begin(network, network + n))
  const work = fill('a', 10)
  await expect(begin('a', 'more')).rejects.toMatchObject(refused)
  work.push(...fill('b', 10), ...fill('c', 8), ...fill('d', 8))
  await expect(begin('e', 'more')).rejects.toMatchObject(refused)
  const done = Promise.all(work)
  await expect
    .poll(() => {
      for (const name of underWay.keys()) end(name)
      return underWay.size
    })
    .toBe(36)
  for (const name of underWay.keys()) end(name)
  expect(await done).toHaveLength(36)
})
