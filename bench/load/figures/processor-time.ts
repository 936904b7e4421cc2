import { existsSync } from 'node:fs'
import { readProcessorMs } from '../../../server/mcp/code/pool/processor-ms.ts'

/** Milliseconds that a process has spent on a processor. NaN without a process, and where there is no Linux to tell. */
export interface ProcessorTime {
  /** The user and system time of all its threads. */
  readonly all: number
  readonly mainThread: number
}

export const processorTimeOf = async (pid?: number): Promise<ProcessorTime> => {
  const schedstat = `/proc/${pid}/task/${pid}/schedstat`
  return {
    all: (pid === undefined ? undefined : readProcessorMs(pid)) ?? Number.NaN,
    // Its first number, in nanoseconds; a kernel without CONFIG_SCHED_INFO has no such file.
    mainThread: existsSync(schedstat) ? Number.parseInt(await Bun.file(schedstat).text(), 10) / 1e6 : Number.NaN,
  }
}
