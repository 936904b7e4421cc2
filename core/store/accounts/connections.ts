import type { IsoTime, UnixSeconds } from '../../time.ts'
import type { ListTotal } from '../list-total.ts'
import type { AccountRef, NewCredential, NewSeed } from './account-records.ts'
import type { RevocationRecord } from './revocations.ts'
import type { Account } from './tenants.ts'

/**
 * One try of a person to connect an account.
 * - `sent`: the browser is at the vendor, and comes back with the state
 * - `used`: the state has come back; it leads to the attempt's page from then on, and to nothing new
 * - `choosing`: the vendor's answer is stored, and the person chooses one of several accounts
 * - `asking`: the vendor's answer is stored, and the person confirms that the account is the right one
 */
export interface ConnectAttempt {
  readonly phase: 'sent' | 'used' | 'choosing' | 'asking'
  /** The hash of the state that the vendor gives back, which leads on from `sent` only; `null`: no vendor was asked (a form with keys). */
  readonly state_hash: string | null
  /** The hash of the cookie of the browser that began. */
  readonly browser_hash: string
  /** The sealed state for the next step, bound to the link: the verifier and settings, or the credential with the accounts to choose from. */
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
  /** The provider; empty while the person has not chosen one of `providers`. */
  readonly provider: string
  /** The providers among which the person chooses; left out: the link is for `provider` only. */
  readonly providers?: readonly string[]
  /** The tenant to create with the account: one that exists by then is somebody else's. Left out: it exists. */
  readonly create_tenant?: { readonly name: string }
  /** Values that the link's maker gets back with its events; left out: none. */
  readonly metadata?: Readonly<Record<string, string>>
  /** The id of the `linker` key that made the link; left out: somebody else made it. */
  readonly made_by?: string
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly connect_id: string
  /** The hash of the secret in its URL, 64 lower-case hex digits. */
  readonly hash: string
  /** The display name; `null`: that of the account. */
  readonly label: string | null
  /** The scopes to request at the vendor; `null`: those of the application or the plugin. */
  readonly scopes: readonly string[] | null
  /** The settings that are known already. */
  readonly settings: Readonly<Record<string, string>>
  readonly return_url: string | null
  /**
   * The origin of the page that opens the link in a pop-up, and gets a message when the account is connected. Left out:
   * no page gets one.
   */
  readonly origin?: string
  /** The call whose caller got the link (`self_connect`); left out: an administrator made it. */
  readonly requested_by?: LinkRequester
  readonly created_at: IsoTime
  readonly expires_at: UnixSeconds
  readonly status: 'pending' | 'opened' | 'connected' | 'failed'
  /** The reason why the last try failed; `null`: none has. */
  readonly reason: string | null
  /** The owner of the connected account, as the vendor names the person. */
  readonly identity: string | null
  /** The owner's name in words that people recognise, where the identity is just a number; left out: none. */
  readonly display_name?: string
  /** The scopes that the person didn't grant, although the actions need them; left out: none. */
  readonly missing_scopes?: readonly string[]
  /** True if an administrator has stored another credential since, so that the identity is no longer the account's. */
  readonly replaced?: true
  /** True if the credential of the connected account was removed since. */
  readonly disconnected?: true
  /**
   * The time when the account was noticed to be no longer the one that the link connected: another link has connected it since, or
   * its credential was replaced or removed. Left out: it still is, or wasn't checked yet.
   */
  readonly ended_at?: UnixSeconds
  readonly attempt: ConnectAttempt | null
  /** The number of times that the form was sent. */
  readonly tries: number
  /** The record's version, a new one after each write. */
  readonly version: string
}

/** The records that a successful try stores, in one step with the link. */
export interface ConnectedAccount {
  /** The account, which is added to the tenant's configuration, or replaces the one of its id. */
  readonly account: Account
  readonly credential: NewCredential
  /** The new seed; `null`: the account has none from now on. */
  readonly seed: NewSeed | null
}

/** The versions of an account's records when they were read; `undefined`: there was none. */
export interface SeenAccount {
  readonly tenant: string
  readonly credential: string | undefined
  readonly seed: string | undefined
  /** The id of the link that connected the account last. */
  readonly link: string | undefined
}

export interface Connections {
  /**
   * The same step checks that the tenant exists, or for a link that makes it, that it does not. Links that expired over a week ago are
   * removed, unless they connected an account.
   */
  create(link: ConnectLink, now: Date): Promise<'created' | 'TENANT_NOT_FOUND' | 'TENANT_EXISTS'>
  /** Finds a link by the hash of its secret. Also finds links that have expired. */
  find(hash: string): Promise<ConnectLink | undefined>
  get(connectId: string): Promise<ConnectLink | undefined>
  /** Lists links, newest first: of one tenant or of all, by one maker or by all, made before that link. */
  list(page: {
    readonly tenant?: string | undefined
    readonly made_by?: string | undefined
    readonly before?: string | undefined
    readonly limit: number
  }): Promise<readonly ConnectLink[]>
  /** Counts the links of one tenant or of all, by one maker or by all. */
  total(of: { readonly tenant?: string | undefined; readonly made_by?: string | undefined }): Promise<ListTotal>
  /** The link that connected an account last: it names the account's owner. */
  connectedBefore(ref: AccountRef): Promise<ConnectLink | undefined>
  /** The links that connected accounts of this identity at a provider, in all tenants. */
  connectedAs(provider: string, identity: string): Promise<readonly ConnectLink[]>
  /**
   * Checks the links of a tenant: notes those whose account is no longer the one that they connected, and removes those that ended
   * before the moment. The last link of a connected account stays. Returns the number removed.
   */
  prune(tenant: string, before: Date, now: Date): Promise<number>
  /** Removes the links of all tenants that expired over a week ago, unless they connected an account. Returns their number. */
  pruneUnused(now: Date): Promise<number>
  /** Finds a link by the hash of its attempt's state. */
  findByState(stateHash: string): Promise<ConnectLink | undefined>
  /** At most 100 links whose try has expired while it held access from the vendor, because the person never answered. */
  abandoned(now: Date): Promise<readonly ConnectLink[]>
  /**
   * Replaces a link, if it still has this version; the same step records a revocation of access that the person declined. `false`: it was
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
