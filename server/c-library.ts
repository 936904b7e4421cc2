import { dlopen, type FFIFunction } from 'bun:ffi'

/** glibc, and musl. */
const names = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]

/** A function of the C library. `undefined`: the system isn't Linux, or has no such function. */
export const openFunction = <const T extends FFIFunction>(name: string, signature: T) => {
  if (process.platform !== 'linux') return undefined
  for (const library of names) {
    try {
      return dlopen(library, { [name]: signature }).symbols[name]
    } catch {
      // The other library, or none.
    }
  }
  return undefined
}
