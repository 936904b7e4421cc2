import {
  type AccountRef,
  type ConnectLink,
  type CredentialRecord,
  findVendorClient,
  type Leaving,
  parseApplicationPath,
  type RevocationRecord,
  type VendorApplicationRecord,
} from '../store/index.ts'
import { isoTime, msOf } from '../time.ts'

/** The stored records of an account that is about to be removed. */
export interface Held {
  readonly credential: Pick<CredentialRecord, 'sealed'> | undefined
  readonly seed: RevocationRecord['seed'] | undefined
  /** The link by which it was connected last. */
  readonly link: Pick<ConnectLink, 'identity'> | undefined
  readonly app: NonNullable<RevocationRecord['app']> | undefined
}

/**
 * The application whose `revoke_url` counts for an account: that of its seed. A seed that says nothing is of the tenant's application or the gateway's,
 * and one with a client of its own as well, where the application has the same client.
 */
export const chooseApplication = (
  { tenant }: Pick<AccountRef, 'tenant'>,
  seed: RevocationRecord['seed'] | undefined,
  {
    own,
    common,
  }: {
    readonly own: VendorApplicationRecord | undefined
    readonly common: VendorApplicationRecord | undefined
  },
): Held['app'] => {
  if (!seed?.application) return own ?? common
  const ref = parseApplicationPath(seed.application)
  if (!ref) return [own, common].find((app) => app?.client_id === seed.client_id)
  const client = findVendorClient(ref.tenant === tenant ? own : common, seed.client_id)
  return client && { ...ref, ...client }
}

/** The access that must be revoked after an account's removal; `undefined`: none. */
export const buildRevocation = (
  ref: AccountRef,
  { credential, seed, link, app }: Held,
  { isRevocable, now }: Leaving,
): RevocationRecord | undefined => {
  if (!(seed || (credential && link)) || !isRevocable(ref.provider, app)) return undefined
  return {
    id: Bun.randomUUIDv7('hex', now.getTime()),
    tenant: ref.tenant,
    provider: ref.provider,
    account: ref.account,
    sealed_access_token: credential?.sealed ?? null,
    seed: seed
      ? {
          application: seed.application ?? null,
          client_id: seed.client_id,
          sealed_client_secret: seed.sealed_client_secret,
          sealed_refresh_token: seed.sealed_refresh_token,
          client_auth: seed.client_auth,
        }
      : null,
    app: app
      ? {
          provider: app.provider,
          tenant: app.tenant,
          client_id: app.client_id,
          sealed_client_secret: app.sealed_client_secret,
          revoke_url: app.revoke_url,
        }
      : null,
    identity: link?.identity ?? null,
    created_at: isoTime(now),
    failures: 0,
    next_at: msOf(now),
  }
}
