import { GatewayError } from '@patchbay/core/errors'
import { inBackground } from '@patchbay/core/in-background'
import { runLimits } from '../../tools/run-limits.ts'
import type { CallResult, ParkedCall, RunEnd, RunRequest, SandboxCall } from '../sandbox/messages.ts'
import type { SandboxProcesses } from './processes.ts'
import { type PlacedRun, type RunPlaces, stopping } from './run-places.ts'
import type { RunListener, SandboxProcess } from './sandbox-process.ts'

/**
 * Answers a call of the code: its answer's `data` or its error's envelope, as JSON, and the time of the code's clock then. `park` is called, at
 * most once, where the result is held back: the code's next call is begun meanwhile.
 */
export type AnswerCall = (id: number, json: string, park: () => void) => Promise<Omit<CallResult, 'kind' | 'id'>>

/** The owner of a run, and the functions that answer its calls. */
export interface PoolRun {
  readonly tenant: string
  readonly answer: AnswerCall
  /** True if code that is restarted would get all its results again. */
  canRepeat(): boolean
  /** Prepares a restart of the code. */
  repeat(): void
  /** Called when the code has got all given results, has issued all calls that it can, and waits. */
  rested?(): void
}

export interface OnceParts {
  readonly places: RunPlaces
  readonly processes: SandboxProcesses
  /** The time of computing without a message after which a process counts as stuck in an endless step. */
  readonly silentMs: number
  /** The processor time after which a run continues only while nobody else wants the processor. */
  readonly promptMs: number
}

/** True for the id of a wait, which is no call. */
export const isWait = (id: number): boolean => id >= runLimits.firstWait

/** One attempt at a run. */
interface Go {
  readonly request: RunRequest
  readonly run: PoolRun
  readonly wasThere: boolean
  readonly signal: AbortSignal
  onEnter(): void
}

export const stuck = () =>
  new GatewayError('TIMEOUT', 'The code was stopped: it did not end within its time. Do less in one run')
const crowdedOut = () =>
  new GatewayError(
    'UNAVAILABLE',
    'The code was stopped for a run of somebody else: its calls had answered too much for it to begin anew. Do less in one run',
    { retryAfter: 5 },
  )

/** A process that ends by itself has reached its own limit of memory, beyond that of the engine. */
const describeLost = (calls: number): RunEnd => ({
  kind: 'end',
  logs: [],
  calls,
  cpuMs: 0,
  outcome: { failure: 'memory', message: 'the code was stopped: it used more memory than a run may' },
  isSpent: true,
})

/** The interval at which a run's use is measured. */
const lookMs = 100

/** Code that runs in a process: its messages both ways, and its turns to compute. */
class RunningCode implements PlacedRun, RunListener {
  readonly tenant: string
  readonly #end = Promise.withResolvers<RunEnd | undefined>()
  #process: SandboxProcess | undefined
  #watch: Timer | undefined
  #turn: 'none' | 'wanted' | 'taken' = 'none'
  #isSpent = true
  #hasEnded = false
  #isHeard = false
  #open = 0
  #calls = 0
  #waits = 0
  #given = 0
  /** The results and parked calls that the code gets at its next turn. */
  #results: (CallResult | ParkedCall)[] = []

  constructor(
    readonly parts: OnceParts,
    readonly go: Go,
  ) {
    this.tenant = go.run.tenant
  }

