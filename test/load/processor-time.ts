import { existsSync } from 'node:fs'

/** Milliseconds that a process has spent on a processor. NaN without a process, and where there is no Linux to tell. */
export interface ProcessorTime {
  /** In all its threads, user and system time. */
  readonly all: number
  readonly mainThread: number
}

/** The kernel counts in ticks of 10 ms (`sysconf(_SC_CLK_TCK)` is 100 on every architecture that Bun runs on). */
const tickMs = 10

/** Fields 14 and 15, user and system time; the second field, the program's name, may hold spaces (proc_pid_stat(5)). */
const allThreads = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

export const processorTimeOf = async (pid?: number): Promise<ProcessorTime> => {
  const [stat, schedstat] = [`/proc/${pid}/stat`, `/proc/${pid}/task/${pid}/schedstat`]
  return {
    all: existsSync(stat) ? allThreads(await Bun.file(stat).text()) : Number.NaN,
    // Its first number, in nanoseconds; a kernel without CONFIG_SCHED_INFO has no such file.
    mainThread: existsSync(schedstat) ? Number.parseInt(await Bun.file(schedstat).text(), 10) / 1e6 : Number.NaN,
  }
}
