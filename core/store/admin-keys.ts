/** What an admin key may do, from the least to all: each may do what those before it may. */
export const adminRoles = ['viewer', 'operator', 'owner'] as const
export type AdminRole = (typeof adminRoles)[number]

export interface NewAdminKey {
  /** SHA-256 of the key, 64 lower-case hex digits. */
  readonly hash: string
  readonly name: string
  readonly role: AdminRole
  /** Unix seconds; `null`: it goes on until it is ended. */
  readonly expires_at: number | null
}

/** An admin key with a name; only its hash is known. */
export interface AdminKeyRecord extends NewAdminKey {
  /** The first 12 digits of the hash: what answers and the audit log call the key. */
  readonly key_id: string
  /** ISO 8601, UTC. */
  readonly created_at: string
}

export interface AdminKeys {
  /** `undefined`: there are `most` keys already. */
  create(key: NewAdminKey, how: { readonly now: Date; readonly most: number }): Promise<AdminKeyRecord | undefined>
  /** An expired key is found as well. */
  find(hash: string): Promise<AdminKeyRecord | undefined>
  /** By creation, oldest first. */
  list(): Promise<readonly AdminKeyRecord[]>
  /** `false`: there is no such key. */
  remove(keyId: string): Promise<boolean>
}
