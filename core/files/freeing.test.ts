import { expect, test } from 'vitest'
import { freeing } from './freeing.ts'

test('a piece can be read until the next one is asked for, and its memory is free from then on', async () => {
  const chunks = [new Uint8Array([1, 2]), new Uint8Array([3])]
  const pieces = freeing(
    (async function* () {
      yield* chunks
    })(),
  )
  expect((await pieces.next()).value).toEqual(new Uint8Array([1, 2]))
  expect((await pieces.next()).value).toEqual(new Uint8Array([3]))
  expect(chunks.map(({ length }) => length)).toEqual([0, 1])
  expect((await pieces.next()).done).toBe(true)
  expect(chunks.map(({ length }) => length)).toEqual([0, 0])
})

test('a part of a larger buffer is left alone', async () => {
  const whole = new Uint8Array([1, 2, 3])
  for await (const piece of freeing(
    (async function* () {
      yield whole.subarray(1)
    })(),
  ))
    expect([...piece]).toEqual([2, 3])
  expect([...whole]).toEqual([1, 2, 3])
})
