import type { AuthorizationCode } from '@patchbay/core/provider'
import {
  appSecretBinding,
  type ClientToRegister,
  type RegisteredClient,
  registerAtVendor,
} from '@patchbay/core/refresh'
import type { VendorApplicationRecord } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { type ConnectParts, readClock, redirectUri } from './connect-parts.ts'

export type RegistrationParts = Pick<ConnectParts, 'store' | 'vault' | 'fetcher' | 'baseUrl' | 'brand' | 'now'>

/** The address of the gateway's metadata document for a provider, which is its client's id where the vendor takes that. */
export const clientDocumentUrl = ({ baseUrl }: Pick<RegistrationParts, 'baseUrl'>, provider: string): string =>
  `${baseUrl()}/connect/client/${provider}`

/** A declared `clientAuth` says that the vendor takes no client without a secret. */
const findAuthMethod = ({ pkce, clientAuth }: AuthorizationCode): ClientToRegister['token_endpoint_auth_method'] => {
  if (clientAuth !== undefined) return `client_secret_${clientAuth}`
  return pkce ? 'none' : 'client_secret_basic'
}

/** The gateway as a client of a vendor. */
export const describeClient = (
  { brand, baseUrl }: Pick<RegistrationParts, 'brand' | 'baseUrl'>,
  provider: string,
  declared: AuthorizationCode,
): ClientToRegister => ({
  client_name: brand.name,
  redirect_uris: [redirectUri({ baseUrl }, { provider })],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: findAuthMethod(declared),
})

/**
 * The client at the vendor: its document's address, which the vendor reads by https, or a registered one. `undefined`:
 * the vendor offers neither.
 */
const findClient = (
  parts: RegistrationParts,
  provider: string,
  declared: AuthorizationCode,
): RegisteredClient | undefined | Promise<RegisteredClient | undefined> => {
  const document = clientDocumentUrl(parts, provider)
  if (declared.clientDocument && document.startsWith('https://'))
    return { id: document, secret: null, secretExpiresAt: null }
  return declared.registers === undefined
    ? undefined
    : registerAtVendor(parts.fetcher, declared.registers, describeClient(parts, provider, declared))
}

const makeApplication = async (
  parts: RegistrationParts,
  provider: string,
  declared: AuthorizationCode,
): Promise<VendorApplicationRecord | undefined> => {
  const { store, vault } = parts
  const client = await findClient(parts, provider, declared)
  if (!client) return undefined
  const ref = { provider, tenant: '' }
  // Another gateway may have registered meanwhile, or an operator stored one: the client that was stored first has people on their way.
  await store.apps.put(
    {
      ...ref,
      client_id: client.id,
      sealed_client_secret: client.secret === null ? null : await vault.seal(client.secret, appSecretBinding(ref)),
      secret_expires_at: client.secretExpiresAt === null ? null : isoTime(client.secretExpiresAt),
      scopes: null,
      authorize_url: null,
      token_url: null,
      revoke_url: null,
      issuers: null,
      former: [],
    },
    readClock(parts),
    null,
  )
  return store.apps.get(ref)
}

/** Registrations that are under way in this process. */
const underWay = new Map<string, Promise<VendorApplicationRecord | undefined>>()

/**
 * Makes the gateway known to a vendor at which clients register themselves, and stores the application for all tenants. People who open
 * links at the same moment wait for one registration. `undefined`: the vendor refuses.
 */
export const registerClient = (
  parts: RegistrationParts,
  provider: string,
  declared: AuthorizationCode,
): Promise<VendorApplicationRecord | undefined> => {
  const key = redirectUri(parts, { provider })
  const running = underWay.get(key)
  if (running) return running
  const work = makeApplication(parts, provider, declared).finally(() => underWay.delete(key))
  underWay.set(key, work)
  return work
}
