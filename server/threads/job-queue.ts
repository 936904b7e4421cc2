import type { GatewayError } from '@patchbay/core/errors'

export interface ThreadJob {
  readonly id: number
  readonly task: string
  readonly input: unknown
}

export interface JobBounds {
  readonly mostAtOnce: number
  readonly mostWaiting: number
  /** The time that a job may take, its wait for others included. */
  readonly limitMs: number
}

/** The functions of a thread for its jobs. */
export interface JobRunner {
  begin(job: ThreadJob): void
  abort(id: number): void
  /** Called when none runs and none waits. */
  onIdle(): void
  tooMany(): GatewayError
  tooLong(): GatewayError
}

interface OpenJob extends ThreadJob {
  isRunning: boolean
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** The jobs of a thread: a limited number runs at once, and a limited number waits, first come, first served. */
export const createJobQueue = ({ mostAtOnce, mostWaiting, limitMs }: JobBounds, runner: JobRunner) => {
  const open = new Map<number, OpenJob>()
  const waiting: OpenJob[] = []
  let ids = 0
  let running = 0

  const beginNext = (): void => {
    while (running < mostAtOnce) {
      const job = waiting.shift()
      if (!job) break
      running++
      job.isRunning = true
      runner.begin(job)
    }
    if (running === 0) runner.onIdle()
  }
  /** The thread is done with a job, whether somebody still waits for it or not. */
  const finish = (id: number): OpenJob | undefined => {
    const job = open.get(id)
    if (!job) return undefined
    open.delete(id)
    if (job.isRunning) running--
    return job
  }
  /** Nobody waits for the job any more. One that runs keeps its place until the thread has stopped it. */
  const giveUp = (job: OpenJob, error: unknown): void => {
    job.reject(error)
    if (job.isRunning) {
      runner.abort(job.id)
      return
    }
    open.delete(job.id)
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
  }

  return {
    get areRunning(): boolean {
      return running > 0
    },
    async add({ task, input }: Omit<ThreadJob, 'id'>, signal?: AbortSignal): Promise<unknown> {
      signal?.throwIfAborted()
      if (waiting.length >= mostWaiting) throw runner.tooMany()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const job: OpenJob = { id: ++ids, task, input, isRunning: false, resolve, reject }
      const onAbort = (): void => giveUp(job, signal?.reason)
      const limit = setTimeout(() => giveUp(job, runner.tooLong()), limitMs)
      signal?.addEventListener('abort', onAbort)
      open.set(job.id, job)
      waiting.push(job)
      beginNext()
      try {
        return await promise
      } finally {
        clearTimeout(limit)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    resolve(id: number, answer: unknown): void {
      finish(id)?.resolve(answer)
      beginNext()
    },
    reject(id: number, error: unknown): void {
      finish(id)?.reject(error)
      beginNext()
    },
    /** The thread has died. */
    rejectRunning(error: unknown): void {
      for (const { id, isRunning } of [...open.values()]) if (isRunning) finish(id)?.reject(error)
      beginNext()
    },
    rejectAll(error: unknown): void {
      waiting.length = 0
      for (const { id } of [...open.values()]) finish(id)?.reject(error)
    },
  }
}
