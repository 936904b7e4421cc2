import type {
  AccountRef,
  ConnectLink,
  CredentialRecord,
  Leaving,
  RevocationRecord,
  VendorApplicationRecord,
} from '../store/index.ts'
import { isoTime, msOf } from '../time.ts'

/** The stored records of an account that is about to be removed. */
export interface Held {
  readonly credential: Pick<CredentialRecord, 'sealed'> | undefined
  readonly seed: RevocationRecord['seed'] | undefined
  /** The link by which it was connected last. */
  readonly link: Pick<ConnectLink, 'identity'> | undefined
  readonly app: VendorApplicationRecord | undefined
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
