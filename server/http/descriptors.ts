import { closeSync, openSync, readFileSync } from 'node:fs'

/** What calls need beside their connections: the providers' connections, look-ups, files of the store. */
const reserve = 64
const checkMs = 100

const isExhaustion = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(String(Object(error).code))

/** How many files and connections the process may have open; where the system doesn't say, only running out shows. */
const descriptorLimit = (): number => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The lowest descriptor that is free (POSIX, `open`): all below are in use. */
const lowestFree = (): number => {
  try {
    const descriptor = openSync('/dev/null', 'r')
    closeSync(descriptor)
    return descriptor
  } catch (error) {
    if (isExhaustion(error)) return Number.POSITIVE_INFINITY
    throw error
  }
}

interface Listening {
  /** Takes no more connections, and ends those without a call at once or when the calls under way are done. */
  pause(): Promise<void>
  resume(): void
}

/**
 * Stops listening when descriptors are nearly used up, and listens again when some are free. Without a free descriptor, accepting a
 * connection fails, but the connection stays in the queue, so Bun tries again at once and does nothing else. `onChange` hears of
 * each stop and each new start, and of an error, after which the change is tried again. Returns a function that ends the watch.
 */
export const watchDescriptors = (
  listening: Listening,
  onChange: (isListening: boolean, error?: unknown) => void,
): (() => void) => {
  const limit = descriptorLimit()
  const spare = Math.min(reserve, Math.floor(limit / 8))
  let isListening = true
  let changing = false

  const pause = async (): Promise<void> => {
    isListening = false
    onChange(isListening)
    await listening.pause()
  }
  const resume = (): void => {
    listening.resume()
    isListening = true
    onChange(isListening)
  }
  const timer = setInterval(async () => {
    if (changing) return
    changing = true
    try {
      const used = lowestFree()
      if (isListening && used >= limit - spare) await pause()
      else if (!isListening && used < limit - 2 * spare) resume()
    } catch (error) {
      onChange(isListening, error)
    } finally {
      changing = false
    }
  }, checkMs)
  return (): void => clearInterval(timer)
}
