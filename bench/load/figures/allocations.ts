import { fire, type Load } from '../calls/fire.ts'

/**
 * Makes a Bun process log how many bytes it has allocated at each collection of its heaps, to standard error. It collects
 * more often than it would, and not beside the program, so that no allocation goes uncounted: don't time such a process.
 */
export const allocationLogging = {
  BUN_JSC_logGC: '1',
  // Bytes between two collections. A collection forgets what is left of the blocks in use: at 1 MB a tenth, here 3 %.
  BUN_JSC_gcMaxHeapSize: '4000000',
  BUN_JSC_useConcurrentGC: '0',
  // A collection that Bun asks for after a while doesn't say what was allocated before it.
  BUN_GC_TIMER_DISABLE: '1',
}

/** An amount in which one collection more or less doesn't matter. */
const enoughBytes = 250_000_000
const mostSeconds = 10

export const allocatedBytes = async (log: string): Promise<number> => {
  let sum = 0
  for (const [, bytes] of (await Bun.file(log).text()).matchAll(/bytes allocated this cycle: (\d+)/g)) {
    sum += Number(bytes)
  }
  return sum
}

/**
 * The bytes that a process allocates a call, on the heaps of JavaScript and with what their objects report to hold outside
 * of them, such as the bytes of a body. `log` is the file that its standard error goes to; it has the environment
 * `allocationLogging`. Checked: `new Array(1024)` more in each call of the bare proxy counts for 8.3 KB.
 */
export const allocatedPerCall = async (log: string, load: Omit<Load, 'seconds'>): Promise<number> => {
  // A warm-up: after some thousand calls the compilers know what they can do without allocating.
  await fire({ ...load, seconds: 1.5 })
  const before = await allocatedBytes(log)
  let [calls, bytes] = [0, 0]
  for (let second = 0; second < mostSeconds && bytes < enoughBytes; second++) {
    calls += (await fire({ ...load, seconds: 1 })).calls
    bytes = (await allocatedBytes(log)) - before
  }
  return bytes / calls
}
