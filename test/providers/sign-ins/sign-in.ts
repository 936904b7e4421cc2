/** The access that a vendor gives, for which it words an answer. */
export interface GrantedAccess {
  readonly access: string
  readonly refresh: string
  /** The person who signed in, as `ada@example.com`. */
  readonly person: string
  readonly scopes: readonly string[]
}

/** An answer as a vendor's page shows it: its status and its JSON. */
export type VendorSays = readonly [status: number, body: object]

/** A vendor's OAuth as its own pages describe it, written down apart from the plugin. */
export interface SignIn {
  readonly source: string
  /** Left out: the client's application has no person, so that it asks for a token by itself. */
  readonly authorize?: string
  readonly token: string
  /** Left out: as `token`. */
  readonly refreshAt?: string
  /** The settings that the link of the account has. */
  readonly settings?: Readonly<Record<string, string>>
  /** The parameters of the authorization request beside those of RFC 6749; an order is none. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The separator of scopes; left out: a space. */
  readonly scopesBy?: ','
  /** True if the vendor's pages have PKCE; where they don't, a challenge is refused. */
  readonly pkce: boolean
  /** The only way in which the client may authenticate. */
  readonly client: 'basic' | 'post'
  readonly json?: true
  /** Query parameters with which the browser comes back, beside `code` and `state`. */
  readonly callback?: Readonly<Record<string, string>>
  /** The parameter by which the vendor signs that query. */
  readonly signs?: string
  /** The members of the exchange beside those of RFC 6749. */
  readonly exchange?: Readonly<Record<string, string>>
  /** The parameters of a person's refusal. */
  readonly denied?: Readonly<Record<string, string>>
  readonly gives: (granted: GrantedAccess) => object
  /** The answer to a refresh; left out: as `gives`. `null`: the vendor has no refresh tokens. */
  readonly renews?: ((granted: GrantedAccess) => object) | null
  /** A refresh ends the refresh token that it used. */
  readonly rotates?: true
  /** The answer to a code that doesn't exist, and the words of it that people are told. */
  readonly refuses: readonly [...VendorSays, told: string]
  /** The answers to a refresh token that has ended, each with another reason; the first is tried by a call. */
  readonly ended: readonly VendorSays[]
  readonly endedSource?: string
  /** The vendor's own reads with the new token, by host and path, and those of the probe, by path. */
  readonly reads: Readonly<Record<string, (person: string) => unknown>>
  /** The settings that the sign-in reports. */
  readonly reports?: Readonly<Record<string, string>>
  /** The header of calls; left out: `Authorization: Bearer <token>`. */
  readonly header?: string
  /** The request that ends an access, `{token}` for the token that the vendor takes; left out: it has none without side effects. */
  readonly ends?: {
    readonly to: string
    readonly method?: 'DELETE'
    readonly client?: 'basic' | 'post' | 'none'
    /** The bearer of the request: the access token, or the application's secret. */
    readonly bearer?: 'access' | 'secret'
    readonly form?: Readonly<Record<string, string>>
    readonly json?: Readonly<Record<string, string>>
    /** A function: the vendor takes no token, but the id of that person's account. */
    readonly token: 'access' | 'refresh' | ((person: string) => string)
  }
}

/** A vendor's keys, passwords or tokens, as its own pages describe them. */
export interface KeyForm {
  readonly source: string
  /** The fields that a person types. */
  readonly types: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
  /** The request's header, or members of its query, that carry it. */
  readonly header?: readonly [name: string, value: string]
  readonly query?: Readonly<Record<string, string>>
  /** The name of the alternative that it is stored under, where people are asked for something else. */
  readonly stored?: string
  readonly reads: SignIn['reads']
  /** Left out: the address that was typed; `null`: the vendor doesn't say. */
  readonly called?: string | null
}
