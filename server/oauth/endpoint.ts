import type { Limits, StoreCache } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { asGatewayError, type GatewayError } from '@patchbay/core/errors'
import type { Store } from '@patchbay/core/store'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import type { DocumentAccess } from './client-documents.ts'
import { errorAnswer, OAuthError } from './oauth-error.ts'

export interface OAuthParts {
  readonly store: Store
  readonly known: StoreCache
  readonly limits: Limits
  readonly auditLog: AuditLog
  readonly documents: DocumentAccess
  /** Issuer and first audience; known once the server listens. */
  readonly baseUrl: () => string
  readonly now?: () => Date
}

/** What an audit entry tells of an exchange with a known tenant or client. */
export interface AuditEvent {
  readonly action: string
  readonly tenant: string | null
  /** E.g. `clients/<client_id>`, `grants/<tenant>/<grant_id>`. */
  readonly key: string
  /** Of the token that was given, or was given to us. */
  readonly tokenId?: string
}

/** An answer, with the deed that the audit log keeps before it leaves; without one, nothing was done. */
export interface Outcome {
  readonly reply: Reply
  readonly deed?: AuditEvent
}

/** A refusal that the audit log keeps by itself, because it tells of an attack on a known grant. */
export class AuditedError extends OAuthError {
  constructor(
    readonly deed: AuditEvent,
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
  ) {
    super(code)
  }
}

interface Endpoint {
  readonly method: Route['method']
  readonly path: string
  handle(exchange: Exchange): Promise<Outcome>
  /** How an error is told; as JSON where this is left out. */
  tell?(error: OAuthError | GatewayError): Reply
}

/** Throws a bug on: it goes to the log, which is the app's. */
const refusalOf = (thrown: unknown, tell: NonNullable<Endpoint['tell']>): Pick<Refusal, 'reply' | 'code'> => {
  if (thrown instanceof Refusal) return thrown
  const error = thrown instanceof OAuthError ? thrown : asGatewayError(thrown)
  if (error.code === 'INTERNAL_ERROR') throw thrown
  return { reply: tell(error), code: error.code }
}

/** Whether a body was announced and not read to its end: what is left of it may be sent as slowly as the client likes. */
const leavesBody = ({ headers, bodyUsed }: Request, status: number): boolean =>
  (headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0) && (!bodyUsed || status === 413)

/** Ends the connection of a body that nobody waits for. */
const closing = (request: Request, reply: Reply): Reply =>
  leavesBody(request, reply.status) ? { ...reply, headers: { ...reply.headers, connection: 'close' } } : reply

/** Makes a route of an OAuth endpoint: what it did is audited before the answer leaves, and so is what it refused. */
export const endpoint = (
  { auditLog }: Pick<OAuthParts, 'auditLog'>,
  { method, path, handle, tell = errorAnswer }: Endpoint,
): Route => {
  const record = (
    { ip, requestId }: Exchange,
    { action, tenant, key, tokenId }: AuditEvent,
    { status, code, startedAt }: { status: number; code: string | null; startedAt: number },
  ): Promise<void> =>
    auditLog.record({
      ...{ tenant, action, key, status, code, ip },
      source: 'oauth',
      outcome: code === null ? 'ok' : 'error',
      token_id: tokenId ?? null,
      request_id: requestId,
      duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
    })

  return {
    method,
    path,
    errorReply: tell,
    async handle(exchange) {
      const startedAt = performance.now()
      const { request } = exchange
      try {
        if (method === 'POST') auditLog.assertWritable()
        const { reply, deed } = await handle(exchange)
        if (!deed) return closing(request, reply)
        await record(exchange, deed, { status: reply.status, code: null, startedAt })
        return { ...reply, log: { action: deed.action, tenant: deed.tenant, key: deed.key } }
      } catch (thrown) {
        if (thrown instanceof AuditedError) {
          const { deed, code, status } = thrown
          await record(exchange, deed, { status, code, startedAt })
          return tell(thrown)
        }
        const { reply, code } = refusalOf(thrown, tell)
        auditLog.refused({ ip: exchange.ip, source: 'oauth', code, status: reply.status })
        return closing(request, { ...reply, log: { code } })
      }
    },
  }
}
