import { printCanonical } from '@patchbay/core/effects'
import type { DoneCall } from './given-results.ts'
import { readCall } from './read-call.ts'
import type { CallEnd, MakeCall } from './run-calls.ts'

const toEnd = ({ json: _, id: _id, result, write, ...members }: DoneCall): CallEnd => ({
  ...members,
  json: result,
  approvalId: undefined,
  called: { account: members.account, ...(members.handoverId !== undefined && { handoverId: members.handoverId }) },
  ...(write && { write: { ...write, recorded: true } }),
})

/** Equal for calls that ask the same, in whatever order and form their arguments are written; one that can't be read is equal to itself. */
const identifyCall = (json: string): string => {
  try {
    return printCanonical(readCall(json))
  } catch {
    return json
  }
}

/**
 * Answers calls that an earlier run has made with equal arguments from its record, each once, in the order in which it made them. What failed
 * there is made anew: what a write may have done that nobody knows of is found out by its repeat.
 */
export const answerFromRecord = (record: readonly DoneCall[], make: MakeCall): MakeCall => {
  const recordedCalls = Map.groupBy(
    record.filter(({ isError }) => !isError),
    ({ json }) => identifyCall(json),
  )
  return (nth, json) => {
    const key = recordedCalls.size === 0 ? json : identifyCall(json)
    const [recordedCall, ...others] = recordedCalls.get(key) ?? []
    if (!recordedCall) return make(nth, json)
    recordedCalls.set(key, others)
    return Promise.resolve(toEnd(recordedCall))
  }
}
