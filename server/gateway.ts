import type { Domain } from '@patchbay/core/schema'
import type { Configuration } from './configuration/configuration.ts'
import type { AdminKey } from './configuration/embedded-secrets.ts'
import { createClientAddress } from './http/client-address.ts'
import { createDrain, type Drain, finishingMs, within } from './http/drain.ts'
import type { Route } from './http/exchange.ts'
import { createListeners, type Listeners } from './http/listeners.ts'
import { type CallPath, createCallPath } from './parts/create-call-path.ts'
import { createRoutes, type Routes } from './parts/create-routes.ts'
import { createScheduledJobs, type ScheduledJobs } from './parts/create-scheduled-jobs.ts'
import { type Base, openBase } from './parts/open-base.ts'

export interface Gateway {
  /** Where it listens, as clients reach it. */
  readonly url: string
  /** Where `/admin` and `/metrics` are. */
  readonly adminUrl: string
  /** Where `ADMIN_API_KEY` is unset: that of the embedded store. */
  readonly adminKey: AdminKey | undefined
  /** Where the data is, for the banner. */
  readonly storeAbout: string
  /** Everything that is mounted. */
  readonly routes: readonly Route[]
  /** Has clients close their connections, for 5 s at most; calls that come meanwhile are carried out. */
  leave(): Promise<void>
  /** Takes no new call, lets those under way finish within 30 s, writes what waits and closes the store. */
  stop(): Promise<void>
}

type Stoppable = Base & CallPath & ScheduledJobs & Pick<Routes, 'mcp'> & { readonly drain: Drain }

/** First what brings work, then what does it, then what it writes to. */
const stopParts = async (parts: Stoppable): Promise<void> => {
  const stopAt = performance.now() + finishingMs
  await Promise.all([parts.drain.close(), parts.scheduler.stop()])
  await within(parts.refresher.close(), stopAt - performance.now())
  await parts.mcp.close()
  await parts.auditLog.close()
  parts.watch.close()
  parts.known.close()
  await parts.store.close()
  await parts.tracing.close()
  await parts.log.close()
}

/** Calls come from here on. Where an address can't be had, what was begun is ended. */
const begin = async ({ scheduler, store }: ScheduledJobs & Base, listeners: Listeners): Promise<void> => {
  try {
    await scheduler.start()
    listeners.listen()
  } catch (error) {
    await listeners.stop(true)
    await scheduler.stop()
    await store.close()
    throw error
  }
}

/** Makes the parts of a checked configuration, and listens. Throws Error for the operator where that can't be. */
export const startGateway = async (configuration: Configuration, registry: readonly Domain[]): Promise<Gateway> => {
  // Neither is called before the listeners, which are made last, are there.
  const baseUrl = (): string => configuration.baseUrl ?? listeners.url
  const drain = createDrain((atOnce) => listeners.stop(atOnce))

  const base = await openBase(configuration, registry)
  const callPath = createCallPath(base, baseUrl)
  const scheduledJobs = createScheduledJobs({ ...base, ...callPath })
  const parts = { ...base, ...callPath, ...scheduledJobs, baseUrl, drain }
  const { routes, mcp } = createRoutes(parts)
  const listeners = createListeners(configuration, {
    routes: routes.map(parts.tracing.traceRoute),
    clientAddress: createClientAddress(configuration.trustedProxies),
    log: parts.log,
    baseUrl: configuration.baseUrl ?? '',
    drain,
  })

  await begin(parts, listeners)
  return {
    url: baseUrl(),
    adminUrl: listeners.adminUrl ?? baseUrl(),
    adminKey: parts.adminKey,
    storeAbout: parts.storeAbout,
    routes,
    leave: drain.leave,
    stop: () => stopParts({ ...parts, mcp }),
  }
}
