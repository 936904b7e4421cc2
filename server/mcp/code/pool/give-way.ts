import { FFIType, ptr } from 'bun:ffi'
import { openFunction } from '../../../c-library.ts'

/** `SCHED_IDLE` of sched(7). */
const onlyWhenIdle = 5

let setScheduler: ReturnType<typeof open>
const open = () =>
  openFunction('sched_setscheduler', {
    args: [FFIType.i32, FFIType.i32, FFIType.ptr],
    returns: FFIType.i32,
  })

/**
 * From now on a process's main thread runs only while nobody else wants the processor, and is interrupted as soon as somebody does. The lowest
 * priority isn't enough for that: the kernel lets such a thread finish its slice of some milliseconds. There is no way back, so nothing
 * that somebody waits for may run in the process later. Returns false where that can't be.
 */
export const giveWay = (pid: number): boolean => {
  setScheduler ??= open()
  return setScheduler?.(pid, onlyWhenIdle, ptr(new Int32Array(1))) === 0
}
