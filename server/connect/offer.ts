import type { AuditLog } from '@patchbay/core/audit'
import type { OfferConnect } from '@patchbay/core/call'
import { asGatewayError } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import { type AccountRef, accountPath, type Store } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { isConnectable } from './connectable.ts'
import { hasEnded, newLink } from './link.ts'

const lifeSeconds = 3600
/** An offered link has at least a quarter of an hour left. */
const offeredMs = 45 * 60_000
const most = 10_000

export interface OfferParts {
  readonly store: Pick<Store, 'apps' | 'connections'>
  readonly domains: ReadonlyMap<string, Domain>
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly baseUrl: () => string
  readonly now?: () => Date
}

interface Offered {
  readonly url: string
  /** By which the store knows the link. */
  readonly hash: string
}

/**
 * Makes links for callers whose tenant has the option `self_connect`. The store has only hashes of links, so this process remembers the
 * one that it made for an account, in memory only, and offers it until it is used or old: failing calls don't make a link each.
 */
export const createOfferConnect = (parts: OfferParts): OfferConnect => {
  const { store, domains, auditLog, baseUrl, now = () => new Date() } = parts
  const offered = new LRUCache<string, Promise<Offered | undefined>>({ max: most, ttl: offeredMs })

  const make = async (ref: AccountRef): Promise<Offered | undefined> => {
    if (!(await isConnectable(store, domains.get(ref.provider), ref))) return undefined
    const { tenant, provider, account } = ref
    const asked = { tenant, provider, account, label: null, scopes: null, settings: {}, return_url: null }
    const { link, secret } = newLink({ ...asked, seconds: lifeSeconds }, now())
    if ((await store.connections.create(link, now())) !== 'created') return undefined
    await auditLog.record({
      ...{ tenant, action: 'offer_connect_link', source: 'oauth', key: `connect/${accountPath(ref)}` },
      ...{ outcome: 'ok', code: null, status: 201, reason: null },
      ...{ ip: null, token_id: null, request_id: null, duration_ms: 0 },
    })
    return { url: `${baseUrl()}/connect/${secret}`, hash: link.hash }
  }

  const isUsable = async (hash: string): Promise<boolean> => {
    const link = await store.connections.find(hash)
    return link !== undefined && link.status !== 'connected' && !hasEnded(link, now())
  }

  /** Calls that fail at the same moment share the link. */
  const offer = async (ref: AccountRef): Promise<string | undefined> => {
    const key = accountPath(ref)
    const known = offered.get(key)
    const before = await known
    if (before && (await isUsable(before.hash))) return before.url
    const meanwhile = offered.get(key)
    if (meanwhile && meanwhile !== known) return (await meanwhile)?.url
    const making = make(ref)
    offered.set(key, making)
    const made = await making.catch((error) => {
      offered.delete(key)
      throw error
    })
    // An application may be stored a moment later.
    if (!made) offered.delete(key)
    return made?.url
  }

  return async (ref) => {
    try {
      return await offer(ref)
    } catch (error) {
      // The caller gets the error of the call; that the store is down is told by every other one.
      if (asGatewayError(error).code === 'UNAVAILABLE') return undefined
      throw error
    }
  }
}
