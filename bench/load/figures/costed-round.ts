import { fire, type Load, type Round } from '../calls/fire.ts'
import { type ProcessorTime, processorTimeOf } from './processor-time.ts'

/** A round of load, with the microseconds of a processor that a call took of the process it was sent to. */
export interface CostedRound extends Round {
  readonly cpu: number
  readonly mainThread: number
}

const settleStepMs = 50
const settleSteps = 40
/** A tick of the kernel's clock, the least that can be seen. */
const idleMs = 10

/** Waits for the work that the process has put off, so that the calls that caused it are charged with it. */
const settled = async (pid?: number): Promise<ProcessorTime> => {
  let last = await processorTimeOf(pid)
  for (let step = 0; step < settleSteps; step++) {
    await Bun.sleep(settleStepMs)
    const now = await processorTimeOf(pid)
    const isBusy = now.all - last.all > idleMs
    last = now
    if (!isBusy) break
  }
  return last
}

export const fireAt = async (pid: number | undefined, load: Load): Promise<CostedRound> => {
  const before = await processorTimeOf(pid)
  const round = await fire(load)
  const after = await settled(pid)
  return {
    ...round,
    cpu: ((after.all - before.all) * 1000) / round.calls,
    mainThread: ((after.mainThread - before.mainThread) * 1000) / round.calls,
  }
}
