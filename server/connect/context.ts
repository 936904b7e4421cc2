import { GatewayError } from '@patchbay/core/errors'
import {
  type AuthorizationCode,
  buildEndpoint,
  type ClientCredentials,
  findDeclaredOAuth,
  isOwnClient,
  type SingleAuth,
} from '@patchbay/core/provider'
import { draftTenant, findAccount } from '@patchbay/core/rules'
import type { Domain } from '@patchbay/core/schema'
import {
  type Account,
  type ConnectLink,
  hashToken,
  type TenantRecord,
  type VendorApplicationRecord,
} from '@patchbay/core/store'
import type { Exchange } from '../http/exchange.ts'
import { pageTexts } from '../pages/page-texts.ts'
import { UnfitForm } from './account/fields.ts'
import { type ConnectParts, readClock } from './connect-parts.ts'
import { isLinkOver, mostTries } from './link.ts'
import { mayStillConnect } from './may-still-connect.ts'
import { type RegistrationParts, registerClient } from './register-client.ts'

const t = pageTexts.links

/** A link with its tenant, provider and account. */
export interface LinkContext {
  readonly link: ConnectLink
  readonly tenant: TenantRecord
  readonly domain: Domain
}

/** The account as it is configured; `undefined`: the link adds it. */
export const configuredAccount = ({ link, tenant }: Pick<LinkContext, 'link' | 'tenant'>): Account | undefined =>
  findAccount(tenant.providers, link)

/** The link did what it was for. Its page says so without alarm. */
export class UsedLink extends GatewayError {
  constructor() {
    super('NOT_FOUND', t.used)
  }
}

/** The link's tenant was made by something else meanwhile, so its accounts are not for the link's holder. */
export class TenantOfLink extends GatewayError {
  constructor() {
    super('CONFLICT', t.otherTenant)
  }
}

const unusable = (message: string): GatewayError => new GatewayError('NOT_FOUND', message)

const noAccount = () => unusable(t.noAccount)

/** False for a key that was ended. Whoever stole it could connect accounts of their own for a week with the links that they made. */
const isKey = async ({ store: { adminKeys } }: Pick<ConnectParts, 'store'>, id: string): Promise<boolean> =>
  (await adminKeys.list()).some(({ key_id }) => key_id === id)

/** The tenant of a link, also one that it will make. Throws NOT_FOUND, CONFLICT and TENANT_SUSPENDED, in words for the person. */
export const findTenant = async (parts: ConnectParts, link: ConnectLink): Promise<TenantRecord> => {
  const stored = await parts.store.tenants.get(link.tenant)
  const now = readClock(parts)
  const tenant = stored ?? (link.create_tenant && draftTenant(link, now))
  if (!tenant) throw noAccount()
  if (stored && link.create_tenant && link.status !== 'connected') throw new TenantOfLink()
  const { requested_by: caller, made_by: maker } = link
  if (maker !== undefined && link.status !== 'connected' && !(await isKey(parts, maker))) throw unusable(t.notOffered)
  if (caller && !(await mayStillConnect(parts.store, tenant, link, caller, now))) throw unusable(t.notOffered)
  if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', t.suspended)
  return tenant
}

/** The tenant and the provider of a link. Throws as `findTenant` does. */
export const loadLinkContext = async (parts: ConnectParts, link: ConnectLink): Promise<LinkContext> => {
  const tenant = await findTenant(parts, link)
  const domain = parts.domains.get(link.provider)
  if (!domain) throw noAccount()
  return { link, tenant, domain }
}

/** The message about a used link, whose account may be gone again. */
const describeUse = async ({ store }: ConnectParts, link: ConnectLink): Promise<GatewayError> => {
  const [credential, seed] = await Promise.all([store.credentials.get(link), store.seeds.get(link)])
  return credential || seed ? new UsedLink() : unusable(t.usedAndGone)
}

