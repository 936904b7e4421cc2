import { expect, test } from 'vitest'
import { createRunPlaces, type PlacedRun } from './run-places.ts'

/** Places, and runs that note what happens to them. */
const openPlaces = (options: Partial<Parameters<typeof createRunPlaces>[0]> = {}) => {
  const places = createRunPlaces({ mostThere: 8, mostComputing: 2, mostWaiting: 16, ...options })
  const come = (tenant: string, { canComeAgain = true } = {}) => {
    const seen: string[] = []
    const run: PlacedRun = {
      tenant,
      enter: () => seen.push('there'),
      compute: () => seen.push('computes'),
      pause: () => seen.push('paused'),
      giveUp: () => seen.push('gone'),
      canComeAgain: () => canComeAgain,
      refuse: () => seen.push('refused'),
    }
    places.come(run)
    return { run, seen, state: () => seen.at(-1) ?? 'waits' }
  }
  return { places, come, comeAll: (tenant: string, count: number) => Array.from({ length: count }, () => come(tenant)) }
}
const states = (runs: readonly { state(): string }[]) => runs.map(({ state }) => state())

test('one tenant has all places while nobody else comes, and two of its runs compute', () => {
  const { places, comeAll } = openPlaces()
  const runs = comeAll('acme', 9)
  expect(states(runs)).toEqual([...Array(8).fill('there'), 'waits'])
  for (const { run } of runs.slice(0, 3)) places.wantProcessor(run)
  expect(states(runs).slice(0, 4)).toEqual(['computes', 'computes', 'there', 'there'])
  // A run that waits for a call leaves the processor to the next.
  for (const { run } of runs.slice(0, 1)) places.rest(run)
  expect(runs[2]?.state()).toBe('computes')
})

test('another tenant gets two places at once, from the newest run that only waits; the first tenant keeps two', () => {
  const { places, come, comeAll } = openPlaces({ mostThere: 4 })
  const runs = comeAll('acme', 4)
  const [, , , last] = runs
  if (last) places.wantProcessor(last.run)
  expect([come('rival').state(), come('rival').state(), come('rival').state()]).toEqual(['there', 'there', 'waits'])
  expect(states(runs)).toEqual(['there', 'gone', 'gone', 'computes'])
})

test('a run that could not begin anew is the last to go', () => {
  const { come } = openPlaces({ mostThere: 3 })
  const runs = [come('acme'), come('acme'), come('acme', { canComeAgain: false })]
  come('rival')
  expect(states(runs)).toEqual(['there', 'gone', 'there'])
})

test('places that become free go to the tenant that has least', () => {
  const { places, comeAll, come } = openPlaces({ mostThere: 4 })
  const acme = comeAll('acme', 2)
  const other = comeAll('other', 2)
  const waiting = [...comeAll('acme', 3), come('rival')]
  expect(states(waiting)).toEqual(['waits', 'waits', 'waits', 'waits'])
  for (const { run } of acme.slice(0, 1)) places.leave(run)
  expect(states(waiting)).toEqual(['waits', 'waits', 'waits', 'there'])
  for (const { run } of other) places.leave(run)
  expect(states(waiting)).toEqual(['there', 'there', 'waits', 'there'])
})

test('a run that computes for long is paused for another tenant, and goes on in its turn', () => {
  const { places, come, comeAll } = openPlaces()
  const runs = comeAll('acme', 3)
  for (const { run } of runs) places.wantProcessor(run)
  const [first, second] = runs as [(typeof runs)[number], (typeof runs)[number]]
  // Nobody else waits, so its own do.
  places.giveTurn(first.run)
  expect(states(runs)).toEqual(['computes', 'computes', 'there'])
  const rival = come('rival')
  places.wantProcessor(rival.run)
  expect(rival.state()).toBe('there')
  places.giveTurn(first.run)
  expect([rival.state(), ...states(runs)]).toEqual(['computes', 'paused', 'computes', 'there'])
  places.leave(rival.run)
  places.leave(second.run)
  expect(states([first, ...runs.slice(2)])).toEqual(['computes', 'computes'])
})

test('a full queue takes a tenant that has less in it, in place of the newest run of the one with most', () => {
  const { comeAll, come } = openPlaces({ mostThere: 2, mostWaiting: 3 })
  comeAll('acme', 1)
  comeAll('other', 1)
  const queue = comeAll('acme', 3)
  expect(() => come('acme')).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  expect(come('rival').state()).toBe('waits')
  expect(states(queue)).toEqual(['waits', 'waits', 'refused'])
})

test('those who wait are refused when the gateway stops', () => {
  const { places, comeAll } = openPlaces({ mostThere: 1 })
  const runs = comeAll('acme', 2)
  places.close()
  expect(states(runs)).toEqual(['there', 'refused'])
})
