import { dlopen, FFIType, ptr } from 'bun:ffi'

const { symbols } = dlopen(process.platform === 'darwin' ? 'libc.dylib' : 'libc.so.6', {
  clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
})
/** CLOCK_THREAD_CPUTIME_ID of clock_gettime(3). */
const threadClock = process.platform === 'darwin' ? 16 : 3
const time = new BigInt64Array(2)

/** The processor time of this thread, in milliseconds: what else the machine does doesn't count, nor do the engine's own threads. */
export const threadMs = (): number => {
  if (symbols.clock_gettime(threadClock, ptr(time)) !== 0) throw new Error('this system has no clock for threads')
  return Number(time[0]) * 1000 + Number(time[1]) / 1e6
}

/** The loop's duration where the limit was set: AMD EPYC, Bun 1.4.5. */
const loopMsThere = 1

const loop = (): number => {
  const words: Record<string, number> = {}
  for (let i = 0; i < 6000; i++) words[`w${(i * 7919) % 1000}`] = i
  return Object.keys(words).join(',').length
}

/** This machine's present slowdown against the one where the limit was set. */
export const slowness = (): number => {
  const takes = Array.from({ length: 3 }, () => {
    const startedAt = threadMs()
    loop()
    return threadMs() - startedAt
  })
  return Math.min(...takes) / loopMsThere
}

/**
 * The longest time for which the thread was held while `work` was under way, in milliseconds of its processor: from one turn of the
 * event loop to the next, as nobody else is served in between.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let turnAt = threadMs()
  let isOver = false
  const turns = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      const now = threadMs()
      longest = Math.max(longest, now - turnAt)
      turnAt = now
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
  }
  await turns
  return longest
}
