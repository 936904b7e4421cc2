import type { Access } from '../access/index.ts'
import type { AccessTokenRecord, TenantRecord, TenantTokenRecord } from '../store/index.ts'

/** A tenant token, or an access token with its tenant token, whose expiry and limits it shares. Access tokens of identity providers have none. */
export interface UsableToken {
  readonly token_id: string
  readonly tenant_id: string
  /** The tenant token; left out for an access token that an identity provider granted. */
  readonly tenantToken?: TenantTokenRecord
  /** The access token; left out for a tenant token. */
  readonly access?: AccessTokenRecord
}

/** The facts of the HTTP request that carried the call. */
export interface Arrival {
  readonly ip: string
  readonly requestId: string
  /** The time of arrival, in milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Aborted when the caller hangs up. Read it only where needed: making it costs as much as parsing the body. */
  readonly signal: AbortSignal
}

/** The interface by which a call came. */
export type CallSource = 'rest' | 'mcp'

/** The caller of a request as an adapter has read it, not yet identified. */
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
  /** The caller's access. */
  readonly access: Access
}

/** True if a request's caller was admitted before, with another message of the same request. */
export const isAdmitted = (caller: UnadmittedCaller | AdmittedCaller): caller is AdmittedCaller => 'access' in caller
