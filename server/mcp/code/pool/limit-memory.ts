import { FFIType, ptr } from 'bun:ffi'
import { readFileSync } from 'node:fs'
import { openFunction } from '../../../c-library.ts'

/** `RLIMIT_DATA` of getrlimit(2): what a process may write to and shares with nobody, whether or not it was written to. */
const dataLimit = 2

let setLimit: ReturnType<typeof open>
const open = () =>
  openFunction('prlimit', {
    args: [FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr],
    returns: FFIType.i32,
  })

/** `VmData` of proc_pid_status(5), which that limit bounds. */
const readDataBytes = (pid: number): number | undefined => {
  try {
    const [, kib] = /^VmData:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return kib === undefined ? undefined : Number(kib) * 2 ** 10
  } catch {
    return undefined
  }
}

/** From now on a process gets `bytes` more of memory at most; one that asks for more ends. Returns false where that can't be. */
export const limitMemory = (pid: number, bytes: number): boolean => {
  const held = readDataBytes(pid)
  if (held === undefined) return false
  setLimit ??= open()
  const limit = BigInt(held + bytes)
  return setLimit?.(pid, dataLimit, ptr(new BigUint64Array([limit, limit])), null) === 0
}