/** Finds a link that can still be used, by the secret of its URL. Throws NOT_FOUND. */
export const findLink = async (parts: ConnectParts, exchange: Exchange): Promise<ConnectLink> => {
  const link = await parts.store.connections.find(hashToken(exchange.params.secret ?? ''))
  if (!link) throw unusable(t.unknown)
  exchange.hasKnownSecret = true
  if (link.status === 'connected') throw await describeUse(parts, link)
  if (isLinkOver(link, readClock(parts))) throw unusable(t.expired)
  if (link.tries >= mostTries) throw unusable(t.triedTooOften)
  return link
}

/** The parts needed to send a person to a vendor. */
export interface VendorOAuth {
  readonly app: VendorApplicationRecord
  /** The names of the scopes to request. */
  readonly scopes: readonly string[]
  readonly declared: AuthorizationCode
}

/** The OAuth with which a person signs in; `undefined`: the provider has another kind of authentication. */
export const personalOAuth = ({ provider }: Domain): AuthorizationCode | undefined =>
  findDeclaredOAuth(provider.auth, 'authorization_code')

/** The OAuth of applications that a person creates at the vendor; `undefined`: the provider takes something else. */
export const applicationOAuth = ({ provider }: Domain): ClientCredentials | undefined =>
  findDeclaredOAuth(provider.auth, 'client_credentials')

const isTyped = (auth: SingleAuth): boolean =>
  auth.kind === 'oauth2' ? auth.grant === 'client_credentials' : auth.kind !== 'none'

/** The secrets that a person may type instead of a sign-in, the first of several; `undefined`: the provider doesn't take any. */
export const findTypedAuth = ({ provider: { auth } }: Domain): SingleAuth | undefined =>
  auth.kind === 'oneOf' ? Object.values(auth.alternatives).find(isTyped) : undefined

/** The meaning of a scope, in the plugin's words. */
export const describeScope = ({ scopes, optionalScopes }: AuthorizationCode, name: string): string | undefined =>
  new Map(Object.entries({ ...optionalScopes, ...scopes })).get(name)

/**
 * The application at the vendor, which is made where clients register themselves. `undefined`: the provider takes a key, by itself or where
 * the operator has no application. Throws NOT_FOUND where only an application would do.
 */
export const findVendorOAuth = async (
  parts: RegistrationParts,
  { link, domain }: LinkContext,
): Promise<VendorOAuth | undefined> => {
  const declared = personalOAuth(domain)
  if (!declared) return undefined
  const stored = await parts.store.apps.find({ provider: link.provider, tenant: link.tenant })
  const app = stored ?? (isOwnClient(declared) ? await registerClient(parts, link.provider, declared) : undefined)
  if (!app && findTypedAuth(domain)) return undefined
  if (!app) throw unusable(t.noApplication(domain.provider.title))
  return { app, declared, scopes: link.scopes ?? app.scopes ?? Object.keys(declared.scopes) }
}

/** The addresses for signing in, for exchanging the code, and for refresh tokens. Throws UnfitForm if the settings lead nowhere. */
export const findOAuthUrls = (
  { selfHostedHosts }: Pick<ConnectParts, 'selfHostedHosts'>,
  { app, declared }: Pick<VendorOAuth, 'app' | 'declared'>,
  settings: Readonly<Record<string, string>>,
): { readonly authorizeUrl: string; readonly tokenUrl: string; readonly refreshUrl: string } => {
  try {
    return {
      authorizeUrl: app.authorize_url ?? buildEndpoint(declared.authorize, settings, selfHostedHosts),
      tokenUrl: app.token_url ?? buildEndpoint(declared.token, settings, selfHostedHosts),
      refreshUrl: app.token_url ?? buildEndpoint(declared.refresh ?? declared.token, settings, selfHostedHosts),
    }
  } catch (error) {
    if (error instanceof TypeError) throw new UnfitForm(pageTexts.fields.noSignIn, undefined, { cause: error })
    throw error
  }
}
