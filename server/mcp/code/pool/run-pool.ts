import { runLimits } from '../../tools/run-limits.ts'
import type { RunEnd, RunRequest } from '../sandbox/messages.ts'
import { createSandboxProcesses } from './processes.ts'
import { type OnceParts, type PoolRun, runOnce, stuck } from './run-once.ts'
import { createRunPlaces } from './run-places.ts'

export interface RunPool {
  /**
   * Runs code, as soon as there is a place for it. Rejects with UNAVAILABLE if too many wait, with TIMEOUT if the code doesn't end, with what
   * `answer` rejects with, and with the signal's reason once it is aborted. The code is stopped then, wherever it is.
   */
  run(request: Omit<RunRequest, 'kind' | 'cpuMs'>, run: PoolRun, signal: AbortSignal): Promise<RunEnd>
  /** Ends all processes. */
  close(): Promise<void>
}

export interface RunPoolOptions extends Partial<Pick<OnceParts, 'silentMs' | 'promptMs'>> {
  /** The runs that are there, each in a process of its own, and those of them that compute. */
  readonly mostThere?: number
  readonly mostComputing?: number
  readonly mostWaiting?: number
  /** A process without a run ends after so long. */
  readonly idleMs?: number
  /** The processor time of a run. */
  readonly cpuMs?: number
}

/** Runs code in processes of their own. */
export const createRunPool = ({
  mostThere = runLimits.runsThere,
  mostComputing = runLimits.runsComputing,
  mostWaiting = 16,
  idleMs = 60_000,
  silentMs = 20_000,
  promptMs = 500,
  cpuMs = runLimits.cpuMs,
}: RunPoolOptions = {}): RunPool => {
  const places = createRunPlaces({ mostThere, mostComputing, mostWaiting })
  // More than compute at once are needed only while some wait.
  const processes = createSandboxProcesses({ mostIdle: mostComputing, idleMs })

  return {
    async run(program, run, signal) {
      const request: RunRequest = { kind: 'run', cpuMs, ...program }
      const over = new AbortController()
      const either = AbortSignal.any([signal, over.signal])
      let total: Timer | undefined
      const onEnter = (): void => {
        total ??= setTimeout(() => over.abort(stuck()), runLimits.totalMs)
      }
      try {
        for (;;) {
          const go = { request, run, wasThere: total !== undefined, signal: either, onEnter }
          const end = await runOnce({ places, processes, silentMs, promptMs }, go)
          if (end) return end
          run.repeat()
        }
      } finally {
        clearTimeout(total)
      }
    },
    async close() {
      const closed = processes.close()
      places.close()
      await closed
    },
  }
}
