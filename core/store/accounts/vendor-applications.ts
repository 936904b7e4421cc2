import type { IsoTime } from '../../time.ts'

/** Where an OAuth application stands: at a provider, for one tenant or for all that have none of their own. */
export interface VendorApplicationRef {
  readonly provider: string
  /** `''`: the gateway's own, for every tenant without one. */
  readonly tenant: string
}

/** An OAuth application that the operator, or a tenant, has registered at a vendor. */
export interface NewVendorApplication extends VendorApplicationRef {
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

export interface VendorApplicationRecord extends NewVendorApplication {
  /** Another one after each write. */
  readonly version: string
  readonly created_at: IsoTime
  readonly updated_at: IsoTime
}

export interface VendorApplications {
  /** Replaces the application. A tenant's own needs the tenant, in the same step. */
  put(app: NewVendorApplication, now: Date): Promise<'created' | 'replaced' | 'TENANT_NOT_FOUND'>
  get(ref: VendorApplicationRef): Promise<VendorApplicationRecord | undefined>
  /** The tenant's own, else the gateway's. */
  find(ref: VendorApplicationRef): Promise<VendorApplicationRecord | undefined>
  /** By provider and tenant, ascending. They are few. */
  list(): Promise<readonly VendorApplicationRecord[]>
  /** `false`: there is none. */
  remove(ref: VendorApplicationRef): Promise<boolean>
  /** Stores the same secret, sealed again. `false`: the version has changed. */
  reseal(ref: VendorApplicationRef, version: string, sealed: string): Promise<boolean>
}
