import { expect, test } from 'vitest'
import { createWritesUnderWay } from './writes-under-way.ts'

const soon = () => ({ at: performance.now() + 2000 })

const start = () => createWritesUnderWay({ find: () => undefined })

/** A write whose caller hung up, and which is recorded when told. */
const openGone = () => {
  const recording = Promise.withResolvers<void>()
  return { write: { isGone: () => true, whenRecorded: () => recording.promise }, record: recording.resolve }
}

test('a repeat waits until all equal writes are recorded whose callers hung up, and for no other', async () => {
  const underWay = start()
  const [first, second] = [openGone(), openGone()]
  underWay.add('same', first.write)
  underWay.add('same', second.write)
  underWay.add('same', { isGone: () => false, whenRecorded: () => Promise.withResolvers<void>().promise })
  underWay.add('other', openGone().write)
  let isOver = false
  const waiting = underWay.awaitGone('same', soon())?.then(() => {
    isOver = true
  })
  first.record()
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  second.record()
  await waiting
  expect(isOver).toBe(true)
})

test('nothing is waited for once the write is over', () => {
  const underWay = start()
  const { write } = openGone()
  underWay.add('same', write)
  underWay.remove('same', write)
  expect(underWay.awaitGone('same', soon())).toBeUndefined()
})

test('a repeat waits no longer than half of its time', async () => {
  const underWay = start()
  underWay.add('same', openGone().write)
  const deadline = soon()
  await underWay.awaitGone('same', deadline)
  expect(performance.now()).toBeLessThan(deadline.at)
})
