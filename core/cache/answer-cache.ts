import { LRUCache } from 'lru-cache'
import type { CallAnswer, PreparedCall } from '../context/index.ts'
import type { Credential } from '../refresh/index.ts'
import { type AccountRef, accountPath } from '../store/index.ts'
import { createGenerations } from './generations.ts'

type CachedCall = Pick<PreparedCall, 'ref' | 'cacheKey'>
type CredentialVersion = Pick<Credential, 'version'>

/** Provider answers in bounded memory. An answer that a write may have made stale is never served. */
export interface AnswerCache {
  /**
   * The key under which a call's answer is cached now. It depends on the version of the account's credential, and changes with each
   * write to the account. `undefined`: the answer is never kept.
   */
  buildEntryKey(call: CachedCall, credential: CredentialVersion): string | undefined
  read(tenant: string, place: string): CallAnswer | undefined
  /** Keeps an answer, unless the account was written to or the tenant changed since `place` was built. */
  keep(call: CachedCall, credential: CredentialVersion, place: string, answer: CallAnswer, ttlMs: number): void
  /** Called when a write to the account begins or ends: older answers of the account are no longer served. */
  invalidate(account: AccountRef): void
  forgetTenant(tenant: string): void
  forgetAll(): void
}

export interface CacheBounds {
  /** The most bytes for all tenants together, and for each one. */
  readonly total: number
  readonly tenant: number
}

interface CacheEntry {
  readonly answer: CallAnswer
  /** The expiry, by `performance.now()`. */
  readonly until: number
  readonly size: number
}

/** The bytes of an entry besides its text: its key, and its slots in the maps. */
const overhead = 512
/** The bytes of an answer in memory: text beyond Latin-1 takes two bytes a character. */
const measureAnswer = ({ envelope, next = '' }: CallAnswer): number => (envelope.length + next.length) * 2 + overhead

export const createAnswerCache = (bounds: CacheBounds): AnswerCache => {
  /** The number of writes to each account. */
  const written = createGenerations()
  const tenants = new Map<string, LRUCache<string, CacheEntry>>()
  /** The number of times each tenant's answers were dropped; only an administrator's changes do that. */
  const forgotten = createGenerations()
  let bytes = 0

  const ensureTenantCache = (tenant: string): LRUCache<string, CacheEntry> => {
    const tenantCache = tenants.get(tenant)
    if (tenantCache) return tenantCache
    const emptyCache = new LRUCache<string, CacheEntry>({
      maxSize: bounds.tenant,
      sizeCalculation: ({ size }) => size,
      dispose: ({ size }) => {
        bytes -= size
      },
    })
    tenants.set(tenant, emptyCache)
    return emptyCache
  }

  /** Evicts the least recently used answers of tenants that hold more than an equal share. */
  const makeRoom = (): void => {
    for (const [tenant, answers] of tenants) {
      while (bytes > bounds.total && answers.calculatedSize * tenants.size > bounds.total) answers.pop()
      if (bytes <= bounds.total) return
      // Moved to the end, so that the next search begins with tenants that may hold more.
      tenants.delete(tenant)
      if (answers.size > 0) tenants.set(tenant, answers)
    }
  }

  const buildEntryKey = ({ ref, cacheKey }: CachedCall, { version }: CredentialVersion): string | undefined =>
    cacheKey && `${cacheKey} ${forgotten.read(ref.tenant)} ${written.read(accountPath(ref))} ${version}`

  return {
    buildEntryKey,
    read(tenant, place) {
      const answers = tenants.get(tenant)
      const cachedAnswer = answers?.get(place)
      if (!cachedAnswer || cachedAnswer.until > performance.now()) return cachedAnswer?.answer
      answers?.delete(place)
    },
    keep(call, credential, place, answer, ttlMs) {
      const size = measureAnswer(answer)
      if (size > bounds.tenant / 4 || buildEntryKey(call, credential) !== place) return
      bytes += size
      ensureTenantCache(call.ref.tenant).set(place, { answer, until: performance.now() + ttlMs, size })
      if (bytes > bounds.total) makeRoom()
    },
    invalidate(account) {
      written.raise(accountPath(account))
    },
    forgetTenant(tenant) {
      tenants.get(tenant)?.clear()
      tenants.delete(tenant)
      forgotten.raise(tenant)
    },
    forgetAll() {
      for (const answers of tenants.values()) answers.clear()
      tenants.clear()
      forgotten.raiseAll()
    },
  }
}
