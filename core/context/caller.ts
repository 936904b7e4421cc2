import type { Access } from '../access/index.ts'
import type { AccessTokenRecord, TenantRecord, TenantTokenRecord } from '../store/index.ts'

/** A tenant token, or an access token with its tenant token, whose expiry and limits it shares. Identity providers need no tenant token. */
export interface UsableToken {
  readonly token_id: string
  readonly tenant_id: string
  /** Left out for an access token that an identity provider granted. */
  readonly tenantToken?: TenantTokenRecord
  /** Left out for a tenant token. */
  readonly access?: AccessTokenRecord
}

/** What the call path needs of the HTTP request that carried the call. */
export interface Arrival {
  readonly ip: string
  readonly requestId: string
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Aborted when the caller hangs up. Read it only where that matters: making it costs as much as parsing the body. */
  readonly signal: AbortSignal
}

/** The interface by which a call came. */
export type CallSource = 'rest' | 'mcp'

/** The caller of a request as an adapter has read it, before anybody knows who it is. */
export interface UnadmittedCaller {
  readonly source: CallSource
  readonly arrival: Arrival
  /** The tenant that the request names; `undefined`: whichever tenant the token belongs to. */
  readonly namedTenant: string | undefined
  /** The presented tenant or access token; `undefined`: none. */
  readonly token: string | undefined
}

/** A caller whose token is valid and whose tenant is active. A limit may still refuse its calls. */
export interface AdmittedCaller extends UnadmittedCaller {
  readonly tenant: TenantRecord
  /** The id of the token; for a call by an administrator, that of the admin key. */
  readonly tokenId: string
  readonly usableToken: UsableToken
  /** What the caller may do. */
  readonly access: Access
}

/** Whether a request's caller was admitted before, with another message of the same request. */
export const isAdmitted = (caller: UnadmittedCaller | AdmittedCaller): caller is AdmittedCaller => 'access' in caller
