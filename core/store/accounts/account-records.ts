import type { IsoTime, UnixMs, UnixSeconds } from '../../time.ts'

/** Names one account of one tenant at one provider. */
export interface AccountRef {
  readonly tenant: string
  readonly provider: string
  readonly account: string
}

/** The name of an account in maps and logs: `acme/hubspot/main`. */
export const accountPath = ({ tenant, provider, account }: AccountRef): string => `${tenant}/${provider}/${account}`

/** The members that an account's credential and seed share. */
export interface HandedOver {
  /**
   * The id of the last handover, in which somebody gave the account a credential or a seed: the id of a connect link, or a new one for each
   * that an administrator stored. A refresh keeps it, so equal ids mean one owner at the vendor. `null`: an earlier version
   * stored it.
   */
  readonly handover_id: string | null
}

/** A credential, sealed. */
export interface CredentialRecord extends AccountRef, HandedOver {
  /** The access token, sealed and bound to this row (`core/vault`). */
  readonly sealed: string
  readonly token_type: string
  /** `null`: does not expire. */
  readonly expires_at: UnixSeconds | null
  /** A new, unique value with every change. */
  readonly version: string
  readonly updated_at: IsoTime
  /** The time since when the vendor has answered 401 for the credential; `null`: it hasn't. */
  readonly rejected_at: IsoTime | null
}

export interface NewCredential {
  readonly sealed: string
  readonly token_type: string
  readonly expires_at: UnixSeconds | null
}

/** The authentication of a client at a token endpoint: HTTP Basic, or in the body (RFC 6749, section 2.3.1). */
export type ClientAuth = 'basic' | 'post'

/** The part that a token endpoint refused: the client (RFC 6749, section 5.2, `invalid_client`), or the rest of the request. */
export type RefusedPart = 'client' | 'grant'

export interface NewSeed {
  /**
   * The application whose secret and addresses are used as long as it has this `client_id`: the path of its record (`apps/hubspot`,
   * `apps/hubspot/acme`), or `own`: those of the seed are used. `null`: an earlier version stored the seed, and it wasn't resolved yet.
   */
  readonly application: string | null
  /** The client's id, or the issuer of its assertions. */
  readonly client_id: string
  readonly token_endpoint: string
  /** The client's secret, sealed and bound to this row and field, like `sealed_refresh_token`. Empty before it is sealed: the client has none. */
  readonly sealed_client_secret: string
  /** The refresh token, or its counterpart of other grants: see `core/refresh/stored-grant.ts`. */
  readonly sealed_refresh_token: string
}

/** The seed that refreshes an account's access token, and the outcome of the last refresh. */
export interface SeedRecord extends AccountRef, HandedOver, NewSeed {
  /** A new, unique value with every `put` and every new refresh token. */
  readonly version: string
  /** The client authentication that the token endpoint accepted last; `null`: not known yet, or the client doesn't authenticate. */
  readonly client_auth: ClientAuth | null
  /** The seed's state. `needs_reauth`: the token endpoint refuses the seed. No refresh is tried until a seed or a token is stored. */
  readonly status: 'active' | 'needs_reauth'
  /** The reason why the last refresh failed, e.g. `invalid_grant`; `null`: it didn't fail. */
  readonly error: string | null
  /** The number of failed refreshes since the last success. */
  readonly failures: number
  /** The part that the endpoint refused last, the client or its grant; `null`: it has refused nothing since the last success. */
  readonly refused_as: RefusedPart | null
  /** The time since when it has refused that part, by the store's clock; `null` with `refused_as`. */
  readonly refused_since: UnixMs | null
  /** The time when the endpoint last gave a token for this seed; `null`: not known. */
  readonly refreshed_at: UnixMs | null
  /** The time before which no refresh is tried; `null`: at once. By the store's clock, like the next three. */
  readonly retry_at: UnixMs | null
  /** The time when a provider's 401 last caused a refresh. */
  readonly forced_at: UnixMs | null
  /** The owner of a refresh under way, or of one that died: written before the token request and removed with its result. */
  readonly lease_owner: string | null
  readonly lease_until: UnixMs
  /** The expiry of the stored access token; `null`: never; 0: no token is stored. */
  readonly expires_at: UnixSeconds | null
  /** The time at which to refresh the token ahead of its expiry; `null`: never. */
  readonly due_at: UnixSeconds | null
  readonly updated_at: IsoTime
}

/** The credential and seed of an account. */
export interface HeldCredential {
  readonly credential: CredentialRecord | undefined
  readonly seed: SeedRecord | undefined
}

/** The records of an account before and after its credential was replaced. */
export interface ReplacedCredential {
  readonly before: HeldCredential
  readonly after: HeldCredential & { readonly credential: CredentialRecord }
}
