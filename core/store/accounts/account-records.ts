import type { IsoTime, UnixMs, UnixSeconds } from '../../time.ts'

/** Names one account of one tenant at one provider. */
export interface AccountRef {
  readonly tenant: string
  readonly provider: string
  readonly account: string
}

/** The name of an account in maps and logs: `acme/hubspot/main`. */
export const accountPath = ({ tenant, provider, account }: AccountRef): string => `${tenant}/${provider}/${account}`

/** What an account's credential and seed have in common. */
export interface HandedOver {
  /**
   * Identifies the last step in which somebody gave the account a credential or a seed: the id of a connect link, or a new one for each
   * that an administrator stored. A refresh keeps it, so two equal ones are of one owner at the vendor. `null`: a version before
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
  /** Since when the vendor has answered 401 for it; `null`: nobody has seen that. */
  readonly rejected_at: IsoTime | null
}

export interface NewCredential {
  readonly sealed: string
  readonly token_type: string
  readonly expires_at: UnixSeconds | null
}

/** How a client authenticates at a token endpoint: by HTTP Basic, or in the body (RFC 6749, section 2.3.1). */
export type ClientAuth = 'basic' | 'post'

/** What a token endpoint refused: the client (RFC 6749, section 5.2, `invalid_client`), or the rest of the request. */
export type RefusedPart = 'client' | 'grant'

export interface NewSeed {
  /**
   * The application whose secret and addresses are used as long as it has this `client_id`: the path of its record (`apps/hubspot`,
   * `apps/hubspot/acme`), or `own`: those of the seed are. `null`: a version before stored the seed, and nobody has looked yet.
   */
  readonly application: string | null
  /** The client's id, or the issuer of its assertions. */
  readonly client_id: string
  readonly token_endpoint: string
  /** Sealed and bound to this row and field, like `sealed_refresh_token`. Empty before it is sealed: the client has none. */
  readonly sealed_client_secret: string
  /** The refresh token, or what stands for it with other grants: see `core/refresh/stored-grant.ts`. */
  readonly sealed_refresh_token: string
}

/** The seed that refreshes an account's access token, and the outcome of the last refresh. */
export interface SeedRecord extends AccountRef, HandedOver, NewSeed {
  /** A new, unique value with every `put` and every new refresh token. */
  readonly version: string
  /** What the token endpoint accepted last; `null`: not known yet, or the client doesn't authenticate. */
  readonly client_auth: ClientAuth | null
  /** `needs_reauth`: the token endpoint refuses what is stored. No refresh is tried until a seed or a token is stored. */
  readonly status: 'active' | 'needs_reauth'
  /** Why the last refresh failed, e.g. `invalid_grant`; `null`: it didn't fail. */
  readonly error: string | null
  /** Failed refreshes since the last success. */
  readonly failures: number
  /** What the endpoint refused last, the client or its grant; `null`: it has refused nothing since the last success. */
  readonly refused_as: RefusedPart | null
  /** Since when it has refused that, by the store's clock; `null` with `refused_as`. */
  readonly refused_since: UnixMs | null
  /** When the endpoint last gave a token for this seed; `null`: not known. */
  readonly refreshed_at: UnixMs | null
  /** No refresh is tried before this time; `null`: at once. By the store's clock, like the next three. */
  readonly retry_at: UnixMs | null
  /** When a provider's 401 last caused a refresh. */
  readonly forced_at: UnixMs | null
  /** Who is refreshing, or died during a refresh: written before the token request and removed with its result. */
  readonly lease_owner: string | null
  readonly lease_until: UnixMs
  /** When the stored access token expires; `null`: never; 0: no token is stored. */
  readonly expires_at: UnixSeconds | null
  /** When to refresh it ahead of that time; `null`: never. */
  readonly due_at: UnixSeconds | null
  readonly updated_at: IsoTime
}

/** What is stored for an account. */
export interface HeldCredential {
  readonly credential: CredentialRecord | undefined
  readonly seed: SeedRecord | undefined
}

/** What was stored for an account before its credential was replaced, and what is now. */
export interface ReplacedCredential {
  readonly before: HeldCredential
  readonly after: HeldCredential & { readonly credential: CredentialRecord }
}
