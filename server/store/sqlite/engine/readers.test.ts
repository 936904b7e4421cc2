import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReaders, createReadTurn } from './readers.ts'

const open = () => {
  const readers = createReaders()
  const { flags, close } = readers.open()
  return { readers, close, turn: createReadTurn(flags) }
}

test('the writer learns whether somebody is in the middle of a read', async () => {
  const { readers, turn } = open()
  expect(readers.pause()).toBe(true)
  readers.resume()
  await turn(() => expect(readers.pause()).toBe(false))
  expect(readers.pause()).toBe(true)
})

test('no read begins while the writer copies, and those that wait begin afterwards', async () => {
  const { readers, turn } = open()
  readers.pause()
  let reads = 0
  const waiting = Promise.all([turn(() => reads++), turn(() => reads++)])
  for (let turns = 0; turns < 100; turns++) await nextTurn()
  expect([reads, readers.pause()]).toEqual([0, true])
  readers.resume()
  await waiting
  expect(reads).toBe(2)
})

test('a read that fails holds up nobody', async () => {
  const { readers, turn } = open()
  const read = () => {
    throw new Error('the disk')
  }
  await expect(turn(read)).rejects.toThrow('the disk')
  expect(readers.pause()).toBe(true)
})

test('a reader that died in the middle of a read holds up nobody once it is gone', async () => {
  const { readers, turn, close } = open()
  await turn(() => {
    close()
    expect(readers.pause()).toBe(true)
  })
})
