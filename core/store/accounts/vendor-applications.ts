/** Where an OAuth application stands: at a provider, for one tenant or for all that have none of their own. */
export interface AppRef {
  readonly provider: string
  /** `''`: the gateway's own, for every tenant without one. */
  readonly tenant: string
}

/** An OAuth application that the operator, or a tenant, has registered at a vendor. */
export interface NewApp extends AppRef {
  readonly client_id: string
  /** Sealed and bound to provider and tenant; `null`: the application is a public client (RFC 6749, section 2.1). */
  readonly sealed_client_secret: string | null
  /** The scopes that people are asked for; `null`: those that the plugin declares. */
  readonly scopes: readonly string[] | null
  /** The vendor's addresses of a sandbox or a region; `null`: those that the plugin declares. */
  readonly authorize_url: string | null
  readonly token_url: string | null
  readonly revoke_url: string | null
}

export interface AppRecord extends NewApp {
  /** Another one after each write. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly created_at: string
  readonly updated_at: string
}

export interface Apps {
  /** Replaces the application. A tenant's own needs the tenant, in the same step. */
  put(app: NewApp, now: Date): Promise<'created' | 'replaced' | 'TENANT_NOT_FOUND'>
  get(ref: AppRef): Promise<AppRecord | undefined>
  /** The tenant's own, else the gateway's. */
  find(ref: AppRef): Promise<AppRecord | undefined>
  /** By provider and tenant, ascending. They are few. */
  list(): Promise<readonly AppRecord[]>
  /** `false`: there is none. */
  remove(ref: AppRef): Promise<boolean>
  /** Stores the same secret, sealed again. `false`: the version has changed. */
  reseal(ref: AppRef, version: string, sealed: string): Promise<boolean>
}
