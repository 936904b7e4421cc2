import { createHash } from 'node:crypto'
import { GatewayError } from '@patchbay/core/errors'
import { codeRunBounds } from '@patchbay/core/store'
import { currentMs } from '@patchbay/core/time'
import { runLimits } from '../../tools/run-limits.ts'
import { type AnswerCall, isWait } from '../pool/run-once.ts'
import type { CalledAccount } from './called-account.ts'
import { type DoneCall, GivenResults } from './given-results.ts'
import type { CallEnd, MakeCall } from './run-calls.ts'
import type { WriteNote } from './write-note.ts'

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
  /** The changes so far, and the calls that wait for approval. */
  listWrites(): readonly WriteNote[]
  /** Resolves when the calls under way have ended. */
  settled(): Promise<unknown>
  /** Called when the code has issued all calls that it can, and waits. */
  rested(): void
  /** Prepares a restart: the code gets the same results again in the same order. Calls under way continue. */
  repeat(): void
}

const never = <T>(): Promise<T> => new Promise(() => {})

const differs = () =>
  new GatewayError('INTERNAL_ERROR', 'The run could not be resumed: its code made other calls than before')

const digest = (json: string): string => createHash('sha256').update(json).digest('base64')

interface OpenCall {
  readonly json: string
  readonly ended: Promise<void>
}

const toWaiting = (id: number, json: string, end: CallEnd & { readonly approvalId: string }): WaitingCall => {
  const { called, write, approvalId, json: state } = end
  return { id, json, ...called, write, approvalId, state }
}

const toDone = (id: number, json: string, end: CallEnd): DoneCall => {
  const { called, isError, json: result, beside, write, now = currentMs() } = end
  return { id, json, ...called, isError, result, beside, write, now }
}

/** The tally of the calls that ended: their held characters, their writes, and the errors that the code was given. */
const createTally = () => {
  const failures = new Set<string>()
  const writes: WriteNote[] = []
  let characters = 0
  const count = (held: number): void => {
    characters += held
  }
  return {
    writes,
    count,
    hold(call: DoneCall): void {
      count(call.json.length + call.result.length)
      if (call.write) writes.push(call.write)
      if (call.isError) failures.add(digest(call.result))
    },
    isFailure: (json: string) => failures.has(digest(json)),
    isWhole: () => characters <= codeRunBounds.runBytes,
  }
}

/** The calls that have ended: results that the code gets, those that are held back because a call waits for approval, and calls that wait. */
const createEndedCalls = (results: GivenResults) => {
  const tally = createTally()
  const held: DoneCall[] = []
  const waiting: WaitingCall[] = []
  const listDone = (): readonly DoneCall[] => [...results.list(), ...held]

  return {
    asked: waiting,
    add(id: number, json: string, end: CallEnd): void {
      if (end.approvalId !== undefined) {
        waiting.push(toWaiting(id, json, { ...end, approvalId: end.approvalId }))
        tally.count(json.length + end.json.length)
      } else if (!end.isOneTooMany || waiting.length === 0) {
        const call = toDone(id, json, end)
        if (waiting.length > 0) held.push(call)
        else results.add(call)
        tally.hold(call)
      }
    },
    hold: tally.hold,
    isFailure: tally.isFailure,
    isWhole: tally.isWhole,
    listDone,
    listAnswered: () => [...listDone(), ...waiting],
    listWrites: () => [...tally.writes, ...waiting.flatMap(({ write }) => write ?? [])],
  }
}

interface CallLogParts {
  readonly earlier: readonly DoneCall[]
  readonly make: MakeCall
  /** May be called several times, with the same. */
  readonly onWaiting: (log: CallLog) => void
  readonly onDifference: (error: GatewayError) => void
}

/**
 * Gives the code the results of earlier calls, and then makes calls. Once one waits for approval, the code gets no more results. The calls
 * that it has begun by then are still made, those that wait for their turn as well, so that all that need approval are asked for at once; `onWaiting`
 * is called when they have ended. Results are held for a restart of the code, as long as they are not too large.
 */
export const createCallLog = ({ earlier, make, onWaiting, onDifference }: CallLogParts): LoggedCalls => {
  const results = new GivenResults(earlier)
  const ended = createEndedCalls(results)
  const { asked: waiting, isFailure, isWhole, listDone, listAnswered, listWrites } = ended
  const open = new Map<number, OpenCall>()
  /** The calls that start once the earlier results are repeated. */
  const toBegin = new Set<number>()
  let hasStopped = false

  /** True if the code waits, and has got everything that it was given. */
  let isResting = false
  const give = (): void => {
    if (results.give(isWhole())) isResting = false
  }
  const stop = (): void => {
    if (waiting.length === 0 || toBegin.size > 0 || ![...open.keys()].every(isWait)) return
    hasStopped = true
    onWaiting({ done: listDone(), asked: waiting })
  }
  /** Lets calls that wait for their turn begin in place of those whose results are held back. Tells whether there are any. */
  const makeRoom = (): boolean => {
    if (!isWhole() || results.countOpen() < runLimits.callsAtOnce) return false
    const parked = listAnswered().filter(({ id }) => results.park(id))
    if (parked.length > 0) isResting = false
    return parked.length > 0
  }
  /** Stops a run whose calls wait, once the code has issued all calls that it can. */
  const advance = (): void => {
    if (waiting.length > 0 && isResting && !makeRoom()) stop()
  }
  for (const call of earlier) ended.hold(call)
  give()

  /** Makes a call. The code gets its result unless another call waits for approval. */
  const begin = (id: number, json: string): OpenCall => {
    const carryOut = async (): Promise<void> => {
      const end = await make(id, json)
      open.delete(id)
      ended.add(id, json, end)
      if (waiting.length > 0) advance()
      else give()
    }
    return { json, ended: carryOut().catch((error) => results.fail(id, error)) }
  }

  return {
    async answer(id, json, parkCall) {
      const earlierCall = open.get(id) ?? listAnswered().find((call) => call.id === id)
      if (earlierCall && earlierCall.json !== json) {
        onDifference(differs())
        return never()
      }
      const promise = results.issue(id, parkCall)
      // The code must await the results before they are given, so that they come in their order.
      queueMicrotask(() => {
        give()
        // The next result may be that of a call which has no turn yet.
        makeRoom()
      })
      if (!earlierCall) {
        toBegin.add(id)
        await results.repeated()
        toBegin.delete(id)
        if (hasStopped) return never()
        open.set(id, begin(id, json))
      }
      const { isError, result, now, beside } = await promise
      return { isError, json: result, now, ...(beside !== undefined && { beside }) }
    },
    rested() {
      isResting = true
      advance()
    },
    isFailure,
    isWhole,
    listDone,
    listWrites,
    settled: () => Promise.allSettled(open.entries().flatMap(([id, call]) => (isWait(id) ? [] : [call.ended]))),
    repeat() {
      isResting = false
      results.repeat()
      give()
    },
  }
}
