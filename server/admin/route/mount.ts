import { elapsedMs } from '@patchbay/core/elapsed-ms'
import { asGatewayError, callerHungUp, GatewayError } from '@patchbay/core/errors'
import {
  type AdminRole,
  type AuditEntry,
  buildAuditEntry,
  includesRole,
  momentOfEntry,
  type NewAuditEntry,
} from '@patchbay/core/store'
import { currentMs } from '@patchbay/core/time'
import Type from 'typebox'
import { receiveFile } from '../../files/receive-file.ts'
import type { Exchange, HttpRoute, Reply } from '../../http/exchange.ts'
import { jsonTypes, patchTypes, readJson } from '../../http/read/bodies.ts'
import {
  type AdminParts,
  type AdminReply,
  type AnyAdminRoute,
  type AuditTarget,
  type HandlerParts,
  leastRole,
} from './admin-route.ts'
import { listChanges, type RecordChange } from './changes/list-changes.ts'
import { type Preconditions, readPreconditions } from './preconditions.ts'
import { createRepeatedReads } from './repeated-reads.ts'
import type { AdminCaller } from './session/caller.ts'
import { createKeyCheck } from './session/check-key.ts'
import { checkTenant, type Linker, narrowStore } from './session/linker-store.ts'
import { checkConfirmed } from './session/session-check.ts'
import { validateInput } from './validate-input.ts'
import { pathParams } from './values/path-params.ts'
import { queryValues } from './values/query-values.ts'

/** Throws FORBIDDEN for a key or a person whose role is below the one needed, and for every linker. */
export const checkRole = ({ role, keyHash }: AdminCaller, needed: AdminRole, action: string): void => {
  if (includesRole(role, needed)) return
  const who = keyHash === null ? 'You have' : 'This admin key has'
  throw new GatewayError('FORBIDDEN', `${who} the role ${role}; ${action} needs the role ${needed}`)
}

/** The caller as a linker, if it is one that may use the route. Throws FORBIDDEN where the caller's role is too low. */
const checkRoute = (caller: AdminCaller, route: AnyAdminRoute): Linker | undefined => {
  const { keyId, linker } = caller
  if (linker && route.forLinkers) return { keyId, linker }
  checkRole(caller, leastRole(route), route.action)
  return undefined
}

const noPreconditions: Preconditions = { ifMatch: undefined, ifNoneMatch: undefined }

const noQuery: Type.TObject = Type.Object({}, { additionalProperties: false })

interface Ending {
  readonly status: number
  readonly code: string | null
  /** The reason for the failure. */
  readonly reason?: string
  readonly change?: RecordChange | undefined
  readonly startedAt: number
}

const buildRequestEntry = (
  { ip, requestId }: Exchange,
  target: AuditTarget & Pick<NewAuditEntry, 'action' | 'token_id' | 'actor'>,
  { status, code, reason, change, startedAt }: Ending,
): NewAuditEntry => ({
  ...target,
  source: 'admin',
  code,
  status,
  ip,
  request_id: requestId,
  reason,
  duration_ms: elapsedMs(startedAt),
  changes: change && listChanges(change),
})

/** The body that the route takes; `undefined` when it takes none. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
const readBody = async (
  { method, body: schema, emptyBody }: AnyAdminRoute,
  exchange: Exchange,
  maxBytes: number,
): Promise<unknown> => {
  if (!schema) return undefined
  const { request } = exchange
  const isEmpty = request.body === null || request.headers.get('content-length') === '0'
  if (isEmpty && emptyBody !== undefined) return emptyBody
  return validateInput(schema, await readJson(exchange, maxBytes, method === 'PATCH' ? patchTypes : jsonTypes))
}

/** Cancels a streamed answer if its entry can't be recorded: the answer is then not sent, and must release what it reads. */
const orCancel = async ({ body }: AdminReply, recorded: Promise<void>): Promise<void> => {
  try {
    await recorded
  } catch (error) {
    if (body instanceof ReadableStream) await body.cancel(error)
    throw error
  }
}

/** One request to a route. */
interface RouteRun {
  readonly route: AnyAdminRoute
  readonly exchange: Exchange
  readonly caller: AdminCaller
  /** The subject of the audit entry, as far as it is known. */
  target: AuditTarget
}

