import { invalid } from '@patchbay/core/errors'
import type { Changes } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'

/** What is left of an answer that was cut, and the call that it answers. */
export interface Kept {
  readonly domain: string
  /** The call's own body, for the checks that each part goes through. */
  readonly body: Readonly<Record<string, unknown>>
  /** The account that was called. */
  readonly account: string
  readonly status: number
  /** `data` of the envelope, from where the part before ended, as JSON. */
  readonly rest: string
  /** How much of the list at this pointer was handed over. */
  readonly seen: { readonly at: string; readonly count: number }
}

export interface Continuations {
  /** Keeps what is left and answers its name; `after` is the name that gave the part before. */
  keep(tenant: string, kept: Kept, after: string | undefined): string
  /** Throws VALIDATION_ERROR where nothing of that name is kept for the tenant. */
  find(tenant: string, name: string): Kept
}

const minutes = 10
const bounds = { total: 64 * 2 ** 20, tenant: 16 * 2 ** 20 }
const overhead = 512

/** The same each time, so that a part that is asked for again adds nothing. */
const nameAfter = (name: string): string => Bun.CryptoHasher.hash('sha256', name, 'hex').slice(0, 32)

const sizeOf = ({ rest, body }: Kept): number => rest.length + JSON.stringify(body).length + overhead

/**
 * The rest of cut answers, in bounded memory for ten minutes. In memory and not in the store: it is what a provider said,
 * which is never written down. In memory and not sealed into the name: a model has to repeat the name, a write must not
 * be sent again for its second part, and a list may have changed meanwhile.
 */
export const createContinuations = (changes: Changes): Continuations => {
  const entries = new LRUCache<string, { readonly kept: Kept; readonly size: number }>({
    maxSize: bounds.total,
    sizeCalculation: ({ size }) => size,
    ttl: minutes * 60_000,
  })
  /** The newest first. */
  const keysOf = (tenant: string): string[] => [...entries.keys()].filter((key) => key.startsWith(`${tenant}/`))

  changes.listen((change) => {
    if (change.kind === 'everything') entries.clear()
    else if (change.kind === 'tenant') for (const key of keysOf(change.tenant)) entries.delete(key)
  })

  const makeRoom = (tenant: string, bytes: number): void => {
    let used = bytes
    for (const key of keysOf(tenant)) {
      used += entries.peek(key)?.size ?? 0
      if (used > bounds.tenant) entries.delete(key)
    }
  }

  return {
    keep(tenant, kept, after) {
      const name = after === undefined ? crypto.randomUUID().replaceAll('-', '') : nameAfter(after)
      entries.delete(`${tenant}/${name}`)
      const size = sizeOf(kept)
      makeRoom(tenant, size)
      entries.set(`${tenant}/${name}`, { kept, size })
      return name
    },
    find(tenant, name) {
      const entry = entries.get(`${tenant}/${name}`)
      if (!entry) throw invalid('/continuation', 'is unknown or older than ten minutes; call again without it')
      return entry.kept
    },
  }
}
