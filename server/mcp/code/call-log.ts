import { createHash } from 'node:crypto'
import { GatewayError } from '@patchbay/core/errors'
import { codeRunBounds } from '@patchbay/core/store'
import type { CalledAccount } from './called-account.ts'
import { type AnswerCall, isWait } from './pool/run-once.ts'
import type { MakeCall } from './run-calls.ts'
import type { WriteNote } from './write-note.ts'

/** A call of the code that has ended. */
export interface DoneCall extends CalledAccount {
  /** The number of the call, in the code's order. */
  readonly id: number
  /** The code's arguments for `call`. */
  readonly json: string
  readonly isError: boolean
  readonly result: string
  /** What stands beside the data, as JSON. */
  readonly beside?: string | undefined
  readonly write?: WriteNote | undefined
  /** The time of the code's clock from then on. */
  readonly now: number
}

/** A call of the code that waits for approval. */
export interface WaitingCall extends Pick<DoneCall, 'id' | 'json' | 'write' | keyof CalledAccount> {
  readonly approvalId: string
  /** The call's state for its caller, as JSON. */
  readonly state: string
}

/** The progress of a run: a run that gets the same results in the same order does the same again. */
export interface CallLog {
  /** The ended calls, in the order in which the code gets their results. */
  readonly done: readonly DoneCall[]
  readonly asked: readonly WaitingCall[]
}

export interface LoggedCalls {
  readonly answer: AnswerCall
  /** The results of calls that failed, of this part of the run and the earlier ones. */
  isFailure(json: string): boolean
  /** True if all results that the code got are still held. */
  isWhole(): boolean
  /** The calls that have ended, in the order in which the code gets their results; not all, if it isn't whole. */
  listDone(): readonly DoneCall[]
  /** What was changed so far, and what waits for approval. */
  listWrites(): readonly WriteNote[]
  /** Resolves when the calls under way have ended. */
  settled(): Promise<unknown>
  /** Prepares a restart: the code gets the same results again in the same order. Calls under way continue. */
  repeat(): void
}

const never = <T>(): Promise<T> => new Promise(() => {})

const differs = () =>
  new GatewayError('INTERNAL_ERROR', 'The code could not be continued: it did not do the same again as before')

const digest = (json: string): string => createHash('sha256').update(json).digest('base64')

interface OpenCall {
  readonly json: string
  readonly ended: Promise<void>
}

/**
 * Gives the code the results of earlier calls, and then makes calls. Once one waits for approval, the code gets no more results
 * and no further call is begun; `onAsked` is called when the calls under way have ended. Results are held for a restart of the code,
 * as long as they are not too large.
 */
export const createCallLog = ({
  earlier,
  make,
  onAsked,
  onDifference,
}: {
  readonly earlier: readonly DoneCall[]
  readonly make: MakeCall
  /** May be called several times, with the same. */
  readonly onAsked: (log: CallLog) => void
  readonly onDifference: (error: GatewayError) => void
}): LoggedCalls => {
  /** The ended calls in the code's order. `given`: results that the code got; `dropped`: those of them that aren't held any more. */
  let done = [...earlier]
  let given = 0
  let dropped = 0
  /** The results to repeat before a new call may begin. */
  let toRepeat = done.length
  let repeated = Promise.withResolvers<void>()
  let issued = new Map<number, (call: DoneCall) => void>()
  const held: DoneCall[] = []
  const asked: WaitingCall[] = []
  const open = new Map<number, OpenCall>()
  const failures = new Set<string>()
  const writes: WriteNote[] = []
  let characters = 0
  let isWhole = true

  const give = (): void => {
    for (let next = done[given - dropped]; next; next = done[given - dropped]) {
      const resolve = issued.get(next.id)
      if (!resolve) break
      resolve(next)
      given++
    }
    if (!isWhole) {
      done = done.slice(given - dropped)
      dropped = given
    }
    if (given >= toRepeat) repeated.resolve()
  }
  const hold = (call: DoneCall): void => {
    characters += call.json.length + call.result.length
    if (call.write) writes.push(call.write)
    if (call.isError) failures.add(digest(call.result))
    if (characters > codeRunBounds.runBytes) isWhole = false
  }
  for (const call of earlier) hold(call)
  give()

  /** Makes a call. The code gets its result unless another call waits for approval. */
  const begin = (id: number, json: string): OpenCall => {
    const carryOut = async (): Promise<void> => {
      const { approvalId, isError, json: result, called, beside, write, now = Date.now() } = await make(id, json)
      open.delete(id)
      if (approvalId !== undefined) asked.push({ id, json, ...called, write, approvalId, state: result })
      else {
        const call = { id, json, ...called, isError, result, beside, write, now }
        ;(asked.length > 0 ? held : done).push(call)
        hold(call)
      }
      // Calls that were begun beside one that waits are completed.
      if (asked.length > 0 && [...open.keys()].every(isWait)) onAsked({ done: [...done, ...held], asked })
      else if (asked.length === 0) give()
    }
    return { json, ended: carryOut() }
  }

  return {
    async answer(id, json) {
      const known = open.get(id) ?? done.find((call) => call.id === id)
      if (known && known.json !== json) {
        onDifference(differs())
        return never()
      }
      const { promise, resolve } = Promise.withResolvers<DoneCall>()
      issued.set(id, resolve)
      give()
      if (!known) {
        await repeated.promise
        if (asked.length > 0) return never()
        open.set(id, begin(id, json))
      }
      await open.get(id)?.ended
      const { isError, result, now, beside } = await promise
      return { isError, json: result, now, ...(beside !== undefined && { beside }) }
    },
    isFailure: (json) => failures.has(digest(json)),
    isWhole: () => isWhole,
    listDone: () => [...done, ...held],
    listWrites: () => [...writes, ...asked.flatMap(({ write }) => write ?? [])],
    settled: () => Promise.allSettled(open.entries().flatMap(([id, { ended }]) => (isWait(id) ? [] : [ended]))),
    repeat() {
      given = 0
      toRepeat = done.length
      repeated = Promise.withResolvers()
      issued = new Map()
      give()
    },
  }
}
