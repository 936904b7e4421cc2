import type { IsoTime } from '../../time.ts'

/** Where an OAuth application stands: at a provider, for one tenant or for all that have none of their own. */
export interface VendorApplicationRef {
  readonly provider: string
  /** `''`: the gateway's own, for every tenant without one. */
  readonly tenant: string
}

/** The name of an application's record: `apps/hubspot`, or `apps/hubspot/acme` for a tenant's own. */
export const applicationPath = ({ provider, tenant }: VendorApplicationRef): string =>
  tenant === '' ? `apps/${provider}` : `apps/${provider}/${tenant}`

/** Reads what `applicationPath` wrote; `undefined`: it names no record. */
export const parseApplicationPath = (path: string | null | undefined): VendorApplicationRef | undefined => {
  const [, provider, tenant = ''] = /^apps\/([^/]+)(?:\/([^/]+))?$/.exec(path ?? '') ?? []
  return provider === undefined ? undefined : { provider, tenant }
}

/** What connected accounts need of an application: its client and the addresses that its tokens go to. */
export interface VendorClient {
  readonly client_id: string
  /** Sealed and bound to provider and tenant; `null`: the application is a public client (RFC 6749, section 2.1). */
  readonly sealed_client_secret: string | null
  readonly token_url: string | null
  readonly revoke_url: string | null
}

/** An OAuth application that the operator, or a tenant, has registered at a vendor. */
export interface NewVendorApplication extends VendorApplicationRef, VendorClient {
  /** The scopes that people are asked for; `null`: those that the plugin declares. */
  readonly scopes: readonly string[] | null
  /** The vendor's addresses of a sandbox or a region; `null`: those that the plugin declares. */
  readonly authorize_url: string | null
  /** Who may send people back (RFC 9207), instead of those that the plugin declares; `null`: those. */
  readonly issuers: readonly string[] | null
  /** The day on which the vendor ends the secret, as the operator was told; `null`: not known, or never. */
  readonly secret_expires_at: IsoTime | null
  /** Clients that this record held before, by which accounts were connected that are still there. */
  readonly former: readonly VendorClient[]
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
  /** Stores the same secrets, sealed again. `false`: the version has changed. */
  reseal(
    ref: VendorApplicationRef,
    version: string,
    sealed: Pick<VendorApplicationRecord, 'sealed_client_secret' | 'former'>,
  ): Promise<boolean>
}

/** The client with this id that the record holds or held before; `undefined`: none. */
export const findVendorClient = (
  record: (VendorClient & Pick<VendorApplicationRecord, 'former'>) | undefined,
  clientId: string,
): VendorClient | undefined => record && [record, ...record.former].find(({ client_id }) => client_id === clientId)
