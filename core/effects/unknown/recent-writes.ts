import { LRUCache } from 'lru-cache'
import type { Store } from '../../store/index.ts'
import { asUnixMs, currentMs, latest, shiftTime, type UnixMs } from '../../time.ts'
import { unknownMs, untakenMs } from '../key-life.ts'
import { readUntakenId } from '../keys/untaken.ts'

/** The most writes done lately that this process remembers. */
const mostDone = 50_000
/** The most writes left behind that this process remembers; beyond, each write asks the store. */
const mostLeft = 10_000

/** The milliseconds for which a caller who repeats a write learns that it was done. */
export const doneMs = 600_000

/** The writes of the last ten minutes that this process knows, so that most writes needn't ask the store. */
export interface RecentWrites {
  /** The id of the last equal write that was done. */
  findDone(same: string): string | undefined
  addDone(same: string, id: string): void
  /** True if an equal write may have ended unknown lately, or left an answer that its caller didn't take. */
  mayBeLeft(same: string): boolean
  addLeft(same: string, now: UnixMs): void
  /** Reads the writes that an earlier process left. If several gateways share a store, each write asks it, and nothing is read. */
  load(now: UnixMs): Promise<void>
}

export const createRecentWrites = (store: Pick<Store, 'effects' | 'gateways'>): RecentWrites => {
  const done = new LRUCache<string, string>({ max: mostDone })
  const left = new Map<string, UnixMs>()
  const { isShared } = store.gateways
  /** The time until which each write asks the store. */
  let asksUntil = asUnixMs(isShared ? Number.POSITIVE_INFINITY : 0)

  const forgetExpired = (now: UnixMs): void => {
    for (const [same, until] of left) if (until <= now) left.delete(same)
  }

  const add = (same: string, until: UnixMs, now: UnixMs): void => {
    if (isShared) return
    if (left.size >= mostLeft) forgetExpired(now)
    if (left.size < mostLeft) left.set(same, until)
    else asksUntil = latest([asksUntil, until])
  }

  return {
    findDone: (same) => done.get(same),
    addDone(same, id) {
      done.set(same, id)
    },
    mayBeLeft(same) {
      if (left.size === 0 && asksUntil === 0) return false
      return asksUntil > currentMs() || left.has(same)
    },
    addLeft: (same, now) => add(same, shiftTime(now, unknownMs), now),
    async load(now) {
      if (isShared) return
      const unknownWrites = await store.effects.listUnknown({ limit: mostLeft })
      const expiring = await store.effects.expiringKeys(shiftTime(now, untakenMs), mostLeft)
      if (expiring.length === mostLeft) asksUntil = shiftTime(now, untakenMs)
      if (unknownWrites.length === mostLeft) asksUntil = shiftTime(now, unknownMs)
      // The last key of an unknown write is the one that equal calls have.
      const keys = await store.effects.keys(unknownWrites.flatMap(({ keys }) => keys.at(-1) ?? []))
      for (const { id, state, expires_at } of keys) if (state === 'unknown') add(id, expires_at, now)
      for (const { id, expires_at } of expiring) {
        const same = readUntakenId(id)
        if (same !== undefined) add(same, expires_at, now)
      }
    },
  }
}
