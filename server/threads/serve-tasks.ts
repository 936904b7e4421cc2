import { setPriority } from 'node:os'
import { inBackground } from '@patchbay/core/in-background'
import { packError, type Tasks, type ThreadRequest, type ThreadResponse } from './messages.ts'

declare const self: Worker

/** The priority of a thread on Linux, below that of the thread that answers calls. Elsewhere it would be that of the whole process. */
const priority = 10

/**
 * Serves tasks in a thread, whose module calls it. `create` makes the tasks from the thread's set-up data. Tasks take
 * turns wherever they wait.
 */
export const serveTasks = <SetUp>(create: (setUp: SetUp) => Tasks): void => {
  const running = new Map<number, AbortController>()
  let tasks: Tasks | Error = new Error('the thread was not set up')

  const say = (response: ThreadResponse): void => self.postMessage(response)
  const run = async (id: number, task: string, input: unknown): Promise<void> => {
    const aborter = new AbortController()
    running.set(id, aborter)
    try {
      if (tasks instanceof Error) throw tasks
      const work = tasks[task]
      if (!work) throw new Error(`the thread has no task ${task}`)
      say({ kind: 'answer', id, answer: await work(input, aborter.signal) })
    } catch (error) {
      say({ kind: 'failed', id, error: packError(error) })
    } finally {
      running.delete(id)
    }
  }
  const setUpWith = (setUp: SetUp): void => {
    try {
      tasks = create(setUp)
    } catch (error) {
      tasks = error instanceof Error ? error : new Error(String(error))
    }
  }

  if (process.platform === 'linux') setPriority(0, priority)
  self.onmessage = ({ data }: MessageEvent<ThreadRequest>) => {
    if (data.kind === 'run') inBackground(run(data.id, data.task, data.input), 'run_task')
    else if (data.kind === 'abort') running.get(data.id)?.abort()
    else if (data.kind === 'ping') say({ kind: 'pong' })
    // In a thread, this ends the thread.
    else if (data.kind === 'end') process.exit()
    else setUpWith(data.setUp as SetUp)
  }
  // The module is loaded: from here on silence means something.
  say({ kind: 'pong' })
}
