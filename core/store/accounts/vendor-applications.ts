import type { IsoTime } from '../../time.ts'

/** The place of an OAuth application: a provider, and one tenant or all that have none of their own. */
export interface VendorApplicationRef {
  readonly provider: string
  /** The tenant's id; `''`: the gateway's own application, for every tenant without one. */
  readonly tenant: string
}

/** The name of an application's record: `apps/hubspot`, or `apps/hubspot/acme` for a tenant's own. */
export const applicationPath = ({ provider, tenant }: VendorApplicationRef): string =>
  tenant === '' ? `apps/${provider}` : `apps/${provider}/${tenant}`

/** Reads a path of `applicationPath`; `undefined`: it names no record. */
export const parseApplicationPath = (path: string | null | undefined): VendorApplicationRef | undefined => {
  const [, provider, tenant = ''] = /^apps\/([^/]+)(?:\/([^/]+))?$/.exec(path ?? '') ?? []
  return provider === undefined ? undefined : { provider, tenant }
}

/** The parts of an application that connected accounts need: its client and the addresses that its tokens go to. */
export interface VendorClient {
  readonly client_id: string
  /** The secret, sealed and bound to provider and tenant; `null`: the application is a public client (RFC 6749, section 2.1). */
  readonly sealed_client_secret: string | null
  readonly token_url: string | null
  readonly revoke_url: string | null
}

/** An OAuth application that the operator, or a tenant, has registered at a vendor. */
export interface NewVendorApplication extends VendorApplicationRef, VendorClient {
  /** The scopes to request; `null`: those that the plugin declares. */
  readonly scopes: readonly string[] | null
  /** The vendor's addresses of a sandbox or a region; `null`: those that the plugin declares. */
  readonly authorize_url: string | null
  /** The issuers that may send people back (RFC 9207); `null`: those that the plugin declares. */
  readonly issuers: readonly string[] | null
  /** The day on which the vendor ends the secret, as the operator was told; `null`: not known, or never. */
  readonly secret_expires_at: IsoTime | null
  /** Former clients of this record that still have connected accounts. */
  readonly former: readonly VendorClient[]
}

export interface VendorApplicationRecord extends NewVendorApplication {
  /** The record's version, a new one after each write. */
  readonly version: string
  readonly created_at: IsoTime
  readonly updated_at: IsoTime
}

export interface VendorApplications {
  /**
   * Replaces the application, in one step with the check that it is of the version `seen` (`null`: there is none; left out: whichever it is), and
   * that the tenant is there whose own it is. `changed`: it is of another version.
   */
  put(
    app: NewVendorApplication,
    now: Date,
    seen?: string | null,
  ): Promise<'created' | 'replaced' | 'changed' | 'TENANT_NOT_FOUND'>
  get(ref: VendorApplicationRef): Promise<VendorApplicationRecord | undefined>
  /** Finds the tenant's own application, otherwise the gateway's. */
  find(ref: VendorApplicationRef): Promise<VendorApplicationRecord | undefined>
  /** Lists all applications, which are few, by provider and tenant, ascending. */
  list(): Promise<readonly VendorApplicationRecord[]>
  /** Removes an application, if it still has this version. `false`: it was replaced, or is gone. */
  remove(ref: VendorApplicationRef, version: string): Promise<boolean>
  /** Stores the same secrets, sealed again. `false`: the version has changed. */
  reseal(
    ref: VendorApplicationRef,
    version: string,
    sealed: Pick<VendorApplicationRecord, 'sealed_client_secret' | 'former'>,
  ): Promise<boolean>
}

/** The client with this id, present or former; `undefined`: the record has none. */
export const findVendorClient = (
  record: (VendorClient & Pick<VendorApplicationRecord, 'former'>) | undefined,
  clientId: string,
): VendorClient | undefined => record && [record, ...record.former].find(({ client_id }) => client_id === clientId)
