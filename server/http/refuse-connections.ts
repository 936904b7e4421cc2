import { FFIType, ptr } from 'bun:ffi'
import { readdirSync } from 'node:fs'
import { openFunction } from '../c-library.ts'

/** Names of socket(7). */
const [socketLevel, attachFilter, isListening] = [1, 26, 30]
/** Bytes of `struct sock_fprog`, and of the longest address. */
const [programBytes, addressBytes] = [16, 28]
/** The time in which an open connection brings its request. */
const arrivingMs = 100

const { i32, u32, pointer } = FFIType
const openFunctions = () => ({
  setOption: openFunction('setsockopt', { args: [i32, i32, i32, pointer, u32], returns: i32 }),
  getOption: openFunction('getsockopt', { args: [i32, i32, i32, pointer, pointer], returns: i32 }),
  getName: openFunction('getsockname', { args: [i32, pointer, pointer], returns: i32 }),
})

/** The program of `SO_ATTACH_FILTER`, in classic BPF: segments with SYN, which begin connections, are dropped, all others pass. */
const buildFilter = (): Uint8Array<ArrayBuffer> => {
  const [loadByte, jumpIfSet, answer] = [0x30, 0x45, 0x06]
  const [flagsAt, syn, whole] = [13, 2, 0xff_ff_ff_ff]
  const steps = [
    [loadByte, 0, flagsAt],
    [jumpIfSet, 1, syn],
    [answer, 0, 0],
    [answer, 0, whole],
  ] as const
  const memory = new Uint8Array(programBytes + 8 * steps.length)
  const view = new DataView(memory.buffer)
  view.setUint16(0, steps.length, true)
  view.setBigUint64(8, BigInt(ptr(memory, programBytes)), true)
  for (const [n, [code, otherwise, value]] of steps.entries()) {
    view.setUint16(programBytes + 8 * n, code, true)
    view.setUint8(programBytes + 8 * n + 3, otherwise)
    view.setUint32(programBytes + 8 * n + 4, value, true)
  }
  return memory
}

/**
 * From now on the listener at a port takes no new connections, while those that were begun bring their requests. Closing it at once would
 * reset a connection whose request is still on its way, as Bun accepts one only with its first bytes (`TCP_DEFER_ACCEPT`, tcp(7)):
 * a write that no proxy may send again. A connection that is refused here is tried again by the caller's system after a second, finds
 * the listener closed, and a proxy takes it elsewhere. Resolves when the listener can be closed; at once where there are no such
 * filters, as outside Linux.
 */
export const refuseConnections = async (port: number): Promise<void> => {
  const { setOption, getOption, getName } = openFunctions()
  if (!(setOption && getOption && getName)) return
  const [filter, value, address] = [buildFilter(), new Int32Array(1), new Uint8Array(addressBytes)]
  const isOurs = (descriptor: number): boolean => {
    value[0] = 0
    getOption(descriptor, socketLevel, isListening, ptr(value), ptr(new Uint32Array([value.byteLength])))
    if (value[0] !== 1) return false
    getName(descriptor, ptr(address), ptr(new Uint32Array([addressBytes])))
    return new DataView(address.buffer).getUint16(2) === port
  }
  const descriptors = readdirSync('/proc/self/fd').map(Number).filter(isOurs)
  for (const descriptor of descriptors) setOption(descriptor, socketLevel, attachFilter, ptr(filter), programBytes)
  if (descriptors.length > 0) await Bun.sleep(arrivingMs)
}
