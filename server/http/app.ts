import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import { inTime } from '@patchbay/core/in-time'
import { Elysia } from 'elysia'
import { chooseLogLevel, type Log } from '../log/log.ts'
import { type Drain, finishingMs } from './drain.ts'
import { chooseErrorReader, type DocsUrl } from './error-envelope.ts'
import { Exchange, type HttpRoute, type Reply } from './exchange.ts'
import { findMethods } from './find-methods.ts'
import { anyOriginHeaders, anyOriginPreflightHeaders, type OriginCheck } from './origins.ts'
import { leavesBody } from './read/bodies.ts'
import type { createClientAddress } from './read/client-address.ts'
import { readUrl } from './read/queries.ts'
import { createRespond, errorReply, type ProblemPage } from './respond.ts'
import { wantsPage } from './wants-page.ts'

export interface AppParts {
  readonly routes: readonly HttpRoute[]
  readonly origins: OriginCheck
  readonly clientAddress: ReturnType<typeof createClientAddress>
  readonly log: Log
  readonly baseUrl: string
  readonly docsUrl: DocsUrl
  readonly problemPage: ProblemPage
  readonly drain: Pick<Drain, 'phase' | 'used'>
}

/**
 * A caller's own id is kept, so that the caller can find the request in the log and the audit log. An id of ours begins with the time
 * (RFC 9562, section 5.7), near which the audit log has its entry.
 */
const readRequestId = (headers: Headers): string => {
  const header = headers.get('x-request-id')
  return header !== null && /^[A-Za-z0-9._-]{1,128}$/.test(header) ? header : Bun.randomUUIDv7()
}

/** The path, in logs, of requests that match no route. */
const anywhere = '*'

/** The web pages that may call a path. */
type Openness = 'listed-origins' | 'any-page' | 'none'

/** The router also accepts a trailing slash. Paths open to any page never rely on a browser's cookies. */
const classifyPath = (path: string): Openness => {
  if (/^\/(mcp\/?$|api\/v1\/)/.test(path)) return 'listed-origins'
  return /^\/((mcp\/)?\.well-known\/|oauth\/(register|token|revoke)\/?$)/.test(path) ? 'any-page' : 'none'
}

/** A leaving gateway first fails the health check of balancers, and refuses calls once its listeners are closed. */
const isRefused = (phase: Drain['phase'], path: string): boolean =>
  phase === 'closed' || (phase === 'leaving' && path === '/health')

/**
 * The reply, or TIMEOUT: the client is answered even if a route still waits, above all for the store. The route's work
 * continues, and records itself.
 */
const handleInTime = (
  route: Pick<HttpRoute, 'hasOwnDeadline' | 'handle'>,
  exchange: Exchange,
): Reply | Promise<Reply> => {
  const handling = route.handle(exchange)
  return route.hasOwnDeadline || !(handling instanceof Promise) ? handling : endInTime(handling)
}

const endInTime = (handling: Promise<Reply>): Promise<Reply> => {
  const giveUp = (): GatewayError => {
    // Releases the stream of a late reply.
    handling.then(
      ({ body }) => (body instanceof ReadableStream ? body.cancel() : undefined),
      () => undefined,
    )
    return new GatewayError('TIMEOUT', `The request took longer than ${finishingMs / 1000} s`)
  }
  return inTime(handling, finishingMs, giveUp)
}

const logLine = (log: Log, route: string, exchange: Exchange, reply: Reply): void => {
  const { request, ip, requestId, startedAt } = exchange
  const ms = Math.round((performance.now() - startedAt) * 1000) / 1000
  const line = { method: request.method, route, status: reply.status, ms, ip, request_id: requestId }
  if (reply.call) log.callLine(line, reply.call, reply.code)
  else log.line({ ...line, ...reply.log }, chooseLogLevel(reply.status, reply.log?.code))
}

const buildErrorReply = (
  { log, docsUrl, problemPage }: Pick<AppParts, 'log' | 'docsUrl' | 'problemPage'>,
  thrown: unknown,
  route: Pick<HttpRoute, 'path' | 'errorReply'>,
  { request, requestId }: Exchange,
): Reply => {
  const error = asGatewayError(thrown)
  if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause, request_id: requestId }, error.message)
  const own = route.errorReply?.(error)
  if (own) return own
  // A malformed URL may be what is wrong.
  const url = URL.parse(request.url, 'http://localhost')
  const page = url && wantsPage(request, url.pathname) ? problemPage : undefined
  return errorReply(error, requestId, { reader: chooseErrorReader(route.path, request.headers), docsUrl, page })
}

