import { GatewayError } from '@patchbay/core/errors'
import { runLimits } from '../tools/run-limits.ts'
import type { CallResult, RunEnd, RunRequest } from './sandbox/messages.ts'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'

/** A call that the code makes: its answer's `data` or its error's envelope, as JSON, and what the code's clock says then. Never rejects. */
export type AnswerCall = (id: number, json: string) => Promise<Pick<CallResult, 'isError' | 'json' | 'now'>>

export interface RunPool {
  /**
   * Runs code, as soon as one of the places is free. Rejects with UNAVAILABLE if too many wait, with TIMEOUT if the code doesn't end, and
   * with the signal's reason once it is aborted. The code is stopped then, wherever it is.
   */
  run(request: Omit<RunRequest, 'kind' | 'cpuMs'>, answer: AnswerCall, signal: AbortSignal): Promise<RunEnd>
  /** Ends all processes. */
  close(): Promise<void>
}

export interface RunPoolOptions {
  readonly mostAtOnce?: number
  readonly mostWaiting?: number
  /** A process without a run ends after so long. */
  readonly idleMs?: number
  /** A process that computes for so long without a word, though its code waits for nothing, is in a step that doesn't end. */
  readonly silentMs?: number
  /** A run that has used so much processor time goes on only while nobody else wants the processor. */
  readonly promptMs?: number
  /** The processor time of a run. */
  readonly cpuMs?: number
}

interface Waiting {
  begin(): void
  refuse(error: GatewayError): void
}

const busy = () =>
  new GatewayError('UNAVAILABLE', 'Too many runs of code wait for a place; try again', { retryAfter: 5 })
const stuck = () =>
  new GatewayError('TIMEOUT', 'The code was stopped: it did not end within its time. Do less in one run')
const ended = () => new GatewayError('UNAVAILABLE', 'The gateway stops; try again', { retryAfter: 1 })

/** Between two looks at what a run has used. */
const lookMs = 100

/** Runs code in processes of their own, of which none is there before the first run. */
export const createRunPool = ({
  mostAtOnce = 2,
  mostWaiting = 16,
  idleMs = 60_000,
  silentMs = 20_000,
  promptMs = 500,
  cpuMs = runLimits.cpuMs,
}: RunPoolOptions = {}): RunPool => {
  const idle = new Map<SandboxProcess, Timer>()
  const running = new Set<SandboxProcess>()
  const waiting: Waiting[] = []
  let atOnce = 0
  let isClosed = false

  const takeProcess = (): SandboxProcess => {
    const [kept] = idle.keys()
    if (!kept) return startSandboxProcess()
    clearTimeout(idle.get(kept))
    idle.delete(kept)
    return kept
  }
  const keepProcess = (kept: SandboxProcess): void => {
    const timer = setTimeout(() => {
      idle.delete(kept)
      kept.kill()
    }, idleMs)
    timer.unref()
    idle.set(kept, timer)
    void kept.exited.then(() => {
      clearTimeout(timer)
      idle.delete(kept)
    })
  }

  /** Resolves when a place is free. */
  const takePlace = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (isClosed) throw ended()
    if (atOnce < mostAtOnce) {
      atOnce++
      return Promise.resolve()
    }
    if (waiting.length >= mostWaiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting = { begin: resolve, refuse: reject }
    const leave = (): void => {
      const at = waiting.indexOf(entry)
      if (at < 0) return
      waiting.splice(at, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    waiting.push(entry)
    return promise
  }
  const leavePlace = (): void => {
    const next = waiting.shift()
    if (next) next.begin()
    else atOnce--
  }

  /** The process may have another run as soon as this one has ended: what comes later is not for it. */
  const runIn = (process: SandboxProcess, request: RunRequest, answer: AnswerCall, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<RunEnd>()
    let open = 0
    let calls = 0
    const usedBefore = process.usedMs()
    let usedWhenHeard = usedBefore
    let isHeard = false
    let hasEnded = false
    const stop = (error: unknown): void => {
      if (hasEnded) return
      process.kill()
      reject(error)
    }
    const onAbort = (): void => stop(signal.reason)
    const total = setTimeout(() => stop(stuck()), runLimits.totalMs)
    const watch = setInterval(() => {
      const used = process.usedMs()
      if (isHeard || open > 0) usedWhenHeard = used
      isHeard = false
      if (used - usedBefore > promptMs) process.giveWay()
      if (used - usedWhenHeard > silentMs) stop(stuck())
    }, lookMs)
    signal.addEventListener('abort', onAbort, { once: true })
    const settle = async (id: number, json: string): Promise<void> => {
      const result = await answer(id, json)
      if (hasEnded) return
      open--
      isHeard = true
      process.settle({ kind: 'result', id, ...result })
    }
    process.run(request, {
      call({ id, json }) {
        isHeard = true
        open++
        // The sandbox counts them itself. What it says is believed no further than that.
        if (++calls > runLimits.calls || open > runLimits.callsAtOnce) stop(stuck())
        else settle(id, json).catch(stop)
      },
      end: resolve,
      lost: () => reject(stuck()),
    })
    return promise.finally(() => {
      hasEnded = true
      clearTimeout(total)
      clearInterval(watch)
      signal.removeEventListener('abort', onAbort)
    })
  }

  return {
    async run(request, answer, signal) {
      await takePlace(signal)
      try {
        signal.throwIfAborted()
        // Nobody would end a process that is started after the others were.
        if (isClosed) throw ended()
        const process = takeProcess()
        running.add(process)
        try {
          const end = await runIn(process, { kind: 'run', cpuMs, ...request }, answer, signal)
          if (end.isSpent || process.hasGivenWay() || isClosed) process.kill()
          else keepProcess(process)
          return end
        } finally {
          running.delete(process)
        }
      } finally {
        leavePlace()
      }
    },
    async close() {
      isClosed = true
      for (const { refuse } of waiting.splice(0)) refuse(ended())
      const all = [...idle.keys(), ...running]
      for (const process of all) process.kill()
      await Promise.all(all.map(({ exited }) => exited))
    },
  }
}
