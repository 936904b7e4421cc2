import { LRUCache } from 'lru-cache'
import type { GatewayError } from '../errors.ts'
import { inBackground } from '../in-background.ts'
import { type MaybePromise, mapMaybePromise } from '../maybe-promise.ts'
import type { Counters } from '../store/index.ts'
import { crowd, toNetwork } from './networks.ts'
import type { CallerWindow, Windows } from './windows.ts'

/**
 * The kinds of secrets that a stranger could guess, because the gateway didn't make them. `shared`: many holders may share one
 * address.
 */
const kinds = {
  'admin-key': { called: 'admin key', shared: false },
  'sign-in': { called: 'sign-in', shared: true },
  'metrics-token': { called: 'metrics token', shared: false },
  token: { called: 'token', shared: true },
  'pasted-token': { called: 'pasted token', shared: true },
  'client-secret': { called: 'client secret', shared: true },
} as const

export type CredentialKind = keyof typeof kinds

/**
 * Counts failed attempts by address, separately for each kind, so that failures of one kind block no other kind. Code that checks a
 * credential calls `attempt` before it looks anything up, and reports the outcome with `failed` or `worked`.
 */
export interface FailedAttempts {
  /**
   * Throws RATE_LIMITED after too many failures, unless the credential with this hash has worked from this address lately. True if it has worked
   * so lately that `worked` needn't be told again.
   */
  attempt(kind: CredentialKind, ip: string, hash: string): MaybePromise<boolean>
  /**
   * Counts a failure. Throws RATE_LIMITED when concurrent attempts have exceeded the limit meanwhile. Leave out the hash of a
   * good credential that was used in the wrong place: it stays proven.
   */
  failed(kind: CredentialKind, ip: string, hash?: string): Promise<void>
  /** Records that the credential with this hash was right. Returns at once. */
  worked(kind: CredentialKind, ip: string, hash: string): void
}

const minute = 60_000
const hour = 60 * minute
/** The time for which a credential that worked from an address is admitted there, however often other credentials fail. */
const provenMs = 24 * hour
/** The most proven credentials of each kind in memory. */
const mostProven = 20_000

interface Proof {
  readonly works: boolean
  /** The end of the proof, by `performance.now()`. */
  readonly until: number
}

/** The store is told of a proof once an hour at most. */
const isFresh = ({ until }: Proof, now: number): boolean => until - now > provenMs - hour

/** The windows in which wrong credentials of each kind are counted. */
const createPolicies = (
  perMinute: number,
): Readonly<Record<CredentialKind, Readonly<Record<'address' | 'network' | 'credential', CallerWindow>>>> => {
  const policy = (kind: CredentialKind, limit: number, what: string): CallerWindow => ({
    name: `wrong-${kind}s`,
    limit,
    windowMs: minute,
    what,
  })
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, { called }]) => [
      kind,
      {
        address: policy(kind as CredentialKind, perMinute, `wrong ${called}s from this address`),
        network: policy(kind as CredentialKind, perMinute * crowd, `wrong ${called}s from this network`),
        credential: policy(kind as CredentialKind, perMinute, `attempts with this ${called}`),
      },
    ]),
  ) as ReturnType<typeof createPolicies>
}

export const createFailedAttempts = (
  counters: Counters,
  windows: Windows,
  { perMinute, isShared }: { readonly perMinute: number; readonly isShared: (ip: string) => boolean },
): FailedAttempts => {
  /** A cache for each kind: strangers can register clients, and those secrets must not evict proven tokens and keys. */
  const proven = Object.fromEntries(
    Object.keys(kinds).map((kind) => [kind, new LRUCache<string, Proof>({ max: mostProven })]),
  ) as Readonly<Record<CredentialKind, LRUCache<string, Proof>>>

  const policies = createPolicies(perMinute)

  const inCrowd = (kind: CredentialKind, ip: string): boolean => kinds[kind].shared && isShared(ip)
  const proofKey = (kind: CredentialKind, ip: string, hash: string): string => `${kind}:${toNetwork(ip)}:${hash}`

  const crowdRefusal = async (kind: CredentialKind, ip: string, hash: string): Promise<GatewayError | undefined> => {
    const { credential, network } = policies[kind]
    const [own, all] = await Promise.all([windows.refusal(credential, hash), windows.refusal(network, toNetwork(ip))])
    return own ?? all
  }

  /** Reads the proof from the store, because another gateway may have recorded it. */
  const unlessProven = (
    refusal: GatewayError | undefined,
    kind: CredentialKind,
    key: string,
  ): MaybePromise<boolean> => {
    if (!refusal) return false
    const proof = proven[kind].get(key)
    if (proof && proof.until > performance.now()) throw refusal
    return mapMaybePromise(counters.read(`proven:${key}`), (mark) => {
      if (!mark) throw refusal
      proven[kind].set(key, { works: true, until: performance.now() + mark.resetMs })
      return false
    })
  }

  /** A credential that has stopped working is admitted once more at most. */
  const disprove = (kind: CredentialKind, key: string): void => {
    const proof = proven[kind].get(key)
    if (proof) proven[kind].set(key, { works: false, until: proof.until })
  }

  return {
    attempt(kind, ip, hash) {
      if (perMinute === 0) return true
      const key = proofKey(kind, ip, hash)
      const proof = proven[kind].get(key)
      const now = performance.now()
      // A proven credential passes whatever the counters say, so they needn't be read.
      if (proof?.works && proof.until > now) return isFresh(proof, now)
      const refusal = inCrowd(kind, ip)
        ? crowdRefusal(kind, ip, hash)
        : windows.refusal(policies[kind].address, toNetwork(ip))
      if (refusal === undefined) return false
      return mapMaybePromise(refusal, unlessProven, kind, key)
    },
    async failed(kind, ip, hash) {
      if (perMinute === 0) return
      if (hash !== undefined) disprove(kind, proofKey(kind, ip, hash))
      const isCrowd = inCrowd(kind, ip)
      // The credential is counted first: a client that keeps repeating a wrong one must not use up its network's limit.
      if (isCrowd && hash !== undefined) await windows.take(policies[kind].credential, hash)
      await windows.take(policies[kind][isCrowd ? 'network' : 'address'], toNetwork(ip))
    },
    worked(kind, ip, hash) {
      if (perMinute === 0) return
      const key = proofKey(kind, ip, hash)
      const now = performance.now()
      const proof = proven[kind].get(key)
      if (proof?.works && isFresh(proof, now)) return
      proven[kind].set(key, { works: true, until: now + provenMs })
      const marked = counters.mark(`proven:${key}`, provenMs)
      // Recording a success must never fail the call; the next call tries again.
      if (marked instanceof Promise)
        inBackground(
          marked.catch(() => proven[kind].delete(key)),
          'mark_proof',
        )
    },
  }
}
