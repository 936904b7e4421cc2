import type { AccountRef, CredentialRecord, VendorApplicationRef } from '../store/index.ts'
import { currentMs, hasCome, type UnixSeconds } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { readSecrets, type StoredSecrets } from './stored-secrets.ts'

/** An account's credential, decrypted. */
export interface Credential extends StoredSecrets {
  readonly tokenType: string
  /** `null`: does not expire. */
  readonly expiresAt: UnixSeconds | null
  readonly version: string
  /** The handover in which the account got the credential; a refresh keeps it. `null`, or left out: not known. */
  readonly handoverId?: string | null
  /** True if the vendor's last verdict was 401. */
  readonly rejected?: boolean
}

export const hasCredentialExpired = ({ expiresAt }: Credential): boolean =>
  expiresAt !== null && hasCome(expiresAt, currentMs())

const createBinding =
  (field: string) =>
  ({ tenant, provider, account }: AccountRef) => ({ tenant, provider, account, field })

/** The bindings of an account's secrets: the vault ties each sealed value to its account and field. */
export const accessTokenBinding = createBinding('access_token')
export const clientSecretBinding = createBinding('client_secret')
export const refreshTokenBinding = createBinding('refresh_token')

/** An application belongs to a provider, and perhaps to a tenant, but to no account. */
export const appSecretBinding = ({ provider, tenant }: VendorApplicationRef) => ({
  tenant,
  provider,
  account: '',
  field: 'app_client_secret',
})

export const openCredential = async (vault: Vault, record: CredentialRecord): Promise<Credential> => ({
  ...readSecrets(await vault.open(record.sealed, accessTokenBinding(record))),
  tokenType: record.token_type,
  expiresAt: record.expires_at,
  version: record.version,
  handoverId: record.handover_id,
  rejected: record.rejected_at !== null,
})
