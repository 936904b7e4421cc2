import { LRUCache } from 'lru-cache'
import type { Answer, PreparedCall } from '../context/index.ts'
import type { Credential } from '../refresh/index.ts'
import { type AccountRef, accountPath } from '../store/index.ts'

type CachedCall = Pick<PreparedCall, 'ref' | 'cacheKey'>
type CredentialVersion = Pick<Credential, 'version'>

/** Provider answers in bounded memory. What a write may have changed is never served again. */
export interface AnswerCache {
  /**
   * Where the answer to a call is kept as of now, for this version of its account's credential; after the next write to the account it is
   * another place. `undefined`: the answer is never kept.
   */
  placeOf(call: CachedCall, credential: CredentialVersion): string | undefined
  read(tenant: string, place: string): Answer | undefined
  /** Keeps the answer to a call that found this place for it, unless a write or a change of the tenant has overtaken it. */
  keep(call: CachedCall, credential: CredentialVersion, place: string, answer: Answer, ttlMs: number): void
  /** A write to the account begins or ends: nothing read before it is served any more. */
  invalidate(account: AccountRef): void
  forgetTenant(tenant: string): void
}

export interface CacheBounds {
  /** Bytes over all tenants, and for one. */
  readonly total: number
  readonly tenant: number
}

interface CacheEntry {
  readonly answer: Answer
  /** By `performance.now()`. */
  readonly until: number
  readonly size: number
}

/** Bytes of an entry beside its text: its key, and its places in the maps. */
const overhead = 512
/** Two bytes a character at the most: that is how text beyond Latin-1 is kept. */
const sizeOf = ({ envelope }: Answer): number => envelope.length * 2 + overhead

export const createAnswerCache = (bounds: CacheBounds): AnswerCache => {
  /** One for each account that was written to; callers can't make up accounts. */
  const generations = new Map<string, number>()
  const tenants = new Map<string, LRUCache<string, CacheEntry>>()
  /** How often each tenant's answers were forgotten; only an administrator's changes add to it. */
  const forgotten = new Map<string, number>()
  let bytes = 0

  const answersOf = (tenant: string): LRUCache<string, CacheEntry> => {
    const known = tenants.get(tenant)
    if (known) return known
    const made = new LRUCache<string, CacheEntry>({
      maxSize: bounds.tenant,
      sizeCalculation: ({ size }) => size,
      dispose: ({ size }) => {
        bytes -= size
      },
    })
    tenants.set(tenant, made)
    return made
  }

  /** Tenants with more than an equal share give up the answers that they have not used for the longest time. */
  const makeRoom = (): void => {
    for (const [tenant, answers] of tenants) {
      while (bytes > bounds.total && answers.calculatedSize * tenants.size > bounds.total) answers.pop()
      if (bytes <= bounds.total) return
      // Behind the others, so that the next search begins with those that may have more.
      tenants.delete(tenant)
      if (answers.size > 0) tenants.set(tenant, answers)
    }
  }

  const placeOf = ({ ref, cacheKey }: CachedCall, { version }: CredentialVersion): string | undefined =>
    cacheKey && `${cacheKey} ${forgotten.get(ref.tenant) ?? 0} ${generations.get(accountPath(ref)) ?? 0} ${version}`

  return {
    placeOf,
    read(tenant, place) {
      const answers = tenants.get(tenant)
      const kept = answers?.get(place)
      if (!kept || kept.until > performance.now()) return kept?.answer
      answers?.delete(place)
    },
    keep(call, credential, place, answer, ttlMs) {
      const size = sizeOf(answer)
      if (size > bounds.tenant / 4 || placeOf(call, credential) !== place) return
      bytes += size
      answersOf(call.ref.tenant).set(place, { answer, until: performance.now() + ttlMs, size })
      if (bytes > bounds.total) makeRoom()
    },
    invalidate(account) {
      const path = accountPath(account)
      generations.set(path, (generations.get(path) ?? 0) + 1)
    },
    forgetTenant(tenant) {
      tenants.get(tenant)?.clear()
      tenants.delete(tenant)
      forgotten.set(tenant, (forgotten.get(tenant) ?? 0) + 1)
    },
  }
}
