import type { Schemas } from '@patchbay/cli'
import {
  type Auth,
  buildEndpoint,
  findDeclaredOAuth,
  listSecretNames,
  nameAlternative,
  type OAuth2,
  parseSetting,
  type SingleAuth,
} from '@patchbay/core/provider'
import type { ProviderFacts } from '@patchbay/core/schema'
import { type Brought, type Details, type Incoming, Unfit } from './incoming.ts'

/** The request bodies that store a credential. */
export interface Bodies {
  /** The body of `PUT /admin/tokens`. */
  readonly token?: Schemas['CredentialInput']
  /** The body of `POST /admin/seed-oauth`. */
  readonly seed?: Schemas['SeedInput'] | undefined
}

/** The source's value for a setting, under the setting's name or the name that the vendor's sign-in uses. */
const settingFrom = (
  provider: ProviderFacts,
  known: Readonly<Record<string, string>>,
  name: string,
): string | undefined => {
  const { callback, answer } = findDeclaredOAuth(provider.auth, 'authorization_code')?.tells?.[name] ?? {}
  const names = [name, callback ?? [], answer?.split('/').at(-1) ?? []].flat()
  const found = names.find((each) => Object.hasOwn(known, each))
  const text = found === undefined ? undefined : known[found]
  return text === undefined ? undefined : parseSetting(provider.origin, name, text)
}

/** The values of the provider's declared settings, found in the source's record. Throws Unfit. */
export const pickSettings = (
  provider: ProviderFacts,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(provider.settings ?? {}).flatMap(([name, schema]) => {
      const text = settingFrom(provider, known, name)
      if (text !== undefined) return [[name, text]]
      if ('~optional' in schema) return []
      throw new Unfit(`${provider.title} needs the setting ${name}, which the source doesn't have`)
    }),
  )

const unfit = (title: string, what: string): Unfit =>
  new Unfit(`${title} takes another kind of credential than ${what}`)

/** A kind of authentication, and how a credential says which of several kinds it is for. */
interface Chosen {
  readonly kind: SingleAuth | undefined
  readonly named: { readonly auth?: string }
}

/** The first alternative of a wanted kind; the kinds are in order of preference. */
const choose = (auth: Auth, ...wanted: readonly SingleAuth['kind'][]): Chosen => {
  if (auth.kind !== 'oneOf') return { kind: auth, named: {} }
  const alternatives = Object.entries(auth.alternatives)
  const fitting = wanted.flatMap((kind) => alternatives.filter(([, each]) => each.kind === kind))
  const [name, kind] = fitting[0] ?? alternatives[0] ?? []
  return { kind, named: name === undefined || name === alternatives[0]?.[0] ? {} : { auth: name } }
}

/** A single unnamed secret, in the form that the provider takes. Throws Unfit. */
const keyBody = ({ title, auth }: ProviderFacts, key: string): NonNullable<Bodies['token']> => {
  const { kind, named } = choose(auth, 'apiKey', 'keys', 'basic', 'oauth2')
  if (!kind || kind.kind === 'none') throw unfit(title, 'a key')
  const [name, ...others] = listSecretNames(kind) ?? []
  if (name !== undefined && others.length === 0) return { secrets: { [name]: key }, ...named }
  const isWhole = kind.kind !== 'basic' || kind.username !== undefined || kind.password !== undefined
  if (name !== undefined || !isWhole) throw unfit(title, 'one key')
  return { access_token: key, ...named }
}

/** Throws Unfit. */
const basicBody = (
  provider: ProviderFacts,
  { username, password }: Extract<Brought, { kind: 'basic' }>,
): NonNullable<Bodies['token']> => {
  const { kind, named } = choose(provider.auth, 'basic')
  if (kind?.kind === 'basic') {
    const parts = [kind.username === undefined ? username : [], kind.password === undefined ? password : []]
    return { access_token: parts.flat().join(':'), ...named }
  }
  // Some vendors take a key as the user name with an empty password.
  if (password === '') return keyBody(provider, username)
  throw unfit(provider.title, 'a user name and a password')
}

interface ConnectionTarget {
  readonly provider: ProviderFacts
  readonly incoming: Incoming
  readonly settings: Readonly<Record<string, string>>
  /** The token endpoint of the operator's application at the vendor, if it has its own. */
  readonly tokenUrl: string | undefined
}

/** Throws Unfit. */
const declaredEndpoint = (oauth: OAuth2, { title }: ProviderFacts, settings: ConnectionTarget['settings']): string => {
  try {
    return buildEndpoint(('refresh' in oauth && oauth.refresh) || oauth.token, settings)
  } catch (error) {
    if (error instanceof TypeError) throw new Unfit(`the settings do not result in a valid token endpoint of ${title}`)
    throw error
  }
}

/** Throws Unfit. */
const buildSeedBody = (
  { provider, incoming, settings, tokenUrl }: ConnectionTarget,
  oauth: OAuth2,
  given: string | undefined,
  members: Readonly<Record<string, string>>,
): Bodies['seed'] => {
  const { tenant: tenant_id, account: account_id } = incoming
  const token_endpoint = given ?? tokenUrl ?? declaredEndpoint(oauth, provider, settings)
  return { tenant_id, provider: provider.id, account_id, token_endpoint, ...members }
}

/** Throws Unfit. */
const oauthBodies = (place: ConnectionTarget, brought: Extract<Brought, { kind: 'oauth2' }>): Bodies => {
  const { auth, title } = place.provider
  const { accessToken, expiresAt, refreshToken, client, tokenEndpoint } = brought
  const oauth = findDeclaredOAuth(auth, 'authorization_code')
  if (!oauth) {
    if (refreshToken || !accessToken) throw unfit(title, 'a refresh token')
    return { token: { ...keyBody(place.provider, accessToken), ...(expiresAt && { expires_at: expiresAt }) } }
  }
  if (refreshToken && !client)
    throw new Unfit('the id and secret of the application that got the refresh token are missing')
  const expiry = expiresAt && { expires_at: expiresAt }
  const token = accessToken && { token: { access_token: accessToken, ...nameAlternative(auth, oauth), ...expiry } }
  if (!refreshToken || !client) return { ...token }
  const members = { client_id: client.id, client_secret: client.secret, refresh_token: refreshToken }
  return { ...token, seed: buildSeedBody(place, oauth, tokenEndpoint, members) }
}

/** The request bodies that store the credential. Throws Unfit if the provider takes another kind. */
export const buildImportBodies = (place: ConnectionTarget, { brought }: Pick<Details, 'brought'>): Bodies => {
  const { auth, title } = place.provider
  if (brought.kind === 'key') return { token: keyBody(place.provider, brought.key) }
  if (brought.kind === 'basic') return { token: basicBody(place.provider, brought) }
  if (brought.kind === 'oauth2') return oauthBodies(place, brought)
  const oauth = findDeclaredOAuth(auth, 'client_credentials')
  if (!oauth) throw unfit(title, "an application's own credentials")
  return { seed: buildSeedBody(place, oauth, undefined, { client_id: brought.id, client_secret: brought.secret }) }
}
