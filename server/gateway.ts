import { refuseActionNames } from '@patchbay/core/access'
import { type Domain, refuseProviderId } from '@patchbay/core/schema'
import { type Configuration, ConfigurationError } from './configuration/configuration.ts'
import { unknownPatterns } from './configuration/enterprise-issuers.ts'
import type { AdminKey } from './configuration/environment/embedded-secrets.ts'
import { createDrain, type Drain, finishingMs, waitWithin } from './http/drain.ts'
import { createDocsUrl } from './http/error-envelope.ts'
import type { HttpRoute } from './http/exchange.ts'
import { createListeners, type Listeners } from './http/listeners.ts'
import { createClientAddress } from './http/read/client-address.ts'
import { buildBrand } from './pages/brand.ts'
import { problemPage } from './pages/problem-page.ts'
import { type CallPath, createCallPath } from './parts/create-call-path.ts'
import { createRoutes, type Routes } from './parts/create-routes.ts'
import { createScheduledJobs, type ScheduledJobs } from './parts/create-scheduled-jobs.ts'
import { type Base, createOnWait, openBase } from './parts/open-base.ts'
import { waitForStore } from './store/wait-for-store.ts'
import { type Release, release as thisRelease } from './versions/release.ts'

export interface Gateway {
  /** The URL at which clients reach it. */
  readonly url: string
  /** The URL of `/admin` and `/metrics`. */
  readonly adminUrl: string
  /** The embedded store's own key, when `ADMIN_API_KEY` is unset. */
  readonly adminKey: AdminKey | undefined
  /** The data's location, for the banner. */
  readonly storeDescription: string
  /** The limit of calls by address, for the banner; 0: none. */
  readonly callsPerMinute: number
  /** Every route that is mounted. */
  readonly routes: readonly HttpRoute[]
  /** Asks clients to close their connections, for `STOP_DELAY_MS` and at most 5 s more; calls during that time are answered. */
  leave(): Promise<void>
  /** Takes no new calls, lets running ones finish within 30 s, writes what is queued and closes the store. */
  stop(): Promise<void>
}

export interface GatewayOptions {
  readonly release?: Release
  /** Routes beside the gateway's own. */
  readonly routes?: readonly HttpRoute[]
}

type Stoppable = Base & CallPath & ScheduledJobs & Pick<Routes, 'mcp'> & { readonly drain: Drain }

/** Stops what brings work, then what does it, then what it writes to. */
const stopParts = async (parts: Stoppable): Promise<void> => {
  const stopAt = performance.now() + finishingMs
  await Promise.all([parts.drain.close(), parts.scheduler.stop()])
  await waitWithin(parts.refresher.close(), Math.max(0, stopAt - performance.now()))
  await waitWithin(parts.approvalDesk.close(), Math.max(0, stopAt - performance.now()))
  await parts.mcp.close()
  await parts.closeToolServers()
  await parts.answerWatch?.close()
  await parts.effectsWatch.close(Math.max(0, stopAt - performance.now()))
  await parts.auditLog.close()
  parts.watch.close()
  parts.storeCache.close()
  await parts.membership.close()
  await parts.store.close()
  await parts.tracing.close()
  parts.stopHearing()
  await parts.log.close()
}

/** Starts the jobs and listens. When an address can't be had, the jobs and the store are closed again. */
const begin = async (
  { scheduler, store, membership, effectsWatch, approvalDesk, log }: ScheduledJobs & CallPath & Base,
  listeners: Listeners,
): Promise<void> => {
  try {
    const waiting = { onWait: createOnWait(log), ...(!store.gateways.isShared && { mostMs: 0 }) }
    await waitForStore(() => effectsWatch.start(), waiting)
    await approvalDesk.start()
    await scheduler.start()
    listeners.listen()
  } catch (error) {
    await listeners.stop(true)
    await scheduler.stop()
    await effectsWatch.close()
    await membership.close()
    await store.close()
    throw error
  }
}

/** Makes the parts from a configuration, and listens. Throws Error for the operator when it can't. */
export const startGateway = async (
  configuration: Configuration,
  registry: readonly Domain[],
  { release = thisRelease, routes: own = [] }: GatewayOptions = {},
): Promise<Gateway> => {
  const problems = [
    ...registry.flatMap(({ provider }) => refuseProviderId(provider.id) ?? []),
    ...registry.flatMap(refuseActionNames),
    ...unknownPatterns(
      configuration.enterpriseIssuers,
      new Map(registry.map((domain) => [domain.provider.id, domain])),
    ),
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  // Both are called only after the listeners, which are made last, exist.
  const baseUrl = (): string => configuration.baseUrl ?? listeners.url
  const drain = createDrain(
    { refuse: () => listeners.refuse(), stop: (atOnce) => listeners.stop(atOnce) },
    configuration.stopDelayMs,
  )

  const base = await openBase(configuration, registry, release)
  const callPath = createCallPath(base, baseUrl)
  const scheduledJobs = createScheduledJobs({ ...base, ...callPath })
  const docsUrl = createDocsUrl(configuration.docs, baseUrl)
  const parts = { ...base, ...callPath, ...scheduledJobs, baseUrl, docsUrl, drain }
  const { routes: all, mcp } = createRoutes(parts)
  const routes = [...own, ...all]
  // The listener for operators has no logo to show.
  const brandLogo = configuration.adminPort === null ? configuration.brandLogo : null
  const brand = buildBrand({ ...configuration, brandLogo })
  // A console with a port of its own is no place of the public listener.
  const places = [
    ...(configuration.adminPort === null ? (['/console'] as const) : []),
    ...(configuration.docs ? (['/docs/guide/', '/docs'] as const) : []),
  ]
  const listeners = createListeners(configuration, {
    routes: routes.map(parts.tracing.traceRoute),
    clientAddress: createClientAddress(configuration.trustedProxies),
    log: parts.log,
    baseUrl: configuration.baseUrl ?? '',
    docsUrl,
    problemPage: (envelope) => problemPage(brand, envelope, places),
    drain,
  })

  await begin(parts, listeners)
  return {
    url: baseUrl(),
    adminUrl: listeners.adminUrl ?? baseUrl(),
    adminKey: parts.adminKey,
    storeDescription: parts.storeDescription,
    callsPerMinute: configuration.callsPerMinute,
    routes,
    leave: drain.leave,
    stop: () => stopParts({ ...parts, mcp }),
  }
}
