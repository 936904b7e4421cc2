import { LRUCache } from 'lru-cache'
import type { Answer } from '../context/index.ts'

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
  read(slot: CacheSlot): Answer | undefined
  /** Keeps an answer, unless something was written to its scope meanwhile. */
  keep(slot: CacheSlot, answer: Answer, ttlMs: number): void
  /** A write begins or ends: nothing read before it is served any more. */
  invalidate(scope: string): void
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
const sizeOf = ({ envelope }: Answer): number => envelope.length * 2 + overhead

/** What one tenant has in the cache. */
interface Share {
  bytes: number
  /** The bytes of each, the oldest in front. */
  readonly keys: Map<string, number>
  /** Goes on from where it was: one that begins anew would pass over all that has been let go before it comes to the oldest. */
  readonly oldest: Iterator<string>
}

const createShare = (): Share => {
  const keys = new Map<string, number>()
  return { bytes: 0, keys, oldest: keys.keys() }
}

/** Provider answers in bounded memory (decisions, "Cache"). */
export const createAnswerCache = (bounds: CacheBounds): AnswerCache => {
  /** One for each account that was written to; callers can't make up accounts. */
  const generations = new Map<string, number>()
  const shares = new Map<string, Share>()
  const tenantOf = (key: string): string => key.slice(0, key.indexOf('/'))

  const uncount = (_: Answer, key: string): void => {
    const share = shares.get(tenantOf(key))
    if (!share) return
    share.bytes -= share.keys.get(key) ?? 0
    share.keys.delete(key)
    if (share.keys.size === 0) shares.delete(tenantOf(key))
  }

  const entries = new LRUCache<string, Answer>({
    maxSize: bounds.total,
    sizeCalculation: sizeOf,
    dispose: uncount,
  })

  const count = (tenant: string, key: string, bytes: number): void => {
    const share = shares.get(tenant) ?? createShare()
    shares.set(tenant, share)
    share.bytes += bytes
    share.keys.set(key, bytes)
    while (share.bytes > bounds.tenant) {
      const { value, done } = share.oldest.next()
      if (done) return
      entries.delete(value)
    }
  }

  const generationOf = (scope: string): number => generations.get(scope) ?? 0

  const invalidate = (scope: string): void => {
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
      count(tenant, key, bytes)
    },
    invalidate,
    forgetTenant(tenant) {
      for (const key of [...(shares.get(tenant)?.keys.keys() ?? [])]) entries.delete(key)
      // Moved on and not deleted: a read that began before the last write must not find the generation it began with.
      for (const scope of generations.keys()) if (scope.startsWith(`${tenant}/`)) invalidate(scope)
    },
  }
}
