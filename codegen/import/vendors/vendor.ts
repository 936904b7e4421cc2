/** OAuth by a person's sign-in, as the vendor documents it. Addresses that begin with `/` are at the API's own host. */
export interface CodeFact {
  readonly authorize: string
  readonly token: string
  /** The address for refresh tokens, if it isn't `token`. */
  readonly refresh?: string
  readonly pkce?: true
  /** True if a refresh ends the old refresh token. */
  readonly rotates: boolean
  readonly clientAuth?: 'basic' | 'post'
  readonly encoding?: 'json'
  readonly separator?: ','
  readonly parameters?: Readonly<Record<string, string>>
}

/** OAuth by the client alone. */
export interface ClientFact {
  readonly token: string
  readonly clientAuth?: 'basic' | 'post'
  /** The header of calls, if it isn't `Authorization: Bearer`. */
  readonly header?: string
}

/** A key, or the names of several that every call carries. */
export type KeyFact =
  | { readonly header: string; readonly prefix?: string }
  | { readonly query: string }
  | { readonly cookie: string }

/** The page where something was read, and the day. */
interface Seen {
  readonly source: string
  readonly date: string
}

/** The ways in which a vendor's API takes credentials, by its documentation. The first one that is set is the usual way. */
export interface HostFact extends Seen {
  /** `*.vendor.com` is every host below it. */
  readonly hosts: readonly string[]
  readonly code?: CodeFact
  readonly client?: ClientFact
  readonly key?: KeyFact
  readonly keys?: Readonly<Record<string, KeyFact>>
  /** HTTP Basic; a half of it may be the same for everybody. */
  readonly basic?: { readonly username?: string }
}

/** A document or an MCP server that a vendor, or who stands in for it, publishes. It isn't shipped: who adds it fetches it. */
export interface VendorOffer extends Seen {
  readonly kind: 'openapi' | 'mcp'
  readonly address: string
  /** An SPDX identifier, or in words that none was seen. */
  readonly licence: string
  /** The sign-in of an MCP server, which no document has. */
  readonly signIn?: 'OAuth' | 'key' | 'none'
  /** The source doesn't have exactly this address, or wasn't read anew. */
  readonly unverified?: true
}

/** A vendor by the name that `patchbay add` takes. */
export interface KnownVendor {
  readonly name: string
  readonly title: string
  /** Other names; several vendors may share one. */
  readonly aliases?: readonly string[]
  readonly facts?: readonly HostFact[]
  readonly offers?: readonly VendorOffer[]
}
