import { LRUCache } from 'lru-cache'

const withinMs = 60_000
const most = 10_000

/** A read by a person in the console. */
interface ConsoleRead {
  readonly person: string
  readonly ip: string
  readonly action: string
  readonly key: string | null
}

/**
 * Screens of the console read again every few seconds: an entry each time would fill the audit log with them. `true`: this process
 * recorded the same read of the same person, from the same address, within the last minute.
 */
export const createRepeatedReads = () => {
  const recorded = new LRUCache<string, number>({ max: most })
  return ({ person, ip, action, key }: ConsoleRead, now: Date): boolean => {
    const read = JSON.stringify([person, ip, action, key])
    const last = recorded.get(read)
    // The clock may have been set back.
    if (last !== undefined && Math.abs(now.getTime() - last) < withinMs) return true
    recorded.set(read, now.getTime())
    return false
  }
}
