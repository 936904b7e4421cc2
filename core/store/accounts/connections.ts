import type { IsoTime, UnixSeconds } from '../../time.ts'
import type { AccountRef, NewCredential, NewSeed } from './account-records.ts'
import type { RevocationRecord } from './revocations.ts'
import type { Account } from './tenants.ts'

/**
 * One try of a person to connect an account.
 * - `sent`: the browser is at the vendor, and comes back with the state
 * - `used`: the state has come back; it leads to the attempt's page from then on, and to nothing new
 * - `choosing`: the vendor's answer is kept, and the person is asked which of several accounts is meant
 * - `asking`: the vendor's answer is kept, and the person is asked whether the account is the right one
 */
export interface ConnectAttempt {
  readonly phase: 'sent' | 'used' | 'choosing' | 'asking'
  /** The hash of the state that the vendor gives back, which leads on from `sent` only; `null`: no vendor was asked (a form with keys). */
  readonly state_hash: string | null
  /** The hash of the cookie of the browser that began. */
  readonly browser_hash: string
  /** What the next step needs, sealed and bound to the link: the verifier and settings, or the credential with what is to be chosen. */
  readonly sealed: string
  readonly expires_at: UnixSeconds
}

/** A caller, by the token and the request of a call. */
export interface LinkRequester {
  readonly token_id: string | null
  readonly request_id: string
}

/** A link by which a person connects one account. Only the hash of its secret is stored. */
export interface ConnectLink extends AccountRef {
  /** Empty while the person has not chosen one of `providers`. */
  readonly provider: string
  /** The providers among which the person chooses. Left out: the link is for `provider` only. */
  readonly providers?: readonly string[]
  /** The tenant is made with the account: one that exists by then is somebody else's. Left out: it exists. */
  readonly create_tenant?: { readonly name: string }
  /** What the maker of the link wants to be told with it. Left out: nothing. */
  readonly metadata?: Readonly<Record<string, string>>
  /** The id of the key of the role `linker` that made the link. Left out: somebody else made it. */
  readonly made_by?: string
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly connect_id: string
  /** The hash of the secret in its URL, 64 lower-case hex digits. */
  readonly hash: string
  /** The display name; `null`: that of the account. */
  readonly label: string | null
  /** The scopes to request at the vendor; `null`: those of the application or the plugin. */
  readonly scopes: readonly string[] | null
  /** Settings that are known already. */
  readonly settings: Readonly<Record<string, string>>
  readonly return_url: string | null
  /** The origin of the page that opens the link in a pop-up, and is told when the account is connected. Left out: nobody is told. */
  readonly origin?: string
  /** The call whose caller got the link (`self_connect`). Left out: an administrator made it. */
  readonly requested_by?: LinkRequester
  readonly created_at: IsoTime
  readonly expires_at: UnixSeconds
  readonly status: 'pending' | 'opened' | 'connected' | 'failed'
  /** Why the last try failed; `null`: none has. */
  readonly reason: string | null
  /** Whose account was connected, as the vendor names the person. */
  readonly identity: string | null
  /** Scopes that the person didn't grant, although the actions need them. Left out: none. */
  readonly missing_scopes?: readonly string[]
  /** An administrator has stored another credential since, so that the identity is no longer the account's. Left out: no. */
  readonly replaced?: true
  /** The credential of the account that it connected was removed since. Left out: no. */
  readonly disconnected?: true
  /**
   * When it was noticed that the account is no longer the one that it connected: another link has connected it since, or
   * its credential was replaced or removed. Left out: it is, or nobody has looked yet.
   */
  readonly ended_at?: UnixSeconds
  readonly attempt: ConnectAttempt | null
  /** How often the form was sent. */
  readonly tries: number
  /** Another one after each write. */
  readonly version: string
}

/** What a successful try stores, in one step with the link. */
export interface ConnectedAccount {
  /** It is added to the tenant's configuration, or replaces the account of its id. */
  readonly account: Account
  readonly credential: NewCredential
  /** `null`: the account has none from now on. */
  readonly seed: NewSeed | null
}

/** What an account held when somebody looked at it, by the versions of the records; `undefined`: there was none. */
export interface SeenAccount {
  readonly tenant: string
  readonly credential: string | undefined
  readonly seed: string | undefined
  /** Of the link by which the account was connected last. */
  readonly link: string | undefined
}

export interface Connections {
  /**
   * The same step checks that the tenant exists, or for a link that makes it, that it does not. Links that expired over a week ago are
   * removed, unless they connected an account.
   */
  create(link: ConnectLink, now: Date): Promise<'created' | 'TENANT_NOT_FOUND' | 'TENANT_EXISTS'>
  /** By the hash of its secret. Also finds links that have expired. */
  find(hash: string): Promise<ConnectLink | undefined>
  get(connectId: string): Promise<ConnectLink | undefined>
  /** Newest first: of one tenant or of all, by one maker or by all, made before that link. */
  list(page: {
    readonly tenant?: string | undefined
    readonly made_by?: string | undefined
    readonly before?: string | undefined
    readonly limit: number
  }): Promise<readonly ConnectLink[]>
  /** The link by which an account was connected last: it says whose account it is. */
  connectedBefore(ref: AccountRef): Promise<ConnectLink | undefined>
  /** The links by which accounts of this identity at a provider were connected, in all tenants. */
  connectedAs(provider: string, identity: string): Promise<readonly ConnectLink[]>
  /**
   * Looks through the links of a tenant: notes those whose account is no longer the one that they connected, and removes those that ended
   * before the moment. The last link of a connected account stays. Returns how many were removed.
   */
  prune(tenant: string, before: Date, now: Date): Promise<number>
  /** Removes the links of all tenants that expired over a week ago, unless they connected an account. Returns how many. */
  pruneUnused(now: Date): Promise<number>
  /** By the hash of the state of its attempt. */
  findByState(stateHash: string): Promise<ConnectLink | undefined>
  /** At most 100 links whose try has expired with an access from the vendor in it, because the person never answered. */
  abandoned(now: Date): Promise<readonly ConnectLink[]>
  /**
   * Replaces a link, if it still has this version; the same step keeps what the person didn't want as a revocation. `false`: it was
   * changed or is gone.
   */
  swap(version: string, next: ConnectLink, revocation?: RevocationRecord): Promise<boolean>
  /**
   * Replaces a link, if it still has this version, and stores the account with its credential and seed, all in one step, with the tenant
   * of a link that makes it. `TENANT_EXISTS`: something else has made that tenant.
   * `changed`: somebody else changed the link, or the account is no longer as it was `seen`; nothing was stored.
   */
  complete(
    version: string,
    next: ConnectLink,
    connected: ConnectedAccount,
    now: Date,
    seen?: SeenAccount,
  ): Promise<'connected' | 'changed' | 'TENANT_NOT_FOUND' | 'TENANT_EXISTS'>
}