const corsHeaders = (origins: OriginCheck, openness: Openness, origin: string | null) => {
  if (openness === 'listed-origins') return origins.corsHeaders(origin)
  return openness === 'any-page' ? anyOriginHeaders : undefined
}

const preflightHeaders = (origins: OriginCheck, path: string, origin: string | null) => {
  const openness = classifyPath(path)
  if (openness === 'listed-origins') return origins.preflightHeaders(origin)
  return openness === 'any-page' ? anyOriginPreflightHeaders : {}
}

/** Answers requests that match no route: 404, 405 with `Allow`, or a browser's preflight (Fetch standard, section 3.2.2). */
const answerUnrouted = ({ routes, origins }: Pick<AppParts, 'routes' | 'origins'>, { request }: Exchange): Reply => {
  const { pathname } = readUrl(request.url)
  const methods = findMethods(routes, pathname)
  if (methods.length === 0)
    throw new GatewayError('NOT_FOUND', 'There is nothing at this path; /docs lists the endpoints')
  const allow = methods.join(', ')
  if (request.method === 'OPTIONS') {
    const cors = preflightHeaders(origins, pathname, request.headers.get('origin'))
    return { status: 204, body: null, headers: { ...cors, allow } }
  }
  throw new GatewayError('METHOD_NOT_ALLOWED', `This path takes ${allow}`, { headers: { allow } })
}

/** Mounts every route behind one seam: request id, address, origin, errors, headers and the log line. */
export const createApp = (parts: AppParts) => {
  const respond = createRespond(parts.baseUrl)
  const unrouted = (exchange: Exchange): Reply => answerUnrouted(parts, exchange)

  const serve = async (
    route: Omit<HttpRoute, 'method'>,
    openness: Openness | undefined,
    request: Request,
    params: Readonly<Record<string, string>>,
  ): Promise<Response> => {
    parts.drain.used()
    const { headers } = request
    const socketIp = app.server?.requestIP(request)?.address ?? '127.0.0.1'
    const ip = parts.clientAddress(socketIp, headers.get('x-forwarded-for'))
    const exchange = new Exchange(request, params, ip, readRequestId(headers))
    const { requestId } = exchange
    let cors: Readonly<Record<string, string>> | undefined
    let reply: Reply
    try {
      if (isRefused(parts.drain.phase, route.path))
        throw new GatewayError('UNAVAILABLE', 'The gateway is stopping; try again', { retryAfter: 1 })
      parts.origins.checkHost(headers.get('host'))
      cors = corsHeaders(parts.origins, openness ?? classifyPath(readUrl(request.url).pathname), headers.get('origin'))
      reply = await handleInTime(route, exchange)
    } catch (error) {
      reply = buildErrorReply(parts, error, route, exchange)
    }
    logLine(parts.log, route.path, exchange, reply)
    const response = respond(reply, requestId, cors)
    const isUnread = !exchange.hasReadBody && (await leavesBody(exchange))
    if (isUnread || parts.drain.phase !== 'serving') response.headers.set('connection', 'close')
    if (reply.stalledMs !== undefined) app.server?.timeout(request, Math.max(1, Math.ceil(reply.stalledMs / 1000)))
    parts.drain.used()
    return response
  }

  const app = new Elysia()
  for (const route of parts.routes) {
    const openness = classifyPath(route.path)
    // Elysia answers HEAD by the route for GET.
    const ofHead = route.answersHead ? route : { ...route, handle: unrouted }
    app.route(
      route.method,
      route.path,
      // Without parameters in the path, Elysia passes `undefined`.
      ({ request, params }) =>
        serve(
          request.method === 'HEAD' ? ofHead : route,
          openness,
          request,
          (params as Record<string, string> | undefined) ?? {},
        ),
      { parse: 'none' },
    )
  }
  app.onError(({ request, code, error }) => {
    const handle = (exchange: Exchange): Reply => {
      if (code === 'NOT_FOUND') return unrouted(exchange)
      throw error
    }
    return serve({ path: anywhere, handle }, undefined, request, {})
  })
  return app
}
