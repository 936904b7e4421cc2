import { readFileSync } from 'node:fs'

/** The kernel counts in ticks of 10 ms (`sysconf(_SC_CLK_TCK)` is 100 on every architecture that Bun runs on). */
const tickMs = 10

/** The processor time that a process has used, in all its threads. `undefined` where there is no Linux to tell, or no such process. */
export const readProcessorMs = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Fields 14 and 15, user and system time; the second field, the program's name, may hold spaces (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return undefined
  }
}
