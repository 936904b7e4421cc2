import type { AuditLog } from '@patchbay/core/audit'
import type { ConnectCaller, OfferConnect } from '@patchbay/core/call'
import { asGatewayError } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import { type AccountRef, accountPath, type Store } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { isConnectable } from './connectable.ts'
import { isLinkOver, newLink } from './link.ts'
import { findIdentity } from './outcomes/identity.ts'

const lifeSeconds = 3600
/** An offered link has at least a quarter of an hour left. */
const offeredMs = 45 * 60_000
const most = 10_000

export interface OfferParts {
  readonly store: Pick<Store, 'apps' | 'connections' | 'credentials' | 'seeds'>
  readonly domains: ReadonlyMap<string, Domain>
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly baseUrl: () => string
  readonly now?: () => Date
}

interface Offered {
  readonly url: string
  /** The id of the link in the store. */
  readonly hash: string
}

/**
 * Makes links for callers whose tenant has the option `self_connect`. The store has only hashes of links, so this process remembers the
 * one that it made for an account and a token, in memory only, and offers it until it is used or old: failing calls don't make a link each.
 */
export const createOfferConnect = (parts: OfferParts): OfferConnect => {
  const { store, domains, auditLog, baseUrl, now = () => new Date() } = parts
  const offered = new LRUCache<string, Promise<Offered | undefined>>({ max: most, ttl: offeredMs })

  const make = async (ref: AccountRef, { ip, token_id, request_id }: ConnectCaller): Promise<Offered | undefined> => {
    if (!(await isConnectable(store, domains.get(ref.provider), ref))) return undefined
    // Nobody could use the link.
    if ((await findIdentity(store, ref)) === null) return undefined
    const { tenant, provider, account } = ref
    const requested_by = { token_id, request_id }
    const request = {
      tenant,
      provider,
      account,
      label: null,
      scopes: null,
      settings: {},
      return_url: null,
      requested_by,
    }
    const { link, secret } = newLink({ ...request, seconds: lifeSeconds }, now())
    if ((await store.connections.create(link, now())) !== 'created') return undefined
    await auditLog.record({
      tenant,
      action: 'offer_connect_link',
      source: 'oauth',
      key: `connect/${accountPath(ref)}`,
      status: 201,
      ip,
      token_id,
      request_id,
    })
    return { url: `${baseUrl()}/connect/${secret}`, hash: link.hash }
  }

  const isUsable = async (hash: string): Promise<boolean> => {
    const link = await store.connections.find(hash)
    return link !== undefined && link.status !== 'connected' && !isLinkOver(link, now())
  }

  /** Calls with the same token that fail at the same moment share the link. */
  const offer = async (ref: AccountRef, caller: ConnectCaller): Promise<string | undefined> => {
    const key = `${accountPath(ref)} ${caller.token_id}`
    const earlier = offered.get(key)
    const before = await earlier
    if (before && (await isUsable(before.hash))) return before.url
    const meanwhile = offered.get(key)
    if (meanwhile && meanwhile !== earlier) return (await meanwhile)?.url
    const making = make(ref, caller)
    offered.set(key, making)
    const link = await making.catch((error) => {
      offered.delete(key)
      throw error
    })
    // An application may be stored a moment later.
    if (!link) offered.delete(key)
    return link?.url
  }

  return async (ref, caller) => {
    try {
      return await offer(ref, caller)
    } catch (error) {
      // The caller gets the error of the call; other errors report that the store is down.
      if (asGatewayError(error).code === 'UNAVAILABLE') return undefined
      throw error
    }
  }
}
