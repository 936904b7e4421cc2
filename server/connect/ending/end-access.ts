import type { Fetcher } from '@patchbay/core/fetch'
import { findAuth, type Revocation, settingsIn } from '@patchbay/core/provider'
import {
  accessTokenBinding,
  appSecretBinding,
  clientSecretBinding,
  findApplicationClient,
  readGrant,
  readSecrets,
  refreshTokenBinding,
} from '@patchbay/core/refresh'
import type { Revoked } from '@patchbay/core/refresh/authorization-server/revoke-token'
import type { Domain } from '@patchbay/core/schema'
import {
  parseApplicationPath,
  type RevocationRecord,
  type Store,
  type VendorApplicationRecord,
} from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import { personalOAuth } from '../context.ts'

export interface EndAccessParts {
  readonly store: Pick<Store, 'connections' | 'credentials' | 'apps'>
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly domains: ReadonlyMap<string, Domain>
}

/** The outcome of ending an access. `kept`: the vendor isn't asked, so that other accounts keep their access. */
export type AccessEnd = Revoked | { readonly outcome: 'kept'; readonly error: string }

const askMs = 15_000

/** Asks vendors to end the access of removed accounts. */
export class AccessEnder {
  readonly #parts: EndAccessParts

  constructor(parts: EndAccessParts) {
    this.#parts = parts
  }

  #findOAuth(provider: string) {
    const domain = this.#parts.domains.get(provider)
    return domain && personalOAuth(domain)
  }

  #findDeclared(provider: string, app: Pick<VendorApplicationRecord, 'revoke_url'> | null | undefined) {
    const oauth = this.#findOAuth(provider)
    const url = app?.revoke_url ?? oauth?.revoke?.url
    if (!oauth || url === undefined) return undefined
    // The account is gone, and its settings with it.
    const headers = Object.entries(this.#parts.domains.get(provider)?.provider.headers ?? {})
    const fixedHeaders = Object.fromEntries(headers.filter(([, value]) => settingsIn(value).length === 0))
    return { clientAuth: oauth.clientAuth, fixedHeaders, revoke: { ...oauth.revoke, url } }
  }

  /** The providers at which the vendor ends what one person allowed an application: Google does so in all of its own. */
  #listProvidersOfVendor(provider: string): readonly string[] {
    const url = this.#findOAuth(provider)?.revoke?.url
    return [...this.#parts.domains.keys()].filter((id) => this.#findOAuth(id)?.revoke?.url === url)
  }

  /** The reason why revoking this access would revoke that of other accounts; `undefined`: it would not. */
  async #findSharedAccessReason({ ends }: Revocation, record: RevocationRecord): Promise<string | undefined> {
    const { store } = this.#parts
    if (ends !== 'grant') return undefined
    if (record.identity === null)
      return 'the vendor would revoke everything that this person allowed, and it is not known who the person is'
    for (const provider of this.#listProvidersOfVendor(record.provider)) {
      for (const link of await store.connections.connectedAs(provider, record.identity)) {
        if (await store.credentials.get(link))
          return 'another account of the same person is connected, and the vendor would revoke both'
      }
    }
    return undefined
  }

  /** The seed's application as it is now, so that a renewed secret counts; else as it was when the account was removed. */
  async #findApplication({ seed, app }: RevocationRecord): Promise<RevocationRecord['app']> {
    const ref = parseApplicationPath(seed?.application)
    const client = seed && ref && (await findApplicationClient(this.#parts.store, seed))
    return client ? { ...ref, ...client } : app
  }

  /** The secret of the client that got the tokens: of its application, if the seed uses one. */
  async #openClientSecret(record: RevocationRecord, app: RevocationRecord['app']): Promise<string> {
    const { vault } = this.#parts
    const { seed } = record
    const isOfApplication = app && (!seed || parseApplicationPath(seed.application))
    if (seed && !isOfApplication) return await vault.open(seed.sealed_client_secret, clientSecretBinding(record))
    const sealed = app?.sealed_client_secret
    return app && sealed ? await vault.open(sealed, appSecretBinding(app)) : ''
  }

  /** Tells whether an account's access can be revoked at its vendor. */
  isRevocable(provider: string, app: Pick<VendorApplicationRecord, 'revoke_url'> | null | undefined): boolean {
    return this.#findDeclared(provider, app) !== undefined
  }

  /** Rejects with VaultError if what is stored can't be read. */
  async end(record: RevocationRecord): Promise<AccessEnd> {
    const { vault, fetcher, domains } = this.#parts
    const { sealed_access_token: access, seed } = record
    const app = await this.#findApplication(record)
    const declared = this.#findDeclared(record.provider, app)
    if (!declared) return { outcome: 'refused', error: 'the provider no longer has a way to revoke access' }
    const secrets = access === null ? undefined : readSecrets(await vault.open(access, accessTokenBinding(record)))
    const auth = domains.get(record.provider)?.provider.auth
    if (auth && !seed && findAuth(auth, secrets?.auth)?.kind !== 'oauth2') {
      return { outcome: 'kept', error: 'it is a key that its owner created, not a sign-in' }
    }
    const others = await this.#findSharedAccessReason(declared.revoke, record)
    if (others !== undefined) return { outcome: 'kept', error: others }
    const grant = seed && readGrant(await vault.open(seed.sealed_refresh_token, refreshTokenBinding(record)))
    if (grant && grant.grant !== 'authorization_code')
      return { outcome: 'kept', error: 'it is an application that its owner created, not a sign-in' }
    // Loads the OAuth library, which a gateway that connects nobody never needs.
    const { revokeToken } = await import('@patchbay/core/refresh/authorization-server/revoke-token')
    return revokeToken(fetcher, {
      declared: declared.revoke,
      fixedHeaders: declared.fixedHeaders,
      clientId: seed?.client_id ?? app?.client_id ?? '',
      clientSecret: await this.#openClientSecret(record, app),
      clientAuth: seed?.client_auth ?? declared.clientAuth ?? null,
      accessToken: secrets?.accessToken ?? null,
      refreshToken: grant?.refreshToken ?? null,
      account: secrets?.account ?? null,
      signal: AbortSignal.timeout(askMs),
    })
  }
}
