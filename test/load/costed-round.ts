import { fire, type Load, type Round } from './fire.ts'
import { processorTimeOf } from './processor-time.ts'

/** A round of load, with the microseconds of a processor that a call took of the process it was sent to. */
export interface CostedRound extends Round {
  readonly cpu: number
  readonly mainThread: number
}

export const fireAt = async (pid: number, load: Load): Promise<CostedRound> => {
  const before = await processorTimeOf(pid)
  const round = await fire(load)
  const after = await processorTimeOf(pid)
  return {
    ...round,
    cpu: ((after.all - before.all) * 1000) / round.calls,
    mainThread: ((after.mainThread - before.mainThread) * 1000) / round.calls,
  }
}
