import type { AdmissionLimits } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import { asGatewayError, type GatewayError } from '@patchbay/core/errors'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { RequestError } from './request-error.ts'

/** The members of an audit entry about an exchange with a known tenant or client. */
export interface AuditEvent {
  readonly action: string
  readonly tenant: string | null
  /** E.g. `clients/<client_id>`, `grants/<tenant>/<grant_id>`. */
  readonly key: string
  /** The id of the token that was issued or presented. */
  readonly tokenId?: string
  /** The request that led to this one; left out: the exchange's own. */
  readonly requestId?: string
}

/** An answer, with the event that the audit log keeps before the answer leaves; without an event, nothing was done. */
export interface EndpointOutcome {
  readonly reply: Reply
  readonly auditEvent?: AuditEvent
  /** Further events, where one request ends several grants. */
  readonly furtherEvents?: readonly AuditEvent[]
}

/** A refusal with an audit entry of its own, because it is a sign of an attack on a known grant. */
export class AuditedError extends RequestError {
  constructor(
    readonly auditEvent: AuditEvent,
    ...args: ConstructorParameters<typeof RequestError>
  ) {
    super(...args)
  }
}

/** A refusal that comes with its answer. */
export class EndpointRefusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly reply: Reply,
    readonly code: string,
    reason: string,
  ) {
    super(reason)
  }
}

type AnsweredRefusal = Pick<EndpointRefusal, 'reply' | 'code' | 'message'>

interface Endpoint {
  readonly method: HttpRoute['method']
  readonly path: string
  handle(exchange: Exchange): Promise<EndpointOutcome>
  /** Makes the answer to an error. */
  renderError(error: RequestError | GatewayError): Reply
}

/** Rethrows bugs: the app logs them. */
const toAnsweredRefusal = (thrown: unknown, renderError: Endpoint['renderError']): AnsweredRefusal => {
  if (thrown instanceof EndpointRefusal) return thrown
  const error = thrown instanceof RequestError ? thrown : asGatewayError(thrown)
  if (error.code === 'INTERNAL_ERROR') throw thrown
  return { reply: renderError(error), code: error.code, message: error.message }
}

/** Makes a route of a page, or of an endpoint of OAuth. Its outcome or refusal is recorded in the audit log before the answer is sent. */
export const oauthEndpoint = (
  { auditLog, limits }: { readonly auditLog: AuditLog; readonly limits: AdmissionLimits },
  { method, path, handle, renderError }: Endpoint,
): HttpRoute => {
  const record = (
    { ip, requestId: own }: Exchange,
    { action, tenant, key, tokenId, requestId = own }: AuditEvent,
    { status, code, reason, startedAt }: { status: number; code: string | null; reason?: string; startedAt: number },
  ): Promise<void> =>
    auditLog.record({
      tenant,
      action,
      key,
      status,
      code,
      ip,
      source: 'oauth',
      token_id: tokenId,
      request_id: requestId,
      reason,
      duration_ms: elapsedMs(startedAt),
    })

  /**
   * Counts a refusal by its address, unless the request had one of our secrets. Over the limit, the answer no longer says what was
   * wrong.
   */
  const countRefusal = async (exchange: Exchange, refusal: AnsweredRefusal): Promise<AnsweredRefusal> => {
    const { status } = refusal.reply
    if (exchange.hasKnownSecret || status < 400 || status === 429 || status >= 500) return refusal
    try {
      await limits.failedRequest(exchange.ip)
      return refusal
    } catch (thrown) {
      return toAnsweredRefusal(thrown, renderError)
    }
  }

  return {
    method,
    path,
    errorReply: renderError,
    async handle(exchange) {
      const startedAt = performance.now()
      try {
        if (method === 'POST') auditLog.assertWritable()
        const { reply, auditEvent, furtherEvents = [] } = await handle(exchange)
        if (!auditEvent) return reply
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
        const { reply, code, message: reason } = await countRefusal(exchange, toAnsweredRefusal(thrown, renderError))
        auditLog.refused({ ip: exchange.ip, source: 'oauth', code, status: reply.status, reason })
        return { ...reply, log: { code, reason } }
      }
    },
  }
}