  async run(): Promise<RunEnd | undefined> {
    const { places, processes } = this.parts
    const { signal, wasThere } = this.go
    const onAbort = (): void => this.refuse(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      signal.throwIfAborted()
      // Nobody would end a process that is started after the others were.
      if (processes.isClosed()) throw stopping()
      places.come(this, wasThere)
      return await this.#end.promise
    } finally {
      this.#hasEnded = true
      clearInterval(this.#watch)
      signal.removeEventListener('abort', onAbort)
      if (this.#process) processes.giveBack(this.#process, this.#isSpent)
      places.leave(this)
    }
  }

  enter(): void {
    this.go.onEnter()
    this.#wantProcessor()
  }

  compute(): void {
    this.#turn = 'taken'
    try {
      this.#process ??= this.#startProcess()
    } catch (error) {
      // The run that gives it the turn is another one.
      this.refuse(error)
      return
    }
    this.#process.goOn()
    this.#giveResults()
  }

  pause(): void {
    this.#turn = 'wanted'
    this.#process?.pause()
  }

  canComeAgain(): boolean {
    return this.go.run.canRepeat()
  }

  giveUp(): void {
    if (this.canComeAgain()) this.#finish(undefined)
    else this.refuse(crowdedOut())
  }

  refuse(error: unknown): void {
    this.#hasEnded = true
    this.#end.reject(error)
  }

  call(call: SandboxCall): void {
    if (this.#hasEnded) return
    this.#isHeard = true
    // The sandbox counts them itself. What it says is believed no further than that.
    if (!this.#count(call)) this.refuse(stuck())
    else
      inBackground(
        this.#answer(call).catch((error) => this.refuse(error)),
        'answer_code',
      )
  }

  /** False if the code has more calls or waits than it may. */
  #count({ id }: SandboxCall): boolean {
    if (isWait(id)) return ++this.#waits <= runLimits.waits
    return ++this.#calls <= runLimits.calls && ++this.#open <= runLimits.callsAtOnce
  }

  rest({ results }: { readonly results: number }): void {
    this.#isHeard = true
    if (this.#hasEnded || results < this.#given || this.#results.length > 0) return
    this.#turn = 'none'
    this.parts.places.rest(this)
    this.go.run.rested?.()
  }

  end(end: RunEnd): void {
    this.#isSpent = end.isSpent
    this.#finish(end)
  }

  unfit(): void {
    // The process goes with it, and the run begins in another.
    this.#finish(undefined)
  }

  lost(): void {
    if (this.parts.processes.isClosed()) this.refuse(stopping())
    else this.#finish(describeLost(this.#calls))
  }

  #finish(end: RunEnd | undefined): void {
    this.#hasEnded = true
    this.#end.resolve(end)
  }

  async #answer({ id, json }: SandboxCall): Promise<void> {
    let isParked = false
    const park = (): void => {
      isParked = true
      this.#open--
      this.#tell({ kind: 'park', id })
    }
    const result = await this.go.run.answer(id, json, park)
    if (!isWait(id) && !isParked) this.#open--
    this.#tell({ kind: 'result', id, ...result })
  }

  #tell(told: CallResult | ParkedCall): void {
    if (this.#hasEnded) return
    this.#results.push(told)
    if (this.#turn === 'taken') this.#giveResults()
    else this.#wantProcessor()
  }

  #wantProcessor(): void {
    if (this.#turn !== 'none') return
    this.#turn = 'wanted'
    this.parts.places.wantProcessor(this)
  }

  #giveResults(): void {
    this.#isHeard = true
    this.#given += this.#results.length
    for (const result of this.#results.splice(0)) this.#process?.settle(result)
  }

  #startProcess(): SandboxProcess {
    const { places, processes, promptMs, silentMs } = this.parts
    const process = processes.take()
    const usedBefore = process.usedMs()
    let usedWhenHeard = usedBefore
    this.#watch = setInterval(() => {
      const used = process.usedMs()
      if (this.#isHeard || this.#open > 0) usedWhenHeard = used
      this.#isHeard = false
      if (used - usedWhenHeard > silentMs) this.refuse(stuck())
      if (used - usedBefore <= promptMs) return
      process.giveWay()
      places.giveTurn(this)
    }, lookMs)
    process.run(this.go.request, this)
    return process
  }
}

/** Runs code until it ends, or has to leave for a run of another tenant: `undefined`. */
export const runOnce = (parts: OnceParts, go: Go): Promise<RunEnd | undefined> => new RunningCode(parts, go).run()
