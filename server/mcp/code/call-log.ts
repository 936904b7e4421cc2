import { GatewayError } from '@patchbay/core/errors'
import type { CallEnd, MakeCall } from './run-calls.ts'
import type { AnswerCall } from './run-pool.ts'

/** A call of the code that has ended. */
export interface DoneCall {
  /** The code's calls are numbered in their order. */
  readonly id: number
  /** What the code gave to `call`. */
  readonly json: string
  readonly isError: boolean
  readonly result: string
  /** What the code's clock said from then on. */
  readonly now: number
}

/** A call of the code that waits for approval. */
export interface WaitingCall extends Pick<DoneCall, 'id' | 'json'> {
  readonly approvalId: string
  /** What a caller is told of it, as JSON. */
  readonly state: string
}

/** How far a run has come: a run that is given the same results in the same order does the same again. */
export interface CallLog {
  /** In the order in which the code is given them. */
  readonly done: readonly DoneCall[]
  readonly asked: readonly WaitingCall[]
}

export interface LoggedCalls {
  readonly answer: AnswerCall
  /** The results of calls that failed, of this part of the run and the earlier ones. */
  isFailure(json: string): boolean
}

const never = <T>(): Promise<T> => new Promise(() => {})

const differs = () =>
  new GatewayError('INTERNAL_ERROR', 'The code could not be continued: it did not do the same again as before')

/**
 * Gives the code the results of calls that were made before, and then makes calls. Once one waits for approval, the code learns nothing
 * more and no further call is begun; `onAsked` is called when those that were begun have ended.
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
  const left = [...earlier]
  const expected = new Map(earlier.map((call) => [call.id, call]))
  const issued = new Map<number, (call: DoneCall) => void>()
  const given: DoneCall[] = []
  const held: DoneCall[] = []
  const asked: WaitingCall[] = []
  const open = new Set<Promise<CallEnd>>()
  const replayed = Promise.withResolvers<void>()

  /** The results go to the code in the order of before, each as soon as the code has made the call again. */
  const giveEarlier = (): void => {
    for (;;) {
      const [next] = left
      if (!next) {
        replayed.resolve()
        return
      }
      const resolve = issued.get(next.id)
      if (!resolve) return
      left.shift()
      given.push(next)
      resolve(next)
    }
  }
  giveEarlier()

  const repeat = async (call: DoneCall, json: string) => {
    if (call.json !== json) {
      onDifference(differs())
      return never<never>()
    }
    const { promise, resolve } = Promise.withResolvers<DoneCall>()
    issued.set(call.id, resolve)
    giveEarlier()
    const { isError, result, now } = await promise
    return { isError, json: result, now }
  }

  const answer: AnswerCall = async (id, json) => {
    const call = expected.get(id)
    if (call) return repeat(call, json)
    await replayed.promise
    if (asked.length > 0) return never()
    const made = make(id, json)
    open.add(made)
    const { approvalId, isError, json: result } = await made
    open.delete(made)
    const now = Date.now()
    if (approvalId !== undefined) asked.push({ id, json, approvalId, state: result })
    else (asked.length > 0 ? held : given).push({ id, json, isError, result, now })
    if (asked.length === 0) return { isError, json: result, now }
    // The code learns nothing more, but what was begun beside the call is not broken off.
    await Promise.all(open)
    onAsked({ done: [...given, ...held], asked })
    return never()
  }

  return {
    answer,
    isFailure: (json) => [...given, ...held].some(({ isError, result }) => isError && result === json),
  }
}
