import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '@patchbay/core/errors'
import type { Configuration } from '../configuration/configuration.ts'
import { type AppParts, createApp } from './app.ts'
import { watchDescriptors } from './descriptors.ts'
import { finishingMs } from './drain.ts'
import type { Route } from './exchange.ts'
import { createOriginCheck } from './origins.ts'

/** Over every deadline: Bun closes a connection that is silent for longer. */
const idleTimeout = 120
const pendingCheckMs = 50

interface Address {
  readonly host: string
  readonly port: number
  /** The variables that set them, for an error. */
  readonly names: readonly [host: string, port: string]
}

/** A server for some of the routes, at an address of its own. It listens after `listen`. */
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
          // After a pause the port that it had before.
          port: bound ?? port,
          hostname: host,
          idleTimeout,
          // Elysia's default is true: a second server would take half of the calls of the first.
          reusePort: false,
          // Bodies are counted while they are read, so that the answer to a large one has the envelope.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        })
      } catch (cause) {
        const place = `${host} (${names[0]}), port ${port} (${names[1]})`
        const advice = `set ${names[1]} (or ${names[0]}) to another one`
        throw new Error(`can't listen on ${place}: ${reasonOf(cause)}; ${advice}`, { cause })
      }
      bound = app.server?.port
    },
    /** Stops listening and ends all connections: idle ones at once, others when their calls are done or out of time. */
    async pause(): Promise<void> {
      const { server } = app
      if (!server) return
      // Resolves only when clients have closed their idle connections as well.
      void server.stop()
      const pausedAt = performance.now()
      while (server.pendingRequests > 0 && performance.now() - pausedAt < finishingMs) await wait(pendingCheckMs)
      await server.stop(true)
    },
    stop: async (atOnce?: boolean): Promise<void> => app.server?.stop(atOnce),
  }
}

const isForOperators = ({ path }: Route): boolean => path === '/metrics' || path.startsWith('/admin/')

const urlOf = (host: string, port: number | undefined): string => {
  const anyAddress = host === '0.0.0.0' || host === '::'
  return `http://${anyAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * The servers of a gateway: one, or with `ADMIN_PORT` a second one that has the routes for operators and nothing else.
 * The first one doesn't know those then, however a path is written.
 */
export const createListeners = (configuration: Configuration, parts: Omit<AppParts, 'origins'>) => {
  const { host, port, adminPort } = configuration
  const adminHost = configuration.adminHost ?? '127.0.0.1'
  const isElsewhere = (route: Route): boolean => adminPort !== null && isForOperators(route)
  const own = parts.routes.filter((route) => !isElsewhere(route))
  const forOperators = parts.routes.filter(isElsewhere)
  const open = createListener({ host, port, names: ['HOST', 'PORT'] }, configuration, { ...parts, routes: own })
  const adminAddress: Address = { host: adminHost, port: adminPort ?? 0, names: ['ADMIN_HOST', 'ADMIN_PORT'] }
  const admin =
    adminPort === null ? undefined : createListener(adminAddress, configuration, { ...parts, routes: forOperators })
  const all = admin ? [open, admin] : [open]
  /** The operators' listener stays open: they may want to see what goes on. */
  const watch = () =>
    watchDescriptors({ pause: open.pause, resume: open.listen }, (isListening, error) => {
      if (error !== undefined)
        return parts.log.error({ err: error }, 'listening can not be ended or begun; it is tried again')
      const what = isListening
        ? 'listening again'
        : 'descriptors are nearly used up: connections are ended, none are taken'
      parts.log.warn({}, what)
    })
  let unwatch = (): void => {}

  return {
    /** Where calls go, once it listens. */
    get url(): string {
      return `http://localhost:${open.port}`
    },
    /** Where the routes for operators are, when they have a server of their own. */
    get adminUrl(): string | undefined {
      return admin && urlOf(adminHost, admin.port)
    },
    /** Throws Error for the operator where an address can't be had. */
    listen(): void {
      for (const listener of all) listener.listen()
      unwatch = watch()
    },
    /** Takes no more connections, and resolves when the open ones are done; at once: ends them. */
    async stop(atOnce?: boolean): Promise<void> {
      unwatch()
      await Promise.all(all.map((listener) => listener.stop(atOnce)))
    },
  }
}

export type Listeners = ReturnType<typeof createListeners>
