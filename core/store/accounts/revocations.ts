import type { IsoTime, UnixMs } from '../../time.ts'
import type { AccountRef, SeedRecord } from './account-records.ts'
import type { VendorApplicationRecord } from './vendor-applications.ts'

/** Access that is to be ended at the vendor, with the secrets that an account held when it was removed. */
export interface RevocationRecord extends AccountRef {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly id: string
  /** The access token as in the account's credential, like the seed's secrets; `null`: none was stored. */
  readonly sealed_access_token: string | null
  readonly seed:
    | (Pick<SeedRecord, 'client_id' | 'sealed_client_secret' | 'sealed_refresh_token' | 'client_auth'> & {
        /** The application; left out: an earlier version stored the record. */
        readonly application?: SeedRecord['application']
      })
    | null
  /** The application at that time: the seed's, the tenant's own or the gateway's; `null`: there was none. */
  readonly app: Pick<
    VendorApplicationRecord,
    'provider' | 'tenant' | 'client_id' | 'sealed_client_secret' | 'revoke_url'
  > | null
  /** The person who was connected, as the vendor named them; `null`: not known. */
  readonly identity: string | null
  readonly created_at: IsoTime
  /** The number of failed tries so far. */
  readonly failures: number
  /** The time when the next try is due. */
  readonly next_at: UnixMs
}

/**
 * Access to end. A row is added in the step that removes the credential, so that no crash loses it: for each account that held a seed
 * or was connected by a link. Credentials that were stored by hand may be in use elsewhere.
 */
export interface Revocations {
  /** Adds access that no other record holds. */
  add(revocation: RevocationRecord): Promise<void>
  /** Takes the record that is due the longest, and postpones its next try to `until`, in one step. `undefined`: none is due. */
  claim(now: Date, until: Date): Promise<RevocationRecord | undefined>
  /** Replaces a record. `false`: it is gone, and stays so. */
  update(revocation: RevocationRecord): Promise<boolean>
  /** `false`: it isn't there. */
  remove(id: string): Promise<boolean>
}
