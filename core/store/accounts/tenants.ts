import type { IsoTime } from '../../time.ts'
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
  /** Which MCP tools are listed (docs/mcp-clients.md, "Tools"); `auto`: by the number of providers. */
  readonly tools: 'auto' | 'domains' | 'effects' | 'actions' | 'search' | 'code'
  /** A larger MCP result is delivered in parts; left out: what the client is known to accept. */
  readonly max_result_bytes?: number
  /** For all tokens of the tenant together; without it there is no limit. */
  readonly calls_per_minute?: number
  /** For so many seconds after a write the same one of the same token is refused; left out: not at all. */
  readonly refuse_duplicates?: number
  /** Whether callers are told where to connect an account that has no working credential; left out: no. */
  readonly self_connect?: boolean
  /** Whether callers may run code; left out: yes. */
  readonly code?: boolean
  /** Access patterns (`core/access`): what the tenant's callers may do; left out: everything. `deny` wins. */
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  /** What waits for a person's yes before it is sent. It never widens. */
  readonly ask?: readonly string[]
  /** How many hours a call waits for that yes; left out: 24. */
  readonly approval_hours?: number
  /** How many people have to say yes, each another; left out: one. */
  readonly approvals_needed?: number
}

/** The options of a tenant for which nobody chose any. */
export const newTenantOptions: TenantOptions = { allow_raw: false, tools: 'auto' }

/** What an administrator configures for a tenant. */
export interface TenantConfiguration {
  readonly name: string
  readonly status: 'active' | 'suspended'
  readonly providers: Readonly<Record<string, ProviderEntry>>
  readonly options: TenantOptions
}

export interface TenantRecord extends TenantConfiguration {
  readonly id: string
  readonly created_at: IsoTime
  readonly updated_at: IsoTime
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

/** What a list of tenants may be sorted by. */
export const tenantOrders = ['id', 'name', 'created_at', 'updated_at'] as const
export type TenantOrder = (typeof tenantOrders)[number]

/** Where a page of a list ended: the id of its last tenant, and what the list is sorted by. */
export interface TenantPosition {
  readonly id: string
  readonly by: string
}

/** What a tenant is sorted by. Names are sorted in any case, that of letters other than ASCII's aside. */
export const readTenantPosition = (tenant: TenantRecord, order: TenantOrder): TenantPosition => ({
  id: tenant.id,
  by: order === 'name' ? tenant.name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : tenant[order],
})

export interface TenantPage {
  readonly limit: number
  /** Where the page before ended. */
  readonly after?: TenantPosition | undefined
  /** Left out: by id. Tenants that are alike are sorted by id. */
  readonly order?: TenantOrder
  readonly isDescending?: boolean
  /** A part of the id or name, in any case. */
  readonly search?: string | undefined
  readonly status?: TenantConfiguration['status'] | undefined
}

/** Tenant configurations. Ids and times are compared byte by byte. */
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
  list(page: TenantPage): Promise<readonly TenantRecord[]>
  /**
   * Removes the tenant with its tokens, credentials, seeds, codes and grants, in one step, and leaves revocations of its
   * accounts. `false`: no such tenant exists. If `check` throws, nothing is removed, and the error is passed on.
   */
  remove(id: string, check?: (current: TenantRecord) => void, leaving?: Leaving): Promise<boolean>
}
