import type { AccountRef } from './account-records.ts'
import type { IsRevocable, Leaving } from './leaving.ts'

export interface Account {
  readonly id: string
  readonly label: string
  /** Values for the provider's declared `settings`, checked against its patterns. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface ProviderEntry {
  readonly accounts: readonly Account[]
  /** The `id` of the default account. */
  readonly default: string
}

export interface TenantOptions {
  /** Whether the `raw` action may be called. */
  readonly allow_raw: boolean
  /** Which MCP tools are listed (docs/mcp-clients.md, "Tools"). */
  readonly tools: 'domains' | 'effects' | 'actions' | 'search'
  /** A larger MCP result is delivered in parts; left out: what the client is known to accept. */
  readonly max_result_bytes?: number
  /** For all tokens of the tenant together; without it there is no limit. */
  readonly calls_per_minute?: number
  /** Whether callers are told where to connect an account that has no working credential; left out: no. */
  readonly self_connect?: boolean
  /** Access patterns (`core/access`): what the tenant's callers may do; left out: everything. `deny` wins. */
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
}

/** What an administrator configures for a tenant. */
export interface TenantConfiguration {
  readonly name: string
  readonly status: 'active' | 'suspended'
  readonly providers: Readonly<Record<string, ProviderEntry>>
  readonly options: TenantOptions
}

export interface TenantRecord extends TenantConfiguration {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly created_at: string
  readonly updated_at: string
  /** Another one after each write. */
  readonly version: string
}

/**
 * Makes the new configuration from the stored one, in the same step as the write. It may run more than once. If it throws, nothing
 * is written, and the error is passed on.
 */
export type ChangeTenant = (current: TenantRecord | undefined) => TenantConfiguration

export type PutTenant =
  | { readonly outcome: 'created' | 'replaced'; readonly record: TenantRecord }
  /** The configuration lacks these accounts, which have credentials or seeds. Nothing was changed. */
  | { readonly outcome: 'conflict'; readonly accounts: readonly AccountRef[] }

/** Tenant configurations. Ids are compared byte by byte. */
export interface Tenants {
  get(id: string): Promise<TenantRecord | undefined>
  /**
   * Replaces the configuration, with the given one or the one that a function makes. The same step checks that no account with a credential or seed is dropped; with `prune`, it
   * removes the credentials and seeds of dropped accounts, and with `isRevocable` it leaves revocations of them.
   */
  put(
    id: string,
    configuration: TenantConfiguration | ChangeTenant,
    how: { readonly now: Date; readonly prune: boolean; readonly isRevocable?: IsRevocable },
  ): Promise<PutTenant>
  /** By id, ascending; `after` is the last id of the previous page, `search` a part of the id or name in any case. */
  list(page: {
    readonly limit: number
    readonly after?: string
    readonly search?: string
  }): Promise<readonly TenantRecord[]>
  /**
   * Removes the tenant with its tokens, credentials, seeds, codes and grants, in one step, and leaves revocations of its
   * accounts. `false`: no such tenant exists. If `check` throws, nothing is removed, and the error is passed on.
   */
  remove(id: string, check?: (current: TenantRecord) => void, leaving?: Leaving): Promise<boolean>
}
