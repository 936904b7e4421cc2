import { dlopen, FFIType, ptr } from 'bun:ffi'
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

/** `SCHED_IDLE` of sched(7). */
const onlyWhenIdle = 5
/** Of glibc, and of musl. */
const libraries = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]

const open = (library: string) => {
  try {
    return dlopen(library, {
      sched_setscheduler: { args: [FFIType.i32, FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
    }).symbols.sched_setscheduler
  } catch {
    return undefined
  }
}
let setScheduler: ReturnType<typeof open>

/**
 * From now on a process's main thread runs only while nobody else wants the processor, and is interrupted as soon as somebody does. The lowest
 * priority isn't enough for that: the kernel lets such a thread finish its slice of some milliseconds. There is no way back, so nothing
 * that somebody waits for may run in the process later. Returns false where that can't be.
 */
export const giveWay = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  for (const library of libraries) setScheduler ??= open(library)
  return setScheduler?.(pid, onlyWhenIdle, ptr(new Int32Array(1))) === 0
}
