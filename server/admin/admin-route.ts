import type { NewAuditEntry } from '@patchbay/core/audit'
import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import type { Refresher } from '@patchbay/core/refresh'
import type { Domain } from '@patchbay/core/schema'
import { type AdminRole, adminRoles, type Store } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import Type from 'typebox'
import { readJson } from '../http/bodies.ts'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import type { Scheduler, Schedules } from '../jobs/index.ts'
import type { Job } from '../jobs/job.ts'
import { type AdminCaller, createKeyCheck, type KeyCheckParts } from './check-key.ts'
import { type PathParams, pathParams } from './path-params.ts'
import { queryValues } from './query-values.ts'
import { validated } from './validated.ts'

export interface AdminParts extends KeyCheckParts {
  readonly store: Store
  readonly vault: Vault
  readonly refresher: Refresher
  readonly fetcher: Fetcher
  readonly domains: ReadonlyMap<string, Domain>
  readonly jobs: readonly Job[]
  readonly scheduler: Pick<Scheduler, 'runNow'>
  readonly schedules: Schedules
  readonly maxBodyBytes: number
}

/** What an audit entry names. */
export interface AuditTarget {
  readonly tenant: string | null
  /** E.g. `tokens/acme/hubspot/sales-eu`. */
  readonly key: string | null
}

/** A route for administrators only; each use of it is audited. */
export interface AdminRoute<P extends string, Q extends Type.TObject, B extends Type.TSchema> {
  readonly method: Route['method']
  readonly path: P
  /** Verb and noun for the audit log: `put_tenant`. */
  readonly action: string
  /** The least role that a key must have; left out, `viewer` for GET and `operator` for the rest. */
  readonly role?: AdminRole
  /** Called with the validated path, and again with the validated body: an invalid body is audited as well. */
  auditTarget(params: PathParams<P>, body?: Type.Static<B>): AuditTarget
  /** Without it the route takes no query parameters. */
  readonly query?: Q
  /** Without it no body is read. */
  readonly body?: B
  /** What an empty body stands for; without it one must be sent. */
  readonly emptyBody?: Type.Static<B>
  handle(input: {
    readonly params: PathParams<P>
    readonly query: Type.Static<Q>
    readonly body: Type.Static<B>
    readonly caller: AdminCaller
  }): Promise<AdminReply>
}

/** `auditKey`: the key of the audit entry, where only the handler knows it. */
type AdminReply = Reply & { readonly auditKey?: string }

export type AdminRouteFactory = <const P extends string, Q extends Type.TObject, B extends Type.TSchema>(
  route: AdminRoute<P, Q, B>,
) => Route

/** Throws FORBIDDEN for a key whose role is less than that. */
export const checkRole = ({ role }: AdminCaller, needed: AdminRole, action: string): void => {
  if (adminRoles.indexOf(role) >= adminRoles.indexOf(needed)) return
  throw new GatewayError('FORBIDDEN', `This admin key is for the role ${role}; ${action} needs the role ${needed}`)
}

const noQuery = Type.Object({}, { additionalProperties: false })

interface Ending {
  readonly status: number
  readonly code: string | null
  readonly startedAt: number
}

const entryOf = (
  { ip, requestId }: Exchange,
  target: AuditTarget & { readonly action: string; readonly token_id: string },
  { status, code, startedAt }: Ending,
): NewAuditEntry => ({
  ...target,
  source: 'admin',
  outcome: code === null ? 'ok' : 'error',
  code,
  status,
  ip,
  request_id: requestId,
  duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
})

/** The body that the route takes; `undefined` when it takes none. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
const readBody = async <B extends Type.TSchema>(
  { body: schema, emptyBody }: Pick<AdminRoute<string, Type.TObject, B>, 'body' | 'emptyBody'>,
  request: Request,
  maxBytes: number,
): Promise<Type.Static<B> | undefined> => {
  if (!schema) return undefined
  const isEmpty = request.body === null || request.headers.get('content-length') === '0'
  if (isEmpty && emptyBody !== undefined) return emptyBody
  return validated(schema, await readJson(request, maxBytes))
}

/**
 * Makes a route of an admin route. It checks in this order: the failed-login limit, the admin key, that the audit log can
 * be written (else UNAVAILABLE), path, the key's role, query, body. Then it calls the handler. The audit entry is durable
 * before the answer leaves.
 */
export const createAdminRouteFactory = (parts: AdminParts): AdminRouteFactory => {
  const { auditLog, maxBodyBytes } = parts
  const checkKey = createKeyCheck(parts)

  return <const P extends string, Q extends Type.TObject, B extends Type.TSchema>(route: AdminRoute<P, Q, B>) => {
    const { method, path, action, role = method === 'GET' ? 'viewer' : 'operator' } = route

    const handle = async (exchange: Exchange): Promise<Reply> => {
      const startedAt = performance.now()
      const caller = await checkKey(exchange)
      auditLog.assertWritable()
      let target: AuditTarget = { tenant: null, key: null }
      const record = (status: number, code: string | null): Promise<void> =>
        auditLog.record(entryOf(exchange, { ...target, action, token_id: caller.keyId }, { status, code, startedAt }))
      let reply: AdminReply
      try {
        const params = pathParams(path, exchange.params)
        target = route.auditTarget(params)
        checkRole(caller, role, action)
        const schema = route.query ?? noQuery
        const query = validated(schema, queryValues(schema, exchange.request.url)) as Type.Static<Q>
        const body = (await readBody(route, exchange.request, maxBodyBytes)) as Type.Static<B>
        target = route.auditTarget(params, body)
        reply = await route.handle({ params, query, body, caller })
        if (reply.auditKey !== undefined) target = { ...target, key: reply.auditKey }
      } catch (thrown) {
        const error = asGatewayError(thrown)
        await record(error.status, error.code)
        throw error.with({ log: { ...target, action } })
      }
      await record(reply.status, null)
      return { ...reply, log: { ...target, action } }
    }
    return { method, path, handle }
  }
}
