import { setTimeout as wait } from 'node:timers/promises'
import { describeThrown } from '@patchbay/core/errors'
import type { Configuration } from '../configuration/configuration.ts'
import { portHolder } from '../configuration/holders.ts'
import { type AppParts, createApp } from './app.ts'
import { watchDescriptors } from './descriptors.ts'
import { finishingMs, waitWithin } from './drain.ts'
import type { HttpRoute } from './exchange.ts'
import { createOriginCheck } from './origins.ts'
import { refuseConnections } from './refuse-connections.ts'

/** The seconds after which Bun closes a silent connection; longer than every deadline. */
const idleTimeout = 120
const pendingCheckMs = 50
/** The time that a client has for the rest of a request, when all other calls are done. */
const unfinishedMs = 1000

interface Address {
  readonly host: string
  readonly port: number
  /** The variables that set host and port, for error messages. */
  readonly names: readonly [host: string, port: string]
}

/** The reason why an address can't be bound, and the remedy. */
const whyNot = (port: number, names: Address['names'], cause: unknown): string => {
  const advice = `set ${names[1]} (or ${names[0]}) to another one`
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
  if (!isTaken) return `${describeThrown(cause)}; ${advice}`
  return `${portHolder(port) ?? 'another process'} listens there; stop it, or ${advice}`
}

/** A server for some of the routes, at an address of its own. It listens once `listen` is called. */
const createListener = (
  { host, port, names }: Address,
  configuration: Configuration,
  parts: Omit<AppParts, 'origins'>,
) => {
  const app = createApp({ ...parts, origins: createOriginCheck({ ...configuration, host }) })
  let bound: number | undefined
  return {
    get port(): number | undefined {
      return bound
    },
    listen(): void {
      try {
        app.listen({
          // After a pause, the same port as before.
          port: bound ?? port,
          hostname: host,
          idleTimeout,
          // Elysia's default is true: a second server on the same port would take half of the calls.
          reusePort: false,
          // The limit is enforced while a body is read, so that a large one is refused with an envelope.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        })
      } catch (cause) {
        throw new Error(
          `can't listen on ${host} (${names[0]}), port ${port} (${names[1]}): ${whyNot(port, names, cause)}`,
          {
            cause,
          },
        )
      }
      bound = app.server?.port
    },
    /** Takes no more connections, and resolves when the listener can be closed. */
    async refuse(): Promise<void> {
      if (bound !== undefined) await refuseConnections(bound)
    },
    /** Stops listening and ends all connections: idle ones at once, the others when their calls are done or have timed out. */
    async stop(): Promise<void> {
      const { server } = app
      if (!server) return
      const stoppedAt = performance.now()
      // Resolves only when a client that has sent a part of a request has sent the rest, or Bun has waited ten seconds for it.
      const stopped = server.stop()
      while (server.pendingRequests > 0 && performance.now() - stoppedAt < finishingMs) await wait(pendingCheckMs)
      await waitWithin(stopped, unfinishedMs)
      await server.stop(true)
    },
    async end(): Promise<void> {
      await app.server?.stop(true)
    },
  }
}

const isForOperators = ({ path }: HttpRoute): boolean => /^\/(metrics$|admin\/|console($|\/))/.test(path)

const buildUrl = (host: string, port: number | undefined): string => {
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${isAnyAddress ? 'localhost' : name}:${port}`
}

/**
 * The servers of a gateway: one for everything, or with `ADMIN_PORT` two. The second one then has the routes for operators
 * and nothing else, and the first one doesn't have these routes, however a path is written.
 */
export const createListeners = (configuration: Configuration, parts: Omit<AppParts, 'origins'>) => {
  const { host, port, adminPort } = configuration
  const adminHost = configuration.adminHost ?? '127.0.0.1'
  const isElsewhere = (route: HttpRoute): boolean => adminPort !== null && isForOperators(route)
  const own = parts.routes.filter((route) => !isElsewhere(route))
  const forOperators = parts.routes.filter(isElsewhere)
  const open = createListener({ host, port, names: ['HOST', 'PORT'] }, configuration, { ...parts, routes: own })
  const adminAddress: Address = { host: adminHost, port: adminPort ?? 0, names: ['ADMIN_HOST', 'ADMIN_PORT'] }
  const admin =
    adminPort === null ? undefined : createListener(adminAddress, configuration, { ...parts, routes: forOperators })
  const all = admin ? [open, admin] : [open]
  /** Pauses only the listener for callers: operators may want to see what is going on. */
  const watch = () =>
    watchDescriptors({ pause: open.stop, resume: open.listen }, (isListening, error) => {
      if (error !== undefined)
        return parts.log.error({ err: error }, 'the gateway can not stop or start listening; trying again')
      const what = isListening
        ? 'listening again'
        : 'file descriptors are nearly used up: no new connections are taken; raise the limit of open files (LimitNOFILE, ulimit -n)'
      parts.log.warn({}, what)
    })
  let unwatch = (): void => {}

  return {
    /** The address for calls, once the gateway listens. */
    get url(): string {
      return `http://localhost:${open.port}`
    },
    /** The address of the routes for operators, if they have a server of their own. */
    get adminUrl(): string | undefined {
      return admin && buildUrl(adminHost, admin.port)
    },
    /** Throws Error for the operator when an address can't be bound. */
    listen(): void {
      for (const listener of all) listener.listen()
      unwatch = watch()
    },
    async refuse(): Promise<void> {
      unwatch()
      await Promise.all(all.map((listener) => listener.refuse()))
    },
    /** Closes the listeners and resolves when the open connections are done. `atOnce` ends the open ones. */
    async stop(atOnce?: boolean): Promise<void> {
      unwatch()
      await Promise.all(all.map((listener) => (atOnce ? listener.end() : listener.stop())))
    },
  }
}

export type Listeners = ReturnType<typeof createListeners>