/** Checks a request in the order of `mountAdminRoutes`, and calls the handler. */
const runRoute = async (run: RouteRun, parts: HandlerParts & AdminParts): Promise<AdminReply> => {
  const { route, exchange, caller } = run
  const { path, query: querySchema = noQuery, asksAgain = route.method === 'DELETE' } = route
  const params = pathParams(path, exchange.params)
  run.target = route.auditTarget(params)
  const linker = checkRoute(caller, route)
  const confirm = () => checkConfirmed(caller, parts.now())
  if (asksAgain === true) confirm()
  const query = validateInput(querySchema, queryValues(querySchema, exchange.request.url))
  const body = await readBody(route, exchange, parts.maxBodyBytes)
  run.target = route.auditTarget(params, body)
  if (linker && run.target.tenant !== null) checkTenant(linker, run.target.tenant)
  const { headers, signal } = exchange.request
  const preconditions = route.versioned ? readPreconditions(headers) : noPreconditions
  const receive = () => receiveFile(exchange, parts.configuration.requestTimeoutMs)
  const input = { params, query, body, caller, preconditions, headers, arrival: exchange, signal, confirm, receive }
  const store = linker ? narrowStore(parts.store, linker) : parts.store
  const reply = await route.handle(input, { ...parts, store })
  const { auditKey: key = run.target.key, auditTenant: tenant = run.target.tenant } = reply
  run.target = { tenant, key }
  return reply
}

/** The error of a request. What is read is given up when its reader hangs up. */
const toRouteError = ({ exchange }: RouteRun, thrown: unknown): GatewayError => {
  const hasHungUp = exchange.signal.aborted && !(thrown instanceof GatewayError)
  return hasHungUp ? callerHungUp(thrown) : asGatewayError(thrown)
}

/**
 * Makes HTTP routes of declared ones. Each checks in this order: the failed-login limit, the admin key, that the audit log
 * can be written (else UNAVAILABLE), path, the key's role, how old the sign-in to the console is, query, body. Then it calls the handler. The audit entry is
 * durable before the answer leaves; reads that the console repeats within a minute are one entry, and its reads of missing records
 * have no entry. `onChange` gets each entry that has changes, once it is durable.
 */
export const mountAdminRoutes = (
  routes: readonly AnyAdminRoute[],
  parts: AdminParts,
  onChange: (entry: AuditEntry) => void = () => undefined,
): HttpRoute[] => {
  const { auditLog } = parts
  const checkKey = createKeyCheck(parts)
  const handlerParts: HandlerParts = { ...parts, now: parts.now ?? (() => new Date()) }

  const isRepeatedRead = createRepeatedReads()

  const mount = (route: AnyAdminRoute): HttpRoute => {
    const { method, path, action } = route
    const { isRead = method === 'GET' } = route

    const handle = async (exchange: Exchange): Promise<Reply> => {
      const startedAt = performance.now()
      const caller = await checkKey(exchange)
      if (!(route.freesDisk && (await parts.fileShelf.makeRoom()))) auditLog.assertWritable()
      const run: RouteRun = { route, exchange, caller, target: { tenant: null, key: null } }
      const record = async (
        ending: Omit<Ending, 'startedAt'>,
        { tenant, key }: AuditTarget = run.target,
      ): Promise<void> => {
        const entry = buildRequestEntry(
          exchange,
          // Keys end and sessions are forgotten: only the entry can name them later.
          { tenant, key, action, token_id: caller.keyId, ...(!isRead && { actor: caller.name }) },
          { ...ending, startedAt },
        )
        const id = Bun.randomUUIDv7('hex', currentMs())
        await auditLog.record(entry, id)
        if (entry.changes) onChange(buildAuditEntry(entry, { id, at: momentOfEntry(id), count: 1 }))
      }
      const recordReply = async ({ status, auditEach, change }: AdminReply): Promise<void> => {
        if (!auditEach) return record({ status, code: null, change })
        await Promise.all(auditEach.map((part) => record(part, part)))
      }
      let reply: AdminReply
      try {
        reply = await runRoute(run, handlerParts)
      } catch (thrown) {
        const error = toRouteError(run, thrown)
        const { status, code, reason } = error
        // Screens of the console check whether a record exists.
        const isLookUp = caller.session && isRead && status === 404
        if (!isLookUp) await record({ status, code, reason })
        throw error.with({ log: { ...run.target, action } })
      }
      const { target } = run
      const read = { person: caller.keyId, ip: exchange.ip, action, key: target.key }
      const isRepeated = caller.session && isRead && isRepeatedRead(read, handlerParts.now())
      if (!isRepeated) await orCancel(reply, recordReply(reply))
      return { ...reply, log: { ...target, action } }
    }
    const hasOwnDeadline = route.takesFile ?? route.mayTakeLong
    return { method, path, hasOwnDeadline, handle, ...(method === 'GET' && { answersHead: true }) }
  }
  return routes.map(mount)
}
