/** Random bytes of a tenant, from which the digests of its writes are derived: without them, nobody can test a guess of a call. */
export interface TenantSecretRecord {
  readonly tenant: string
  /** The secret: 32 bytes in base64url, sealed. */
  readonly sealed: string
}

export interface TenantSecrets {
  get(tenant: string): Promise<TenantSecretRecord | undefined>
  /** Adds a secret unless the tenant has one, and returns the one that it has. */
  add(secret: TenantSecretRecord): Promise<TenantSecretRecord>
  /** Replaces the sealed form. `false`: it is another one now. */
  reseal(secret: TenantSecretRecord, sealed: string): Promise<boolean>
}
