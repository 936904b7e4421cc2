import type { AccountRef } from './credentials.ts'

export interface Account {
  readonly id: string
  readonly label: string
  /** What the provider declares under `settings`, checked by its patterns. */
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
  /** One MCP tool a domain, or one an action. */
  readonly tools: 'domains' | 'actions'
  /** Bytes; a larger MCP result is handed over in parts. */
  readonly max_result_bytes: number
  /** Of all its tokens together; left out, there is no limit. */
  readonly calls_per_minute?: number
}

/** What an administrator configures of a tenant. */
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
}

export type PutTenant =
  | { readonly outcome: 'created' | 'replaced'; readonly record: TenantRecord }
  /** The configuration would drop these accounts, which hold credentials or seeds; nothing was changed. */
  | { readonly outcome: 'conflict'; readonly accounts: readonly AccountRef[] }

/** Tenant configurations. Ids are compared byte by byte. */
export interface Tenants {
  get(id: string): Promise<TenantRecord | undefined>
  /**
   * Replaces the configuration, in one step with the check for dropped accounts. With `prune` their credentials
   * and seeds go in the same step.
   */
  put(
    id: string,
    configuration: TenantConfiguration,
    how: { readonly now: Date; readonly prune: boolean },
  ): Promise<PutTenant>
  /** By id, ascending; `after` is the last id of the page before. */
  list(page: { readonly limit: number; readonly after?: string }): Promise<readonly TenantRecord[]>
  /** Removes the tenant with its tokens, credentials, seeds, codes and grants, in one step. `false`: there was none. */
  remove(id: string): Promise<boolean>
}
