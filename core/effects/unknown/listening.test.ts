import { expect, test } from 'vitest'
import type { Intent } from '../../audit/index.ts'
import type { LateOutcome } from '../../context/index.ts'
import { createListening } from './listening.ts'

const intent = (id: string): Intent => ({ id }) as Intent

/** A write that never gets its answer, and ends when it is let go. */
const silent = () => {
  const { promise: outcome, resolve } = Promise.withResolvers<LateOutcome>()
  const letGo = (): void => {
    late.wasLetGo = true
    resolve({ outcome: 'unknown' })
  }
  const late = { outcome, letGo, wasLetGo: false, resolve }
  return late
}

const listen = () => {
  const learnt: string[] = []
  const errors: unknown[] = []
  const listening = createListening(
    async ({ id }, { outcome }) => {
      if (id === 'broken') throw new Error('the store is away')
      learnt.push(`${id} ${outcome}`)
    },
    (error) => errors.push(error),
  )
  return { listening, learnt, errors }
}

test('of 65 writes the oldest is let go, and the others are waited for', async () => {
  const { listening, learnt } = listen()
  const writes = Array.from({ length: 65 }, silent)
  for (const [n, late] of writes.entries()) listening.add(intent(`write-${n}`), late)
  expect(writes.map(({ wasLetGo }) => wasLetGo)).toEqual([true, ...Array(64).fill(false)])
  for (const { resolve } of writes) resolve({ outcome: 'done' })
  await listening.close(10_000)
  expect(learnt).toEqual(Array.from({ length: 64 }, (_, n) => `write-${n + 1} done`))
})

test('what stays unknown isn’t recorded, and what can’t be recorded is told', async () => {
  const { listening, learnt, errors } = listen()
  for (const id of ['lost', 'broken', 'refused']) {
    const late = silent()
    listening.add(intent(id), late)
    late.resolve({ outcome: id === 'lost' ? 'unknown' : 'absent' })
  }
  await listening.close(10_000)
  expect(learnt).toEqual(['refused absent'])
  expect(errors).toMatchObject([{ message: 'the store is away' }])
})

test('a stop waits no longer than it may, and lets the rest go', async () => {
  const { listening, learnt } = listen()
  const late = silent()
  listening.add(intent('slow'), late)
  await listening.close(20)
  expect([late.wasLetGo, learnt]).toEqual([true, []])
})

test('a stop waits until what was learnt is recorded', async () => {
  const { listening, learnt } = listen()
  const late = silent()
  listening.add(intent('answered'), late)
  setTimeout(() => late.resolve({ outcome: 'done' }), 20)
  await listening.close(10_000)
  expect([late.wasLetGo, learnt]).toEqual([false, ['answered done']])
})
