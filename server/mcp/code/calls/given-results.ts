import type { UnixMs } from '@patchbay/core/time'
import { isWait } from '../pool/run-once.ts'
import type { CalledAccount } from './called-account.ts'
import type { WriteNote } from './write-note.ts'

/** A call of the code that has ended. */
export interface DoneCall extends CalledAccount {
  /** The number of the call, in the code's order. */
  readonly id: number
  /** The code's arguments for `call`. */
  readonly json: string
  readonly isError: boolean
  readonly result: string
  /** The members beside the data, as JSON. */
  readonly beside?: string | undefined
  readonly write?: WriteNote | undefined
  /** The time of the code's clock from then on. */
  readonly now: UnixMs
}

/** A call whose result the code awaits. */
interface IssuedCall {
  readonly resolve: (call: DoneCall) => void
  readonly reject: (error: unknown) => void
  readonly park: () => void
  isParked: boolean
}

/** The results of calls in the order in which the code gets them, which is the same again after a restart. */
export class GivenResults {
  /** The ended calls. `given`: results that the code got; `dropped`: those of them that aren't held any more. */
  #done: DoneCall[]
  #given = 0
  #dropped = 0
  /** The results to repeat before a new call may begin. */
  #toRepeat: number
  #repeated = Promise.withResolvers<void>()
  #issued = new Map<number, IssuedCall>()

  constructor(earlier: readonly DoneCall[]) {
    this.#done = [...earlier]
    this.#toRepeat = this.#done.length
  }

  add(call: DoneCall): void {
    this.#done.push(call)
  }

  list(): readonly DoneCall[] {
    return this.#done
  }

  /** The result of a call that the code has made, when its turn comes. */
  issue(id: number, park: () => void): Promise<DoneCall> {
    const { promise, resolve, reject } = Promise.withResolvers<DoneCall>()
    this.#issued.set(id, { resolve, reject, park, isParked: false })
    return promise
  }

  /** Ends a call that could not be made. */
  fail(id: number, error: unknown): void {
    this.#issued.get(id)?.reject(error)
  }

  /** Lets the code begin another call in place of one whose result isn't given yet. `false`: there is no such call. */
  park(id: number): boolean {
    const call = this.#issued.get(id)
    if (!call || call.isParked || isWait(id)) return false
    call.isParked = true
    call.park()
    return true
  }

  /** The calls that the code counts as under way; waits are none. */
  countOpen(): number {
    return [...this.#issued].filter(([id, { isParked }]) => !isParked && !isWait(id)).length
  }

  /** Gives the results whose turn it is, and tells whether there are any. `isHeld`: they may be repeated later. */
  give(isHeld: boolean): boolean {
    const before = this.#given
    for (let next = this.#next(); next; next = this.#next()) {
      const call = this.#issued.get(next.id)
      if (!call) break
      this.#issued.delete(next.id)
      call.resolve(next)
      this.#given++
    }
    if (!isHeld) {
      this.#done = this.#done.slice(this.#given - this.#dropped)
      this.#dropped = this.#given
    }
    if (this.#given >= this.#toRepeat) this.#repeated.resolve()
    return this.#given > before
  }

  /** Resolves when the results that the code got before are given again. */
  repeated(): Promise<void> {
    return this.#repeated.promise
  }

  /** Prepares a restart: the results are given again. */
  repeat(): void {
    this.#given = 0
    this.#toRepeat = this.#done.length
    this.#repeated = Promise.withResolvers()
    this.#issued = new Map()
  }

  #next(): DoneCall | undefined {
    return this.#done[this.#given - this.#dropped]
  }
}
