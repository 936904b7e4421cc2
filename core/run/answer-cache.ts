import { LRUCache } from 'lru-cache'
import type { KeptAnswer } from './call-request.ts'

/** The place of one read in the cache. */
export interface CacheSlot {
  readonly tenant: string
  /** `<tenant>/<domain>/<account>`: what a write makes stale. */
  readonly scope: string
  readonly key: string
  readonly generation: number
}

export interface AnswerCache {
  /** `parts` are what the answer depends on, beside its scope. */
  slot(tenant: string, scope: string, parts: readonly string[]): CacheSlot
  /** Whether nothing was written to its scope since the slot was made. */
  isCurrent(slot: CacheSlot): boolean
  read(slot: CacheSlot): KeptAnswer | undefined
  /** Keeps an answer, unless something was written to its scope meanwhile. */
  keep(slot: CacheSlot, answer: KeptAnswer, ttlMs: number): void
  /** A write begins or ends: nothing read before it is served any more. */
  moveOn(scope: string): void
  forgetTenant(tenant: string): void
}

export interface CacheBounds {
  /** Bytes over all tenants, and for one. */
  readonly total: number
  readonly tenant: number
}

/** Bytes of an entry beside its text: its key, and its places in three maps. */
const overhead = 512
/** Two bytes a character at the most: that is how text beyond Latin-1 is kept. */
const sizeOf = ({ envelope }: KeptAnswer): number => envelope.length * 2 + overhead

/** Provider answers in bounded memory (decisions, "Cache"). */
export const createAnswerCache = (bounds: CacheBounds): AnswerCache => {
  /** One for each account that was written to; callers can't make up accounts. */
  const generations = new Map<string, number>()
  /** The keys of each tenant, the oldest in front. */
  const keysOf = new Map<string, LRUCache<string, true>>()
  const tenantOf = (key: string): string => key.slice(0, key.indexOf('/'))

  const forget = (key: string): void => {
    const tenant = tenantOf(key)
    const keys = keysOf.get(tenant)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(tenant)
  }

  const entries = new LRUCache<string, KeptAnswer>({
    maxSize: bounds.total,
    sizeCalculation: sizeOf,
    dispose: (_, key) => forget(key),
  })

  const keysFor = (tenant: string): LRUCache<string, true> => {
    const known = keysOf.get(tenant)
    if (known) return known
    // Afterwards: `entries`, which lets go of it then, would take it from here while it is being taken.
    const disposeAfter = (_: true, key: string, reason: LRUCache.DisposeReason): void => {
      if (reason === 'evict') entries.delete(key)
    }
    const keys = new LRUCache<string, true>({ maxSize: bounds.tenant, disposeAfter })
    keysOf.set(tenant, keys)
    return keys
  }

  const generationOf = (scope: string): number => generations.get(scope) ?? 0

  const moveOn = (scope: string): void => {
    generations.set(scope, generationOf(scope) + 1)
  }

  return {
    slot(tenant, scope, parts) {
      const generation = generationOf(scope)
      const digest = Bun.CryptoHasher.hash('sha256', JSON.stringify([scope, generation, ...parts]), 'base64')
      return { tenant, scope, generation, key: `${tenant}/${digest}` }
    },
    isCurrent: ({ scope, generation }) => generationOf(scope) === generation,
    read: ({ key }) => entries.get(key),
    keep({ tenant, scope, key, generation }, answer, ttlMs) {
      const bytes = sizeOf(answer)
      if (generationOf(scope) !== generation || bytes > bounds.tenant / 4) return
      entries.delete(key)
      entries.set(key, answer, { ttl: ttlMs })
      keysFor(tenant).set(key, true, { size: bytes })
    },
    moveOn,
    forgetTenant(tenant) {
      for (const key of [...(keysOf.get(tenant)?.keys() ?? [])]) entries.delete(key)
      // Moved on and not deleted: a read that began before the last write must not find the generation it began with.
      for (const scope of generations.keys()) if (scope.startsWith(`${tenant}/`)) moveOn(scope)
    },
  }
}
