import type { StoreCache, VendorQuotas } from '@patchbay/core/admission'
import type { ApprovalDesk } from '@patchbay/core/approvals'
import type { Calls, ProbeCall } from '@patchbay/core/call'
import type { Arrival } from '@patchbay/core/context'
import type { ErrorCode } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import type { FileShelf } from '@patchbay/core/files'
import type { MaybePromise } from '@patchbay/core/maybe-promise'
import type { Refresher } from '@patchbay/core/refresh'
import type { Reports } from '@patchbay/core/reports'
import type { Domain } from '@patchbay/core/schema'
import type { AdminRole, KeyRole, Store, TenantRecord } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import type Type from 'typebox'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Revoker } from '../../connect/index.ts'
import type { ReceivedFile } from '../../files/receive-file.ts'
import type { DocsUrl } from '../../http/error-envelope.ts'
import type { HttpRoute, Reply } from '../../http/exchange.ts'
import type { Scheduler, Schedules } from '../../jobs/index.ts'
import type { Job } from '../../jobs/schedule/job.ts'
import type { SqliteStore } from '../../store/sqlite/index.ts'
import type { Release } from '../../versions/release.ts'
import type { WebhookEmitter } from '../../webhooks/index.ts'
import type { RecordChange } from './changes/list-changes.ts'
import type { Preconditions } from './preconditions.ts'
import type { AdminCaller } from './session/caller.ts'
import type { KeyCheckParts } from './session/check-key.ts'
import type { AdminPathParams } from './values/path-params.ts'

export interface AdminParts extends KeyCheckParts {
  readonly store: Store
  readonly reports: Reports
  readonly storeCache: Pick<StoreCache, 'adminKey' | 'credential' | 'access'>
  readonly calls: Pick<Calls, 'call'>
  readonly probe: ProbeCall
  readonly approvalDesk: ApprovalDesk
  readonly fileShelf: Pick<FileShelf, 'keep' | 'list' | 'makeRoom' | 'removeOf'>
  readonly vault: Vault
  readonly refresher: Refresher
  readonly vendorQuotas: Pick<VendorQuotas, 'lift'>
  readonly fetcher: Fetcher
  readonly domains: ReadonlyMap<string, Domain>
  /** The hosts at which self-hosted products may be. */
  readonly selfHostedHosts: readonly string[]
  readonly jobs: readonly Job[]
  readonly scheduler: Pick<Scheduler, 'runNow' | 'runJob'>
  readonly schedules: Schedules
  readonly webhooks: Pick<WebhookEmitter, 'isOn' | 'emit' | 'deliver' | 'retry'>
  readonly revoker: Pick<Revoker, 'leaving' | 'wake'>
  readonly maxBodyBytes: number
  readonly release: Release
  readonly configuration: Configuration
  /** Holds the files of the embedded store for a backup; `undefined`: the store is MongoDB. */
  readonly holdStore: SqliteStore['hold'] | undefined
  /** The gateway's URL as browsers see it; known once it listens. */
  readonly baseUrl: () => string
  readonly docsUrl: DocsUrl
  /** Measures what a tenant's list of MCP tools costs a model. */
  readonly measureToolList: (tenant: TenantRecord) => Promise<object>
  /** The addresses to which connect pages may return: origin and path. */
  readonly connectReturnUrls: readonly string[]
}

/** The parts that a handler uses. */
export type HandlerParts = AdminParts & { readonly now: () => Date }

/** The tenant and the subject of an audit entry. */
export interface AuditTarget {
  readonly tenant: string | null
  /** E.g. `tokens/acme/hubspot/sales-eu`. */
  readonly key: string | null
}

/** One successful answer. Without `content` it has no body. */
export interface AdminAnswer {
  readonly description: string
  /** The body's schema by media type. */
  readonly content?: Readonly<Record<string, Type.TSchema>>
}

/** One of several things that a request did, or failed to do. */
export interface AuditedPart extends AuditTarget {
  readonly status: number
  readonly code: string | null
  /** The reason for the failure. */
  readonly reason?: string
  readonly change?: RecordChange
}

/**
 * `change`: the record that the request changed, before and after: its entry in the audit log has what is different.
 * `auditKey`, `auditTenant`: the key and the tenant of the audit entry, where only the handler knows them. `auditEach`: the request has an
 * entry for each of these in place of one.
 */
export type AdminReply = Reply & {
  readonly auditKey?: string
  readonly auditTenant?: string
  readonly auditEach?: readonly AuditedPart[]
  readonly change?: RecordChange
}

/**
 * A route for administrators only. Each use of it is audited, except for the console's repeated reads and its reads of missing
 * records. The schemas check each request, and the OpenAPI document is made from them. The tests check each answer against
 * `answers` and `errors`.
 */
