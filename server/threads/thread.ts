import { GatewayError } from '@patchbay/core/errors'
import { createJobQueue, type JobBounds, type ThreadJob } from './job-queue.ts'
import { type Tasks, unpackError } from './messages.ts'
import { RunningWorker } from './running-worker.ts'

export interface ThreadOptions {
  /** The thread's module without its extension, as an URL: a TypeScript file, or in a bundle a JavaScript file. */
  readonly module: URL
  /** The thread's work, for messages: `reading the audit log`. */
  readonly work: string
  /**
   * Called at each start. `setUp` is the data for the module; `ended` is called when the thread has ended and released
   * everything.
   */
  readonly begin?: () => { readonly setUp: unknown; readonly ended: () => void }
  /** Called when the thread died or hangs; its tasks have failed. */
  readonly onFailure?: (error: Error) => void
  readonly bounds?: Partial<ThreadBounds>
}

export interface ThreadBounds extends JobBounds {
  /** After so long without a task the thread ends. */
  readonly idleMs: number
  /** A thread that has said nothing for so long, though it was asked, hangs: nobody waits for it any more. */
  readonly silentMs: number
  /** The same for its first word: it loads its module before, which takes a busy machine many times as long as an answer. */
  readonly startMs: number
  /** The number of hanging threads at which no further one starts. */
  readonly mostHanging: number
}

const defaultBounds: ThreadBounds = {
  idleMs: 60_000,
  silentMs: 10_000,
  startMs: 60_000,
  mostHanging: 3,
  limitMs: 60_000,
  mostAtOnce: 4,
  mostWaiting: 64,
}

/** A thread for work that must not hold up calls. It starts when it is first needed, ends when it has nothing to do, and starts again after it died. */
export interface Thread<T extends Tasks> {
  /**
   * Rejects with UNAVAILABLE if the thread dies or hangs, too many tasks wait, or the task takes too long, and with the signal's
   * reason once it is aborted.
   */
  run<N extends string & keyof T>(task: N, input: Parameters<T[N]>[0], signal?: AbortSignal): ReturnType<T[N]>
  /** Keeps the thread from ending for want of tasks, until the function that it returns is called. */
  keep(): () => void
  /** Resolves when the thread has ended. */
  close(): Promise<void>
}

/** The longest wait for the end of a thread. One that is in the middle of a long statement of SQLite ends after that. */
const endMs = 5000

export const createThread = <T extends Tasks>(options: ThreadOptions): Thread<T> => {
  const { work, begin = () => ({ setUp: undefined, ended: () => undefined }), onFailure = () => undefined } = options
  const bounds = { ...defaultBounds, ...options.bounds }
  let worker: RunningWorker | undefined
  let closing = Promise.resolve()
  let isClosed = false
  let kept = 0
  let idle: Timer | undefined
  let hanging = 0

  const unavailable = (why: string, cause?: unknown): GatewayError =>
    new GatewayError('UNAVAILABLE', `${work[0]?.toUpperCase()}${work.slice(1)} ${why}`, { retryAfter: 1, cause })

  const start = (): RunningWorker => {
    const { setUp, ended } = begin()
    const started = new RunningWorker(options.module, bounds, {
      isWorking: () => jobs.areRunning,
      onResponse(response) {
        if (response.kind === 'answer') jobs.resolve(response.id, response.answer)
        else if (response.kind === 'failed') jobs.reject(response.id, unpackError(response.error))
      },
      onHang: () => hanging++,
      onFailure: (error) => end(error),
      onClose(hung) {
        ended()
        if (hung) hanging--
      },
    })
    started.tell({ kind: 'set-up', setUp })
    closing = started.closed
    return started
  }

  /** Ends the thread after its current task. `error`: it failed, and running tasks are rejected. */
  const end = (error?: Error): void => {
    worker?.end()
    worker = undefined
    clearTimeout(idle)
    if (!error) return
    onFailure(error)
    jobs.rejectRunning(unavailable('was cut off; try again', error))
  }

  const sleepWhenIdle = (): void => {
    clearTimeout(idle)
    if (!worker || kept > 0 || jobs.areRunning) return
    idle = setTimeout(() => end(), bounds.idleMs)
    idle.unref()
  }

  const jobs = createJobQueue(bounds, {
    begin({ id, task, input }: ThreadJob) {
      if (!worker && hanging >= bounds.mostHanging) {
        jobs.reject(id, unavailable('hangs'))
        return
      }
      worker ??= start()
      clearTimeout(idle)
      worker.tell({ kind: 'run', id, task, input })
    },
    abort: (id) => worker?.tell({ kind: 'abort', id }),
    onIdle: sleepWhenIdle,
    tooMany: () => unavailable('is asked of too many at once; try again'),
    tooLong: () => unavailable(`took longer than ${bounds.limitMs / 1000} s; ask for less`),
  })

  return {
    run: ((task, input, signal) =>
      isClosed ? Promise.reject(unavailable('has ended')) : jobs.add({ task, input }, signal)) as Thread<T>['run'],
    keep() {
      kept++
      clearTimeout(idle)
      return () => {
        kept--
        sleepWhenIdle()
      }
    },
    async close() {
      isClosed = true
      jobs.rejectAll(unavailable('has ended'))
      end()
      await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, endMs).unref())])
    },
  }
}
