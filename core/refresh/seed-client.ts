import { type Auth, buildEndpoint, findDeclaredOAuth } from '../provider/index.ts'
import { findAccount } from '../rules/index.ts'
import {
  type AccountRef,
  findVendorClient,
  parseApplicationPath,
  type SeedRecord,
  type Store,
  type VendorClient,
} from '../store/index.ts'
import type { Vault } from '../vault/index.ts'
import { appSecretBinding, clientSecretBinding } from './open-credential.ts'

/** The client of a seed's token requests: all members are of one source, the application's record or the seed. */
export interface SeedClient {
  /** The client's secret; empty: a public client. */
  readonly clientSecret: string
  readonly tokenEndpoint: string
}

export interface SeedClientParts {
  readonly store: Pick<Store, 'apps' | 'tenants'>
  readonly vault: Pick<Vault, 'open'>
  /** The authentication of a provider; `undefined`: it isn't registered. */
  readonly authOf: (provider: string) => Auth | undefined
  readonly selfHostedHosts: readonly string[]
}

/** The client in the record that a seed uses; `undefined`: the record has gone, never had this client, or the seed uses its own. */
export const findApplicationClient = async (
  { apps }: Pick<Store, 'apps'>,
  { application, client_id }: { readonly application?: string | null } & Pick<SeedRecord, 'client_id'>,
): Promise<VendorClient | undefined> => {
  const ref = parseApplicationPath(application)
  return ref && findVendorClient(await apps.get(ref), client_id)
}

/**
 * The address to which an account's refresh tokens go, by the application's addresses. Throws TypeError if the account's settings lead
 * nowhere, or the provider declares no such address.
 */
export const findRefreshUrl = async (
  { store, authOf, selfHostedHosts }: Omit<SeedClientParts, 'vault'>,
  ref: AccountRef,
  { token_url }: Pick<VendorClient, 'token_url'>,
): Promise<string> => {
  if (token_url !== null) return token_url
  const oauth = findDeclaredOAuth(authOf(ref.provider), 'authorization_code')
  if (!oauth) throw new TypeError('the provider declares no token endpoint')
  const declared = oauth.refresh ?? oauth.token
  if (typeof declared === 'string') return declared
  const tenant = await store.tenants.get(ref.tenant)
  const settings = (tenant && findAccount(tenant.providers, ref)?.settings) ?? {}
  return buildEndpoint(declared, settings, selfHostedHosts)
}

/** The client of a seed as it is now. Rejects with VaultError, and with TypeError as `findRefreshUrl` does. */
export const openSeedClient = async (parts: SeedClientParts, seed: SeedRecord): Promise<SeedClient> => {
  const app = await findApplicationClient(parts.store, seed)
  const ref = parseApplicationPath(seed.application)
  if (!app || !ref) {
    const clientSecret = await parts.vault.open(seed.sealed_client_secret, clientSecretBinding(seed))
    return { clientSecret, tokenEndpoint: seed.token_endpoint }
  }
  const { sealed_client_secret: sealed } = app
  return {
    clientSecret: sealed === null ? '' : await parts.vault.open(sealed, appSecretBinding(ref)),
    tokenEndpoint: await findRefreshUrl(parts, seed, app),
  }
}
