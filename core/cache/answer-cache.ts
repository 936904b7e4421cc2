import { LRUCache } from 'lru-cache'
import type { Answer, PreparedCall } from '../context/index.ts'
import type { AccountRef } from '../store/index.ts'

/** Provider answers in bounded memory. What a write may have changed is never served again. */
export interface AnswerCache {
  /**
   * Where the answer to a call is kept as of now, for this version of its account's credential; after the next write to the account it is
   * another place. `undefined`: the answer is never kept.
   */
  placeOf(call: Pick<PreparedCall, 'ref' | 'cacheKey'>, credential: { readonly version: string }): string | undefined
  read(tenant: string, place: string): Answer | undefined
  keep(tenant: string, place: string, answer: Answer, ttlMs: number): void
  /** A write to the account begins or ends: nothing read before it is served any more. */
  invalidate(account: AccountRef): void
  forgetTenant(tenant: string): void
}

export interface CacheBounds {
  /** Bytes over all tenants, and for one. */
  readonly total: number
  readonly tenant: number
}

interface Kept {
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
  const tenants = new Map<string, LRUCache<string, Kept>>()
  let bytes = 0

  const scopeOf = ({ tenant, provider, account }: AccountRef): string => `${tenant}/${provider}/${account}`
  const generationOf = (scope: string): number => generations.get(scope) ?? 0

  const answersOf = (tenant: string): LRUCache<string, Kept> => {
    const known = tenants.get(tenant)
    if (known) return known
    const made = new LRUCache<string, Kept>({
      maxSize: bounds.tenant,
      sizeCalculation: ({ size }) => size,
      dispose: ({ size }) => {
        bytes -= size
      },
    })
    tenants.set(tenant, made)
    return made
  }

  /** The tenants give up the answer that they have not used for the longest time, one tenant after the other. */
  const makeRoom = (): void => {
    for (const [tenant, answers] of tenants) {
      if (bytes <= bounds.total) return
      answers.pop()
      // Behind the others, and so in its turn again where this was not enough.
      tenants.delete(tenant)
      if (answers.size > 0) tenants.set(tenant, answers)
    }
  }

  const invalidate = (scope: string): void => {
    generations.set(scope, generationOf(scope) + 1)
  }

  return {
    placeOf({ ref, cacheKey }, { version }) {
      return cacheKey && `${cacheKey} ${generationOf(scopeOf(ref))} ${version}`
    },
    read(tenant, place) {
      const answers = tenants.get(tenant)
      const kept = answers?.get(place)
      if (!kept || kept.until > performance.now()) return kept?.answer
      answers?.delete(place)
    },
    keep(tenant, place, answer, ttlMs) {
      const size = sizeOf(answer)
      if (size > bounds.tenant / 4) return
      bytes += size
      answersOf(tenant).set(place, { answer, until: performance.now() + ttlMs, size })
      if (bytes > bounds.total) makeRoom()
    },
    invalidate: (account) => invalidate(scopeOf(account)),
    forgetTenant(tenant) {
      tenants.get(tenant)?.clear()
      tenants.delete(tenant)
      // Moved on and not deleted: a read that began before the last write must not find the generation it began with.
      for (const scope of generations.keys()) if (scope.startsWith(`${tenant}/`)) invalidate(scope)
    },
  }
}
