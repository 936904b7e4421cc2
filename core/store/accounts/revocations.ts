import type { IsoTime, UnixMs } from '../../time.ts'
import type { AccountRef, SeedRecord } from './account-records.ts'
import type { VendorApplicationRecord } from './vendor-applications.ts'

/** An access that is to be ended at the vendor: what an account held when it was removed. */
export interface RevocationRecord extends AccountRef {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly id: string
  /** As in the account's credential, like the seed's secrets; `null`: none was stored. */
  readonly sealed_access_token: string | null
  readonly seed:
    | (Pick<SeedRecord, 'client_id' | 'sealed_client_secret' | 'sealed_refresh_token' | 'client_auth'> & {
        /** Left out: a version before stored the record. */
        readonly application?: SeedRecord['application']
      })
    | null
  /** The application at that time: the seed's, the tenant's own or the gateway's; `null`: there was none. */
  readonly app: Pick<
    VendorApplicationRecord,
    'provider' | 'tenant' | 'client_id' | 'sealed_client_secret' | 'revoke_url'
  > | null
  /** Who was connected, as the vendor said; `null`: not known. */
  readonly identity: string | null
  readonly created_at: IsoTime
  /** Failed tries so far. */
  readonly failures: number
  /** When the next try is due. */
  readonly next_at: UnixMs
}

/**
 * Accesses to end. A row is made in the step that removes the credential, so that no crash loses it: for each account that held a seed
 * or was connected by a link. Credentials that were only stored by hand may be in use elsewhere.
 */
export interface Revocations {
  /** Keeps an access that no other record holds. */
  add(revocation: RevocationRecord): Promise<void>
  /** Takes the one that is due the longest, and puts its next try off to `until`, in one step. `undefined`: none is due. */
  claim(now: Date, until: Date): Promise<RevocationRecord | undefined>
  /** Replaces a record. `false`: it is gone, and stays so. */
  update(revocation: RevocationRecord): Promise<boolean>
  /** `false`: it isn't there. */
  remove(id: string): Promise<boolean>
}
