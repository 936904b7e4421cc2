import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unavailable } from '../../rules/unavailable.ts'
import { atOnce, createFilling } from './filling.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A table, and the number of entries that wait for it. */
const startFilling = (atStart = 0) => {
  const state = { waiting: atStart, fills: 0, isFull: false }
  const filling = createFilling(async (entries) => {
    if (state.isFull) throw unavailable(new Error('no room'))
    const filled = Math.min(entries, state.waiting)
    state.waiting -= filled
    state.fills += 1
    return filled
  }, atStart)
  const add = (entries: number): void => {
    state.waiting += entries
    filling.add(entries)
  }
  return { state, add, close: filling.close }
}

test('entries come into the table when enough of them wait', async () => {
  const { state, add } = startFilling()
  add(atOnce - 1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state).toMatchObject({ waiting: atOnce - 1, fills: 0 })
  add(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state).toMatchObject({ waiting: 0, fills: 1 })
})

test('what waited when the store was opened comes into the table', async () => {
  const { state } = startFilling(10 * atOnce)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state).toMatchObject({ waiting: 0, fills: 10 })
})

test('there is a pause after each filling, and none where too many wait', async () => {
  const { state, add } = startFilling()
  add(100 * atOnce)
  await vi.advanceTimersByTimeAsync(1000)
  expect(state.fills).toBe(5)
  add(1_000_000)
  await vi.advanceTimersByTimeAsync(1500)
  expect(state.fills).toBeGreaterThan(1000)
})

test('what could not be moved is tried again', async () => {
  const { state, add } = startFilling()
  state.isFull = true
  add(atOnce)
  await vi.advanceTimersByTimeAsync(1000)
  expect(state).toMatchObject({ waiting: atOnce, fills: 0 })
  state.isFull = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(state).toMatchObject({ waiting: 0, fills: 1 })
})

test('nothing is moved after the end', async () => {
  const { state, add, close } = startFilling(atOnce)
  close()
  add(atOnce)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state.fills).toBe(0)
})
