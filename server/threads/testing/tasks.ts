/** The module of a thread for tests. */
import { setTimeout as sleep } from 'node:timers/promises'
import { GatewayError } from '@patchbay/core/errors'
import { serveTasks } from '../serve-tasks.ts'

export interface TestSetUp {
  readonly greeting: string
}

const createTasks = ({ greeting }: TestSetUp) => {
  if (greeting === '') throw new Error('no greeting')
  let aborted = 0
  return {
    greet: async (name: string) => `${greeting} ${name}`,
    countAborted: async (_: null) => aborted,
    refuse: async (message: string): Promise<never> => {
      throw new GatewayError('CONFLICT', message, { retryAfter: 7, cause: new Error('inside') })
    },
    fail: async (message: string): Promise<never> => {
      throw new Error(message)
    },
    answerFunction: async (_: null) => () => undefined,
    /** Until it is aborted. */
    wait: async (_: null, signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) await sleep(1)
      aborted++
      signal.throwIfAborted()
    },
    /** Until somebody sets and notifies the number. */
    hang: async (until: Int32Array): Promise<void> => {
      Atomics.wait(until, 0, 0)
    },
    die: async (_: null): Promise<never> => process.exit(3),
    throwLater: async (_: null): Promise<void> => {
      setTimeout(() => {
        throw new Error('nobody catches this')
      })
      await sleep(60_000)
    },
  }
}

export type TestTasks = ReturnType<typeof createTasks>

serveTasks(createTasks)
