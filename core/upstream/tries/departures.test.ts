import { setImmediate as endOfTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { arrive, depart } from './departures.ts'

let departed = 0
const departMany = (requests: number) => {
  for (let n = 0; n < requests; n++) {
    Promise.resolve(depart()).then(() => {
      departed++
    })
  }
}
/** Runs what needn't wait for the event loop. */
const microtasks = async () => {
  for (let n = 0; n < 5; n++) await undefined
}

afterEach(() => {
  for (; departed > 0; departed--) arrive()
})

test('a request that is alone departs at once', async () => {
  departMany(1)
  await microtasks()
  expect(departed).toBe(1)
})

test('requests of one turn depart when the turn ends, in groups of 16 before that', async () => {
  departMany(1 + 16 + 16 + 3)
  await microtasks()
  expect(departed).toBe(1 + 16 + 16)
  await endOfTurn()
  expect(departed).toBe(36)
})

test('the next request is alone again when all others have arrived', async () => {
  departMany(3)
  await endOfTurn()
  for (; departed > 0; departed--) arrive()
  departMany(1)
  await microtasks()
  expect(departed).toBe(1)
})
