import type { IsoTime } from '../../time.ts'
import type { AllowEntry, AskEntry, DenyEntry } from '../access/access-rules.ts'
import type { ListTotal } from '../list-total.ts'
import type { AccountRef } from './account-records.ts'
import type { IsRevocable, Leaving } from './leaving.ts'

export interface Account {
  readonly id: string
  readonly label: string
  /** The values of the provider's declared `settings`, checked against its patterns. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface ProviderEntry {
  readonly accounts: readonly Account[]
  /** The `id` of the default account. */
  readonly default: string
}

export interface TenantOptions {
  /** True if the `raw` action may be called. */
  readonly allow_raw: boolean
  /** The MCP tools that are listed (docs/mcp-tools.md, "Tools"); `auto`: by the number of providers. */
  readonly tools: 'auto' | 'domains' | 'effects' | 'actions' | 'search' | 'code'
  /** The largest MCP result that isn't delivered in parts; left out: as much as the client is known to accept. */
  readonly max_result_bytes?: number
  /** The calls a minute of all tokens of the tenant together; left out: no limit. */
  readonly calls_per_minute?: number
  /** The seconds after a write for which an equal one of the same token is refused; left out: none is refused. */
  readonly refuse_duplicates?: number
  /** True if callers get a link to connect an account that has no working credential; left out: no. */
  readonly self_connect?: boolean
  /** True if callers may run code; left out: yes. */
  readonly code?: boolean
  /** True if the requests and answers of failed calls are kept for a day; left out: no. */
  readonly keep_failed?: boolean
  /** Rules (`core/access`) for the calls that the tenant's callers may make; left out: all. `deny` wins. */
  readonly allow?: readonly AllowEntry[]
  readonly deny?: readonly DenyEntry[]
  /** Rules for calls that wait for a person's yes before they are sent. They never widen access. */
  readonly ask?: readonly AskEntry[]
  /** The hours for which a call waits for that yes; left out: 24. */
  readonly approval_hours?: number
  /** The number of different people who have to say yes; left out: one. */
  readonly approvals_needed?: number
}

/** The default options of a tenant. */
export const newTenantOptions: TenantOptions = { allow_raw: false, tools: 'auto' }

/** The configuration of a tenant by an administrator. */
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
  /** The record's version, a new one after each write. */
  readonly version: string
}

/**
 * Makes the new configuration from the stored one, in the same step as the write. It may run more than once. If it throws, nothing
 * is written, and the error is passed on.
 */
export type ChangeTenant = (current: TenantRecord | undefined) => TenantConfiguration

export type PutTenant =
  | { readonly outcome: 'created' | 'replaced'; readonly record: TenantRecord }
  /** The new configuration lacks these accounts, which have credentials or seeds. Nothing was changed. */
  | { readonly outcome: 'conflict'; readonly accounts: readonly AccountRef[] }

/** The members by which a list of tenants may be sorted. */
export const tenantOrders = ['id', 'name', 'created_at', 'updated_at'] as const
export type TenantOrder = (typeof tenantOrders)[number]

/** The end of a page of a list: the id of its last tenant, and the value that the list is sorted by. */
export interface TenantPosition {
  readonly id: string
  readonly by: string
}

/** The position of a tenant in a list. Names are sorted without regard to the case of ASCII letters. */
export const readTenantPosition = (tenant: TenantRecord, order: TenantOrder): TenantPosition => ({
  id: tenant.id,
  by: order === 'name' ? tenant.name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : tenant[order],
})

export interface TenantPage {
  readonly limit: number
  /** The end of the previous page. */
  readonly after?: TenantPosition | undefined
  /** The order; left out: by id. Equal tenants are sorted by id. */
  readonly order?: TenantOrder
  readonly isDescending?: boolean
  /** A part of the id or name; case doesn't matter. */
  readonly search?: string | undefined
  readonly status?: TenantConfiguration['status'] | undefined
}

/** Tenant configurations. Ids and times are compared byte by byte. */
export interface Tenants {
  get(id: string): Promise<TenantRecord | undefined>
  /**
   * Replaces the configuration with a new one, or with the result of a function. The same step checks that no account with a credential or seed
   * is dropped; with `prune`, it removes the credentials and seeds of dropped accounts, and with `isRevocable` it records their revocations.
   */
  put(
    id: string,
    configuration: TenantConfiguration | ChangeTenant,
    how: { readonly now: Date; readonly prune: boolean; readonly isRevocable?: IsRevocable },
  ): Promise<PutTenant>
  list(page: TenantPage): Promise<readonly TenantRecord[]>
  /** Counts the tenants that such a list has on all its pages. */
  total(filter: Pick<TenantPage, 'search' | 'status'>): Promise<ListTotal>
  /**
   * Removes the tenant with its tokens, credentials, seeds, codes and grants, in one step, and records revocations of its
   * accounts. `false`: no such tenant exists. If `check` throws, nothing is removed, and the error is passed on.
   */
  remove(id: string, check?: (current: TenantRecord) => void, leaving?: Leaving): Promise<boolean>
}
