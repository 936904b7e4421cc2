import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ThreadRequest, ThreadResponse } from './messages.ts'

export interface WorkerEvents {
  /** Tells whether the worker has something to do: only then must it answer. */
  isWorking(): boolean
  onResponse(response: ThreadResponse): void
  /** Called before `onFailure` when the worker has said nothing for too long. */
  onHang(): void
  /** Called when the worker died or hangs, unless it was ended before. */
  onFailure(error: Error): void
  /** Called when the worker has ended and released everything, even one that hung. */
  onClose(hung: boolean): void
}

/** The file of a thread's module. */
const findModule = (module: URL): string => {
  const [bundled, source] = ['.js', '.ts'].map((extension) => fileURLToPath(module) + extension)
  return bundled !== undefined && existsSync(bundled) ? bundled : (source ?? '')
}

/** The longest silence of a worker that works: from its start to its first word, and later. */
interface Patience {
  readonly startMs: number
  readonly silentMs: number
}

/** One worker, from its start to its end. While it works it is pinged, and it hangs if it has been silent for too long. */
export class RunningWorker {
  readonly #worker: Worker
  readonly #watch: Timer
  readonly #closed = Promise.withResolvers<void>()
  #unanswered = 0
  #hasStarted = false
  #isEnded = false
  #hangs = false

  constructor(module: URL, { startMs, silentMs }: Patience, events: WorkerEvents) {
    const everyMs = silentMs / 10
    this.#worker = new Worker(findModule(module), { name: basename(module.pathname), ref: false })
    const fail = (error: Error): void => {
      if (!this.#isEnded) events.onFailure(error)
    }
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ThreadResponse>) => {
      if (this.#isEnded) return
      this.#unanswered = 0
      this.#hasStarted = true
      events.onResponse(data)
    })
    this.#worker.addEventListener('error', ({ message }) => fail(new Error(message)))
    this.#worker.addEventListener('close', () => {
      events.onClose(this.#hangs)
      this.#closed.resolve()
      fail(new Error('it has ended'))
    })
    this.#watch = setInterval(() => {
      if (!events.isWorking()) return
      if (this.#unanswered++ * everyMs < (this.#hasStarted ? silentMs : startMs)) {
        this.tell({ kind: 'ping' })
        return
      }
      this.#hangs = true
      events.onHang()
      fail(new Error('it does not answer'))
    }, everyMs)
    this.#watch.unref()
  }

  /** Resolves when the worker has ended. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  tell(request: ThreadRequest): void {
    this.#worker.postMessage(request)
  }

  /**
   * Lets the worker end itself when it comes to the message. It isn't terminated: while a thread that hangs in a read of the disk can't be
   * stopped, JavaScriptCore lets no other thread collect garbage.
   */
  end(): void {
    this.tell({ kind: 'end' })
    this.#isEnded = true
    clearInterval(this.#watch)
  }
}
