import type { MaybePromise } from '../maybe-promise.ts'
import { aborted } from './fetch-error.ts'

/** The places for requests that are under way, which all hosts share. */
interface Slots {
  /** Takes a place for a request to a host, as soon as one is free for it. Rejects with FetchError once the signal is aborted. */
  enter(host: string, signal: AbortSignal): MaybePromise<void>
  /** Gives the place back: once for each `enter` that succeeded. */
  leave(host: string): void
}

/**
 * Bun sends this many requests at once; further ones wait inside it in the order in which they came, whatever their host. So a host that
 * doesn't answer could take every place, and hold up the calls of all others.
 */
const mostOfBun = Number(process.env.BUN_CONFIG_MAX_HTTP_REQUESTS) || 256

/**
 * The number of requests that a host may have under way for each free place: alone two thirds of all, and never the
 * last one.
 */
const shareOfFree = 2

/** Makes places that are shared by what is free: the busier a host is and the more hosts there are, the sooner its further requests wait. */
export const createSlots = (most: number): Slots => {
  const underWay = new Map<string, number>()
  const waiting = new Map<string, Set<() => void>>()
  let total = 0

  const hasPlace = (host: string): boolean => (underWay.get(host) ?? 0) < shareOfFree * (most - total)
  const take = (host: string): void => {
    total++
    underWay.set(host, (underWay.get(host) ?? 0) + 1)
  }
  const wakeWaiting = (): void => {
    for (const [host, line] of waiting) {
      for (const go of line) {
        if (!hasPlace(host)) break
        line.delete(go)
        go()
      }
      if (line.size === 0) waiting.delete(host)
    }
  }
  const wait = (host: string, signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = waiting.get(host) ?? new Set()
    waiting.set(host, line)
    const go = (): void => {
      signal.removeEventListener('abort', giveUp)
      take(host)
      resolve()
    }
    const giveUp = (): void => {
      line.delete(go)
      reject(aborted(host))
    }
    line.add(go)
    signal.addEventListener('abort', giveUp, { once: true })
    return promise
  }

  return {
    enter(host, signal) {
      if (signal.aborted) return Promise.reject(aborted(host))
      if (waiting.get(host)?.size || !hasPlace(host)) return wait(host, signal)
      return take(host)
    },
    leave(host) {
      total--
      const others = (underWay.get(host) ?? 0) - 1
      if (others > 0) underWay.set(host, others)
      else underWay.delete(host)
      if (waiting.size > 0) wakeWaiting()
    },
  }
}

/** The places of this process. */
export const slots = createSlots(mostOfBun)
