import { dlopen, FFIType, ptr } from 'bun:ffi'

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
