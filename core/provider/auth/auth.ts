import type { AuthorizationCode, GrantName, OAuth2 } from './oauth2.ts'
import type { Signed } from './signed.ts'

/** A public API: its calls carry no credential, and its accounts store none. */
export interface None {
  readonly kind: 'none'
}

type Place = 'header' | 'query' | 'cookie' | 'body'

/** One of the places, and none of the others. */
type OnlyIn<P extends Place> = { readonly [Name in P]: string } & { readonly [Name in Exclude<Place, P>]?: never }

/** A place that has nothing but its name. */
type NamedPlace = OnlyIn<'query'> | OnlyIn<'cookie'> | OnlyIn<'body'>

/** A key in a header (behind `prefix`), in a query parameter, in a cookie or in a member of the body. */
export type ApiKey = { readonly kind: 'apiKey' } & ((OnlyIn<'header'> & { readonly prefix: string }) | NamedPlace)

/**
 * HTTP Basic (RFC 7617). The stored credential is `username:password`, or one half of it where the vendor fixes the
 * other.
 */
export interface Basic {
  readonly kind: 'basic'
  readonly username?: string
  readonly password?: string
}

/** Several keys at once, each in a place of its own. The stored credential holds a secret for each name. */
export interface Keys {
  readonly kind: 'keys'
  readonly keys: Readonly<Record<string, ApiKey>>
}

/** One kind of authentication. */
export type SingleAuth = None | OAuth2 | ApiKey | Basic | Keys | Signed

/** Alternatives: each account uses one of them. */
export interface OneOf {
  readonly kind: 'oneOf'
  readonly alternatives: Readonly<Record<string, SingleAuth>>
}

export type Auth = SingleAuth | OneOf

/**
 * For a public API, which takes calls without a credential.
 * @example auth: none()
 */
export const none = (): None => ({ kind: 'none' })

/** The place of a key in calls: one of the four. */
export type KeyPlace = (OnlyIn<'header'> & { readonly prefix?: string }) | NamedPlace

/**
 * A key that the vendor gives out, and the place where calls carry it. `body`: a member of each JSON object or form; a request with
 * another body, or with none, doesn't carry the key.
 * @example auth: apiKey({ header: 'X-Api-Key' })
 * @example auth: apiKey({ header: 'Authorization', prefix: 'Token ' })
 * @example auth: apiKey({ query: 'api_key' })
 * @example auth: apiKey({ cookie: 'session' })
 * @example auth: apiKey({ body: 'api_key' })
 */
export const apiKey = (place: KeyPlace): ApiKey => ({
  kind: 'apiKey',
  ...(place.header === undefined ? place : { ...place, prefix: place.prefix ?? '' }),
})

/**
 * Several keys that every call carries. An administrator stores them by these names, as `secrets`.
 * @example auth: keys({ api_key: { header: 'DD-API-KEY' }, application_key: { header: 'DD-APPLICATION-KEY' } })
 */
export const keys = (places: Readonly<Record<string, KeyPlace>>): Keys => ({
  kind: 'keys',
  keys: Object.fromEntries(Object.entries(places).map(([name, place]) => [name, apiKey(place)])),
})

/**
 * HTTP Basic. The stored credential is `username:password`, or the half that the vendor leaves open.
 * @example auth: basic()
 * @example auth: basic({ username: 'api' })
 */
export const basic = (
  fixed:
    | { readonly username: string; readonly password?: never }
    | { readonly password: string; readonly username?: never }
    | undefined = undefined,
): Basic => ({ kind: 'basic', ...fixed })

/**
 * Alternatives of authentication. An administrator names an account's own as `auth`, beside its credential; without a name it
 * is the first, so that an alternative which comes later to a provider goes behind those that it has. Tokens that the gateway gets by a
 * sign-in or a refresh have the name of their OAuth.
 * @example auth: oneOf({ key: apiKey({ header: 'X-Api-Key' }), login: basic() })
 */
export const oneOf = (alternatives: Readonly<Record<string, SingleAuth>>): OneOf => ({ kind: 'oneOf', alternatives })

/** The kind that an account uses, by the name in its credential. `undefined`: there is no alternative of that name. */
export const findAuth = (auth: Auth, name: string | undefined): SingleAuth | undefined => {
  if (auth.kind !== 'oneOf') return auth
  const { alternatives } = auth
  const chosen = name ?? Object.keys(alternatives)[0] ?? ''
  return Object.hasOwn(alternatives, chosen) ? alternatives[chosen] : undefined
}

/** The OAuths of one grant, or of any. */
type OAuthOf<Grant extends GrantName> = Extract<OAuth2, { readonly grant?: Grant }>

/** Every OAuth that a provider declares. */
export const listOAuths = (auth: Auth | undefined): readonly OAuth2[] => {
  if (!auth) return []
  const all = auth.kind === 'oneOf' ? Object.values(auth.alternatives) : [auth]
  return all.filter((each) => each.kind === 'oauth2')
}

/** The OAuth that an account's credential may be kept alive by: the first, or that of a grant. `undefined`: the provider has none. */
export const findDeclaredOAuth = <Grant extends GrantName = GrantName>(
  auth: Auth | undefined,
  grant?: Grant,
): OAuthOf<Grant> | undefined =>
  listOAuths(auth).find(
    (each): each is OAuthOf<Grant> => grant === undefined || (each.grant ?? 'authorization_code') === grant,
  )

/** True if the gateway needs no application that the operator stores: it makes itself known to the vendor. */
export const isOwnClient = ({ registers, clientDocument }: AuthorizationCode): boolean =>
  registers !== undefined || clientDocument === true

/** The name under which a credential for an alternative is stored; `{}`: it needs none, because it is the first, or the only one. */
export const nameAlternative = (auth: Auth, kind: SingleAuth | undefined): { readonly auth?: string } => {
  if (auth.kind !== 'oneOf' || !kind) return {}
  const names = Object.keys(auth.alternatives)
  const name = names.find((each) => auth.alternatives[each] === kind)
  return name === undefined || name === names[0] ? {} : { auth: name }
}

/** The names of the secrets that a credential holds; `undefined`: it holds one, without a name. */
export const listSecretNames = (auth: SingleAuth): readonly string[] | undefined => {
  if (auth.kind === 'keys') return Object.keys(auth.keys)
  return auth.kind === 'signed' ? auth.secrets : undefined
}
