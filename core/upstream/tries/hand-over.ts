import type { Deadline, OpenWrite } from '../../context/index.ts'
import type { GatewayError } from '../../errors.ts'
import type { FetchAnswer } from '../../fetch/index.ts'
import { recordWriteOutcome, type TryRecord, type WriteOutcome } from '../../tries.ts'
import { readLate } from '../interpret-answer.ts'
import type { RequestPlan } from '../plan.ts'
import { hearLate } from './late-write.ts'
import { WriteSignal } from './write-signal.ts'

/** The decider whether a write may still be sent, and the listener for its answer once its call is over. */
export interface WriteKeeper {
  readonly deadline: Deadline
  readonly record: TryRecord
  readonly write?: Pick<OpenWrite, 'maySend' | 'left'> | undefined
}

/** The tries of one write: each is handed to the network only after a last look, and left to a listener if its call ends first. */
export class HandOver {
  /** True if the newest try was handed to the network. */
  isSent = false
  /** The time from which the vendor may have forgotten the key of a write that an earlier try may have done. */
  keptUntil = Number.POSITIVE_INFINITY
  readonly #own: WriteSignal<FetchAnswer>

  constructor(
    readonly plan: RequestPlan,
    readonly url: string,
    readonly keeper: WriteKeeper,
  ) {
    this.#own = new WriteSignal(keeper.deadline, this)
  }

  get signal(): AbortSignal {
    return this.#own.signal
  }

  /** The reason why the call is over; `undefined`: it isn't. */
  get over(): GatewayError | undefined {
    return this.#own.over
  }

  /** A last look before a request is sent, by the clock: a process that was paused finds out here, before its timers fire. */
  beforeSend(): boolean {
    const { deadline, write } = this.keeper
    if (deadline.expired || this.over || performance.now() >= this.keptUntil || write?.maySend() === false) return false
    this.isSent = true
    return true
  }

  /** The answer of a try. If the call is over before it arrives, the listener for late answers gets it. */
  answered(pending: Promise<FetchAnswer>): Promise<FetchAnswer> {
    return this.#own.orLeave(pending)
  }

  /** Records the outcome of a try, and how long its key holds. */
  tried(outcome: WriteOutcome | undefined, startedAt: number): void {
    this.#own.ended()
    const { record } = this.keeper
    const { keyMs } = this.plan.effect.kind === 'write' ? this.plan.effect : { keyMs: undefined }
    if (outcome) recordWriteOutcome(record, outcome)
    if (keyMs !== undefined && record.writeOutcome !== 'absent')
      this.keptUntil = Math.min(this.keptUntil, startedAt + keyMs)
  }

  /** Leaves a try that is under way when the call is over to the listener for late answers. */
  leave(pending: Promise<FetchAnswer>): boolean {
    const { write, record } = this.keeper
    if (!this.isSent || !write) return false
    const late = pending.then((answer) => readLate(this.plan, this.url, answer))
    const outcome = hearLate(this.plan.effect, late, record.writeOutcome)
    write.left({ outcome, letGo: () => this.#own.letGo() })
    return true
  }
}
