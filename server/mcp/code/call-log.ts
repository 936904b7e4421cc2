import { createHash } from 'node:crypto'
import { GatewayError } from '@patchbay/core/errors'
import { codeRunBounds } from '@patchbay/core/store'
import type { CalledAccount } from './called-account.ts'
import type { AnswerCall } from './pool/run-once.ts'
import type { MakeCall } from './run-calls.ts'

/** A call of the code that has ended. */
export interface DoneCall extends CalledAccount {
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
export interface WaitingCall extends Pick<DoneCall, 'id' | 'json' | keyof CalledAccount> {
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
  /** Whether everything that the code was given is still held. */
  isWhole(): boolean
  /** The code begins anew, and is given the same again in the same order. Calls that are under way go on. */
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
 * Gives the code the results of calls that were made before, and then makes calls. Once one waits for approval, the code learns nothing
 * more and no further call is begun; `onAsked` is called when those that were begun have ended. Results are held for code that begins
 * anew, as long as they are not too large.
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
  /** In the order in which the code is given them: so many are `given`, of which so many are `dropped` here. */
  let done = [...earlier]
  let given = 0
  let dropped = 0
  /** Before so many were given again, no new call is begun. */
  let toRepeat = done.length
  let repeated = Promise.withResolvers<void>()
  let issued = new Map<number, (call: DoneCall) => void>()
  const held: DoneCall[] = []
  const asked: WaitingCall[] = []
  const open = new Map<number, OpenCall>()
  const failures = new Set<string>()
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
    if (call.isError) failures.add(digest(call.result))
    if (characters > codeRunBounds.runBytes) isWhole = false
  }
  for (const call of earlier) hold(call)
  give()

  /** Makes a call. Its result is given to the code unless another one waits for approval. */
  const begin = (id: number, json: string): OpenCall => {
    const carryOut = async (): Promise<void> => {
      const { approvalId, isError, json: result, called } = await make(id, json)
      open.delete(id)
      if (approvalId !== undefined) asked.push({ id, json, ...called, approvalId, state: result })
      else {
        const call = { id, json, ...called, isError, result, now: Date.now() }
        ;(asked.length > 0 ? held : done).push(call)
        hold(call)
      }
      // What was begun beside a call that waits is not broken off.
      if (asked.length > 0 && open.size === 0) onAsked({ done: [...done, ...held], asked })
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
      const { isError, result, now } = await promise
      return { isError, json: result, now }
    },
    isFailure: (json) => failures.has(digest(json)),
    isWhole: () => isWhole,
    repeat() {
      given = 0
      toRepeat = done.length
      repeated = Promise.withResolvers()
      issued = new Map()
      give()
    },
  }
}