export interface AdminRoute<P extends string, Q extends Type.TObject, B extends Type.TSchema> {
  readonly method: HttpRoute['method']
  readonly path: P
  /** Verb and noun, unique: `put_tenant`. The audit log's action, and the operation's id in the OpenAPI document. */
  readonly action: string
  /** Its effect, in a few words. */
  readonly summary: string
  /** The facts that the reader needs beyond the summary; Markdown. */
  readonly description?: string
  /** The least role that a key must have; left out, `viewer` for GET and `operator` for the rest. */
  readonly role?: AdminRole
  /**
   * True if keys of the role `linker` may use it too. `auditTarget` must then name a tenant that the key is for, and
   * the route's store holds that tenant only (`narrowStore`).
   */
  readonly forLinkers?: true
  /** True if its record has a version: answers carry it as their ETag, and changes heed `If-Match` and `If-None-Match`. */
  readonly versioned?: boolean
  /**
   * True if a person in the console must show the key again after 5 minutes; unset: for DELETE. `by-change`: if the
   * handler calls `confirm`.
   */
  readonly asksAgain?: boolean | 'by-change'
  /** True if it only reads; left out, for GET. What the console reads again within a minute is one audit entry. */
  readonly isRead?: boolean
  /** Called with the validated path, and again with the validated body: an invalid body is audited as well. */
  auditTarget(params: AdminPathParams<P>, body?: Type.Static<B>): AuditTarget
  /** Without it the route takes no query parameters. */
  readonly query?: Q
  /** Without it no body is read. That of PATCH is a JSON merge patch (RFC 7396). */
  readonly body?: B
  /** The value of an empty body; without it a body must be sent. */
  readonly emptyBody?: Type.Static<B>
  /** True if its body is a file, of any media type, as `POST /api/v1/<tenant>/files` takes it. */
  readonly takesFile?: true
  /** True if it works where the disk of the store is full, as it is there to change that. */
  readonly freesDisk?: true
  /** Answers when work is done that may take longer than 30 s. */
  readonly mayTakeLong?: true
  /** The successful answers by HTTP status. */
  readonly answers: Readonly<Record<number, AdminAnswer>>
  /** The errors of this route beside those that every admin route has. */
  readonly errors?: readonly ErrorCode[]
  handle(
    input: {
      readonly params: AdminPathParams<P>
      readonly query: Type.Static<Q>
      readonly body: Type.Static<B>
      readonly caller: AdminCaller
      /** None where the route isn't `versioned`. */
      readonly preconditions: Preconditions
      readonly headers: Headers
      readonly arrival: Arrival
      /** Aborted when the reader hangs up. */
      readonly signal: AbortSignal
      /** Throws AUTH_FAILED for a person who has to show the key again. For routes with `asksAgain: 'by-change'`. */
      readonly confirm: () => void
      /** The file that the body is; nothing of it is read before. Throws VALIDATION_ERROR. For routes with `takesFile`. */
      readonly receive: () => ReceivedFile
    },
    parts: HandlerParts,
  ): MaybePromise<AdminReply>
}

export type AnyAdminRoute = AdminRoute<string, Type.TObject, Type.TSchema>

/** The routes of one resource, a chapter of the API reference. */
export interface AdminGroup {
  readonly name: string
  readonly description: string
  readonly routes: readonly AnyAdminRoute[]
}

/** Declares a route; its handler gets what path, query and body are declared to hold. */
export const adminRoute = <const P extends string, Q extends Type.TObject, B extends Type.TSchema>(
  route: AdminRoute<P, Q, B>,
): AnyAdminRoute => route as unknown as AnyAdminRoute

/** An answer in JSON. */
export const jsonAnswer = (description: string, schema: Type.TSchema): AdminAnswer => ({
  description,
  content: { 'application/json': schema },
})

export const leastRole = ({ method, role }: Pick<AnyAdminRoute, 'method' | 'role'>): AdminRole =>
  role ?? (method === 'GET' ? 'viewer' : 'operator')

/** The roles that the route asks for: the least one of administrators, and `linker` where it is for them too. */
export const listRoles = (route: Pick<AnyAdminRoute, 'method' | 'role' | 'forLinkers'>): readonly KeyRole[] => [
  leastRole(route),
  ...(route.forLinkers ? (['linker'] as const) : []),
]

/** Every error code that the route may answer. */
export const listErrorCodes = (route: AnyAdminRoute): readonly ErrorCode[] => [
  'VALIDATION_ERROR',
  'AUTH_FAILED',
  'FORBIDDEN',
  ...(route.errors ?? []),
  ...(route.body || route.takesFile ? (['PAYLOAD_TOO_LARGE'] as const) : []),
  'TIMEOUT',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
]
