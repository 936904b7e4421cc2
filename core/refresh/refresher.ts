import { setTimeout as sleep } from 'node:timers/promises'
import { type AccountRef, accountPath, type ClaimRequest } from '../store/index.ts'
import { type Credential, openCredential } from './open-credential.ts'
import { needsReauth, notRefreshed } from './refresh-error.ts'
import { leaseMs, type RefresherParts, useSeed } from './use-seed.ts'

export interface Refresher {
  /**
   * Replaces the credential of version `stale` (`null`: there is none), which has expired, will soon expire, or was
   * refused by the provider (`forced`: at most one refresh a minute). All processes share one refresh an account, and
   * no waiting caller can cancel it. `undefined`: the account has no seed. Rejects with TOKEN_EXPIRED when the refresh
   * token is dead, UPSTREAM_ERROR when the token endpoint fails or the try is too early.
   */
  renew(ref: AccountRef, stale: string | null, forced?: boolean): Promise<Credential | undefined>
  /** True if the account has a seed. No token endpoint is asked. Rejects with TOKEN_EXPIRED if the refresh token is dead. */
  canRenew(ref: AccountRef): Promise<boolean>
  /** Takes no new refresh and waits for those under way. */
  close(): Promise<void>
}

const pollMs = 150
/** The longest wait for a refresh: longer than the longest token request and the storing of its result. */
const patienceMs = 60_000

export const createRefresher = (parts: RefresherParts): Refresher => {
  const { store, vault } = parts
  const underWay = new Map<string, Promise<Credential | undefined>>()
  const closing = new AbortController()

  const start = async (ref: AccountRef, stale: string | null, forced: boolean): Promise<Credential | undefined> => {
    for (const deadline = performance.now() + patienceMs; ; ) {
      const request: ClaimRequest = { owner: crypto.randomUUID(), stale, forced, leaseMs }
      const claim = await store.seeds.claim(ref, request)
      switch (claim.outcome) {
        case 'no-seed':
          return undefined
        case 'renewed':
          return openCredential(vault, claim.credential)
        case 'needs-reauth':
          throw needsReauth(ref, claim.error)
        case 'waiting':
          throw notRefreshed(ref, claim.error, claim.waitMs)
        case 'claimed': {
          const credential = await useSeed(parts, request.owner, claim, closing.signal)
          if (credential) return credential
          // The store has the result; the next claim returns it.
          break
        }
        case 'busy':
          if (performance.now() > deadline) throw notRefreshed(ref, 'another gateway is still asking it', leaseMs)
          await sleep(pollMs * (0.5 + Math.random()))
      }
    }
  }

  const begin = async (ref: AccountRef, stale: string | null, forced: boolean): Promise<Credential | undefined> => {
    const credential = await start(ref, stale, forced)
    if (credential) parts.onRenewed(ref, credential)
    return credential
  }

  return {
    renew(ref, stale, forced = false) {
      const key = `${accountPath(ref)}/${stale}`
      const running = underWay.get(key)
      if (running) return running
      if (closing.signal.aborted) return Promise.reject(notRefreshed(ref, 'the gateway is stopping', 1000))
      const started = begin(ref, stale, forced).finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started
    },
    async canRenew(ref) {
      const seed = await store.seeds.get(ref)
      if (seed?.status === 'needs_reauth') throw needsReauth(ref, seed.error)
      return seed !== undefined
    },
    async close() {
      closing.abort()
      await Promise.allSettled(underWay.values())
    },
  }
}
