import type { Limits, StoreCache } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { asGatewayError, type GatewayError } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import type { Domain } from '@patchbay/core/schema'
import type { Store } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import type { EnterpriseIssuer } from '../../configuration/enterprise-issuers.ts'
import type { Exchange, Reply, Route } from '../../http/exchange.ts'
import type { Brand } from '../../pages/page.ts'
import type { DocumentAccess } from './client-documents.ts'
import { errorAnswer, OAuthError } from './oauth-error.ts'

export interface OAuthParts {
  readonly store: Store
  readonly storeCache: StoreCache
  readonly limits: Limits
  readonly auditLog: AuditLog
  readonly vault: Pick<Vault, 'seal' | 'open'>
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly brand: Brand
  readonly documents: DocumentAccess
  /** Reaches the identity providers that the operator configured. */
  readonly fetcher: Fetcher
  readonly enterpriseIssuers: readonly EnterpriseIssuer[]
  /** The issuer and first audience; known once the gateway listens. */
  readonly baseUrl: () => string
  readonly now?: () => Date
}

export const clock = ({ now = () => new Date() }: Pick<OAuthParts, 'now'>): Date => now()

/** What an audit entry holds of an exchange with a known tenant or client. */
export interface AuditEvent {
  readonly action: string
  readonly tenant: string | null
  /** E.g. `clients/<client_id>`, `grants/<tenant>/<grant_id>`. */
  readonly key: string
  /** The id of the token that was issued or presented. */
  readonly tokenId?: string
}

/** An answer, with the event that the audit log keeps before the answer leaves; without an event, nothing was done. */
export interface Outcome {
  readonly reply: Reply
  readonly auditEvent?: AuditEvent
  /** Further events, where one request ends several grants. */
  readonly furtherEvents?: readonly AuditEvent[]
}

/** A refusal with an audit entry of its own, because it is a sign of an attack on a known grant. */
export class AuditedError extends OAuthError {
  constructor(
    readonly auditEvent: AuditEvent,
    ...args: ConstructorParameters<typeof OAuthError>
  ) {
    super(...args)
  }
}

/** A refusal that comes with its answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly reply: Reply,
    readonly code: string,
    reason: string,
  ) {
    super(reason)
  }
}

interface Endpoint {
  readonly method: Route['method']
  readonly path: string
  handle(exchange: Exchange): Promise<Outcome>
  /** Makes the answer to an error; JSON by default. */
  renderError?(error: OAuthError | GatewayError): Reply
}

/** Rethrows bugs: the app logs them. */
const refusalOf = (
  thrown: unknown,
  renderError: NonNullable<Endpoint['renderError']>,
): Pick<Refusal, 'reply' | 'code' | 'message'> => {
  if (thrown instanceof Refusal) return thrown
  const error = thrown instanceof OAuthError ? thrown : asGatewayError(thrown)
  if (error.code === 'INTERNAL_ERROR') throw thrown
  return { reply: renderError(error), code: error.code, message: error.message }
}

/** Whether a body was announced but not read to its end. The client could send the rest as slowly as it likes. */
const leavesBody = ({ headers, bodyUsed }: Request, status: number): boolean =>
  (headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0) && (!bodyUsed || status === 413)

/** Closes the connection if a part of the body is unread. */
const closing = (request: Request, reply: Reply): Reply =>
  leavesBody(request, reply.status) ? { ...reply, headers: { ...reply.headers, connection: 'close' } } : reply

/** Makes a route of an OAuth endpoint. Its outcome or refusal is recorded in the audit log before the answer is sent. */
export const endpoint = (
  { auditLog }: Pick<OAuthParts, 'auditLog'>,
  { method, path, handle, renderError = errorAnswer }: Endpoint,
): Route => {
  const record = (
    { ip, requestId }: Exchange,
    { action, tenant, key, tokenId }: AuditEvent,
    { status, code, reason, startedAt }: { status: number; code: string | null; reason?: string; startedAt: number },
  ): Promise<void> =>
    auditLog.record({
      ...{ tenant, action, key, status, code, ip },
      source: 'oauth',
      outcome: code === null ? 'ok' : 'error',
      token_id: tokenId ?? null,
      request_id: requestId,
      reason: reason ?? null,
      duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
    })

  return {
    method,
    path,
    errorReply: renderError,
    async handle(exchange) {
      const startedAt = performance.now()
      const { request } = exchange
      try {
        if (method === 'POST') auditLog.assertWritable()
        const { reply, auditEvent, furtherEvents = [] } = await handle(exchange)
        if (!auditEvent) return closing(request, reply)
        const result = { status: reply.status, code: null, startedAt }
        await Promise.all([auditEvent, ...furtherEvents].map((event) => record(exchange, event, result)))
        return { ...reply, log: { action: auditEvent.action, tenant: auditEvent.tenant, key: auditEvent.key } }
      } catch (thrown) {
        if (thrown instanceof AuditedError) {
          const { auditEvent, code, status, message: reason } = thrown
          await record(exchange, auditEvent, { status, code, reason, startedAt })
          const { log, ...reply } = renderError(thrown)
          return { ...reply, log: { ...log, reason } }
        }
        const { reply, code, message: reason } = refusalOf(thrown, renderError)
        auditLog.refused({ ip: exchange.ip, source: 'oauth', code, status: reply.status, reason })
        return closing(request, { ...reply, log: { code, reason } })
      }
    },
  }
}
