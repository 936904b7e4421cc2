import { closeSync, openSync, readFileSync } from 'node:fs'
import { inBackground } from '@patchbay/core/in-background'

/** Descriptors that calls need besides their own connections: connections to providers, look-ups, files of the store. */
const reserve = 64
const checkMs = 100

const isExhaustion = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(String(Object(error).code))

/** The most files and connections that the process may have open; unknown if the system doesn't tell. */
const descriptorLimit = (): number => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The lowest free descriptor, which POSIX `open` returns: all below it are in use. */
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
  /** Takes no more connections. Ends idle ones at once, and the others when their calls are done. */
  pause(): Promise<void>
  resume(): void
}

/**
 * Stops listening when descriptors are nearly used up, and listens again when some are free. Without a free descriptor,
 * accepting a connection fails, but the connection stays in the queue, so Bun tries again at once and does nothing else.
 * `onChange` is called at each stop and each new start, and with an error when one failed and will be tried again. Returns a
 * function that ends the watch.
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
  const check = async (): Promise<void> => {
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
  }
  const timer = setInterval(() => inBackground(check(), 'watch_descriptors'), checkMs)
  return (): void => clearInterval(timer)
}
