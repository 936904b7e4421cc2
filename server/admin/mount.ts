import type { NewAuditEntry } from '@patchbay/core/audit'
import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import { type AdminRole, adminRoles } from '@patchbay/core/store'
import Type from 'typebox'
import { jsonTypes, patchTypes, readJson } from '../http/bodies.ts'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import {
  type AdminParts,
  type AdminReply,
  type AnyAdminRoute,
  type AuditTarget,
  type HandlerParts,
  leastRole,
} from './admin-route.ts'
import type { AdminCaller } from './caller.ts'
import { createKeyCheck } from './check-key.ts'
import { pathParams } from './path-params.ts'
import { type Preconditions, readPreconditions } from './preconditions.ts'
import { queryValues } from './query-values.ts'
import { createRepeatedReads } from './repeated-reads.ts'
import { checkConfirmed } from './session-check.ts'
import { validated } from './validated.ts'

/** Throws FORBIDDEN for a key or a person whose role is below the one needed. */
export const checkRole = ({ role, keyHash }: AdminCaller, needed: AdminRole, action: string): void => {
  if (adminRoles.indexOf(role) >= adminRoles.indexOf(needed)) return
  const who = keyHash === null ? 'You have' : 'This admin key has'
  throw new GatewayError('FORBIDDEN', `${who} the role ${role}; ${action} needs the role ${needed}`)
}

const noPreconditions: Preconditions = { ifMatch: undefined, ifNoneMatch: undefined }

const noQuery: Type.TObject = Type.Object({}, { additionalProperties: false })

interface Ending {
  readonly status: number
  readonly code: string | null
  /** Why it failed. */
  readonly reason?: string
  readonly startedAt: number
}

const entryOf = (
  { ip, requestId }: Exchange,
  target: AuditTarget & { readonly action: string; readonly token_id: string },
  { status, code, reason, startedAt }: Ending,
): NewAuditEntry => ({
  ...target,
  source: 'admin',
  outcome: code === null ? 'ok' : 'error',
  code,
  status,
  ip,
  request_id: requestId,
  reason: reason ?? null,
  duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
})

/** The body that the route takes; `undefined` when it takes none. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
const readBody = async (
  { method, body: schema, emptyBody }: AnyAdminRoute,
  request: Request,
  maxBytes: number,
): Promise<unknown> => {
  if (!schema) return undefined
  const isEmpty = request.body === null || request.headers.get('content-length') === '0'
  if (isEmpty && emptyBody !== undefined) return emptyBody
  return validated(schema, await readJson(request, maxBytes, method === 'PATCH' ? patchTypes : jsonTypes))
}

/** Where the entry isn't recorded nobody gets the answer, and a streamed one has to let go what it reads. */
const orCancel = async ({ body }: AdminReply, recorded: Promise<void>): Promise<void> => {
  try {
    await recorded
  } catch (error) {
    if (body instanceof ReadableStream) await body.cancel(error)
    throw error
  }
}

/**
 * Makes HTTP routes of declared ones. Each checks in this order: the failed-login limit, the admin key, that the audit log
 * can be written (else UNAVAILABLE), path, the key's role, how old the sign-in to the console is, query, body. Then it calls the handler. The audit entry is
 * durable before the answer leaves; reads that the console repeats within a minute are one entry.
 */
export const mountAdminRoutes = (routes: readonly AnyAdminRoute[], parts: AdminParts): Route[] => {
  const { auditLog, maxBodyBytes } = parts
  const checkKey = createKeyCheck(parts)
  const handlerParts: HandlerParts = { ...parts, now: parts.now ?? (() => new Date()) }

  const isRepeatedRead = createRepeatedReads()

  const mount = (route: AnyAdminRoute): Route => {
    const { method, path, action, query: querySchema = noQuery } = route

    const handle = async (exchange: Exchange): Promise<Reply> => {
      const startedAt = performance.now()
      const caller = await checkKey(exchange)
      auditLog.assertWritable()
      let target: AuditTarget = { tenant: null, key: null }
      const record = (ending: Omit<Ending, 'startedAt'>): Promise<void> =>
        auditLog.record(entryOf(exchange, { ...target, action, token_id: caller.keyId }, { ...ending, startedAt }))
      let reply: AdminReply
      try {
        const params = pathParams(path, exchange.params)
        target = route.auditTarget(params)
        checkRole(caller, leastRole(route), action)
        if (route.asksAgain ?? method === 'DELETE') checkConfirmed(caller, handlerParts.now())
        const query = validated(querySchema, queryValues(querySchema, exchange.request.url))
        const body = await readBody(route, exchange.request, maxBodyBytes)
        target = route.auditTarget(params, body)
        const { headers } = exchange.request
        const preconditions = route.versioned ? readPreconditions(headers) : noPreconditions
        reply = await route.handle({ params, query, body, caller, preconditions, headers }, handlerParts)
        if (reply.auditKey !== undefined) target = { ...target, key: reply.auditKey }
      } catch (thrown) {
        const error = asGatewayError(thrown)
        const { status, code, reason } = error
        await record({ status, code, reason })
        throw error.with({ log: { ...target, action } })
      }
      const read = { person: caller.keyId, ip: exchange.ip, action, key: target.key }
      const isRepeated = caller.session && method === 'GET' && isRepeatedRead(read, handlerParts.now())
      if (!isRepeated) await orCancel(reply, record({ status: reply.status, code: null }))
      return { ...reply, log: { ...target, action } }
    }
    return { method, path, handle }
  }
  return routes.map(mount)
}
