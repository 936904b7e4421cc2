import { createLimits, createReserveQuota, createStoreCache } from '@patchbay/core/admission'
import { createAuditLog } from '@patchbay/core/audit'
import { createAnswerCache, createRequestMemo } from '@patchbay/core/cache'
import { createCalls, createProbe } from '@patchbay/core/call'
import { createDeadlines } from '@patchbay/core/context'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { createRefresher } from '@patchbay/core/refresh'
import type { Domain } from '@patchbay/core/schema'
import { createVault, parseKeys } from '@patchbay/core/vault'
import { adminRoutes } from './admin/index.ts'
import type { Configuration } from './configuration/configuration.ts'
import { type AdminKey, embeddedAdminKey, embeddedKeys } from './configuration/embedded-secrets.ts'
import { createHealth, healthRoute } from './health/health.ts'
import { createProcessHealth } from './health/process-health.ts'
import { createStoreWatch } from './health/store-watch.ts'
import { createClientAddress } from './http/client-address.ts'
import { createDrain, finishingMs, within } from './http/drain.ts'
import type { Route } from './http/exchange.ts'
import { createListeners } from './http/listeners.ts'
import { isLoopbackUrl } from './http/origins.ts'
import { createJobs, createRunJob, createScheduler, createSchedules } from './jobs/index.ts'
import { createLog, type Log } from './log/log.ts'
import { onceAMinute } from './log/once-a-minute.ts'
import { recordRefresh } from './log/record-refresh.ts'
import { createMcpRoute } from './mcp/index.ts'
import { addHealthMetrics, createMetrics, meterStore, metricsRoute } from './metrics/index.ts'
import { refuseHalfMoved } from './migrate/refuse-half-moved.ts'
import { audiences } from './oauth/audiences.ts'
import { oauthRoutes } from './oauth/index.ts'
import { restRoute } from './rest/index.ts'
import { openStore } from './store/open-store.ts'
import { suggestionsModel } from './suggestions/model.ts'
import { createTracing } from './tracing/create-tracing.ts'

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

const cacheBounds = { total: 32 * 2 ** 20, tenant: 8 * 2 ** 20 }

/** How long the last log lines may take, which nobody may read any more. */
const lastLinesMs = 1000

/** For what only a new start can mend. An ordinary exit would have SQLite copy the log that is not to be trusted. */
const endProcess = async (log: Log, reason: Error): Promise<void> => {
  const kill = () => process.kill(process.pid, 'SIGKILL')
  setTimeout(kill, lastLinesMs)
  log.fatal({ err: reason }, 'the gateway ends')
  console.error(reason.message)
  await log.close()
  kill()
}

/** Makes the parts of a checked configuration, and listens. Throws Error for the operator where that can't be. */
export const startGateway = async (configuration: Configuration, registry: readonly Domain[]): Promise<Gateway> => {
  const log = createLog(configuration.logLevel)
  const domains = new Map(registry.map((domain) => [domain.provider.id, domain]))
  const metrics = createMetrics(new Set(domains.keys()))
  const opened = await openStore(configuration, (reason) => endProcess(log, reason))
  const store = meterStore(opened.store, metrics.registry)
  await refuseHalfMoved(store)
  const { credentials, seeds } = store.transfer.records
  const sealed = (await credentials.count()) + (await seeds.count())
  const { vaultKeys, dataDir } = configuration
  const vault = createVault(vaultKeys === null ? embeddedKeys(dataDir, sealed) : parseKeys(vaultKeys))
  const adminKey = configuration.adminKeyHashes ? undefined : embeddedAdminKey(dataDir)
  const adminKeyHashes = configuration.adminKeyHashes ?? (adminKey ? [adminKey.hash] : [])

  const providerOrigins = new Map(Object.entries(configuration.providerOrigins))
  const allowed = parseAllowedHosts(configuration.allowedPrivateHosts, [...providerOrigins.values()])
  const limits = createLimits(store.counters, configuration)
  const baseUrl = (): string => configuration.baseUrl ?? listeners.url
  const known = createStoreCache(store, vault, (resource) => audiences(baseUrl()).includes(resource))
  const cache = createAnswerCache(cacheBounds)
  const repeats = createRequestMemo()
  store.changes.listen((change) => {
    if (change.kind === 'tenant') for (const kept of [cache, repeats]) kept.forgetTenant(change.tenant)
  })
  const watch = createStoreWatch(store)
  const auditLog = metrics.meterAuditLog(
    createAuditLog({
      audit: store.audit,
      isUp: () => watch.isUp('d1'),
      onFailure: (entries, cause) =>
        log.error({ err: cause, entries }, 'audit entries could not be written; they are tried again'),
    }),
  )

  const tracing = await createTracing(
    configuration,
    onceAMinute((error) => log.warn({ err: error }, 'the OpenTelemetry collector did not take the traces')),
  )
  const proxy = configuration.outgoingProxy
  const fetcher = tracing.traceFetcher(createFetcher({ allowed, proxy }))
  // Strangers choose these URLs: what the operator allows providers to reach is not for them.
  const forStrangers = parseAllowedHosts(isLoopbackUrl(configuration.baseUrl) ? '127.0.0.0/8,::1/128' : '')
  const documents = {
    fetcher: tracing.traceFetcher(createFetcher({ allowed: forStrangers, proxy })),
    onUnusable: (url: string, reason: string) =>
      log.info({ client_id: url, reason }, 'a client metadata document can not be used'),
  }
  const refresher = createRefresher({
    ...{ store, vault, fetcher },
    onRefresh: recordRefresh(auditLog, log),
    onRenewed: known.renewed,
  })
  const deadlines = createDeadlines(configuration.requestTimeoutMs)
  const access = { fetcher, providerOrigins, maxResponseBytes: configuration.maxResponseBytes, deadlines }
  const reserve = createReserveQuota(store, known)
  const run = createCalls({ ...access, domains, known, refresher, limits, cache, repeats, auditLog, reserve })
  const { maxBodyBytes } = configuration
  const { changes, continuations } = store
  const mcp = createMcpRoute({
    ...{ run, domains, changes, continuations, vault },
    log,
    deadlines,
    baseUrl,
    maxBodyBytes,
  })
  const drain = createDrain((atOnce) => listeners.stop(atOnce))
  const schedules = createSchedules(opened.jobs, configuration.crons)
  const jobs = createJobs(configuration.crons, {
    store,
    vault,
    refresher,
    known,
    domains,
    probe: createProbe(access),
    schedules,
    processHealth: createProcessHealth(),
    calls: metrics.tally,
    auditRetentionDays: configuration.auditRetentionDays,
    model: suggestionsModel(configuration, fetcher),
    log,
  })
  const scheduler = createScheduler({
    jobs,
    repository: opened.jobs,
    runJob: createRunJob({ snapshots: store.snapshots, auditLog, log, onRun: metrics.onJobRun }),
    onError: (error) => log.warn({ err: error }, 'the schedules can not be read or written; it is tried again'),
  })
  const health = createHealth({ store, watch, auditLog, providers: domains.size })
  addHealthMetrics(metrics.registry, health)
  const routes = [
    restRoute({ run, maxBodyBytes }),
    mcp,
    healthRoute(health),
    metricsRoute({
      registry: metrics.registry,
      token: configuration.metricsToken,
      // A proxy on this host makes every client look local, and not every proxy says whom it stands for.
      openToThisHost: isLoopbackUrl(configuration.baseUrl),
      limits,
      auditLog,
    }),
    ...oauthRoutes({ store, known, limits, auditLog, documents, baseUrl }),
    ...adminRoutes({
      store,
      known,
      vault,
      refresher,
      fetcher,
      domains,
      limits,
      auditLog,
      jobs,
      scheduler,
      schedules,
      adminKeyHashes,
      maxBodyBytes,
    }),
  ]
  const listeners = createListeners(configuration, {
    routes: routes.map(tracing.traceRoute),
    clientAddress: createClientAddress(configuration.trustedProxies),
    log,
    baseUrl: configuration.baseUrl ?? '',
    drain,
  })

  try {
    await scheduler.start()
    listeners.listen()
  } catch (error) {
    await listeners.stop(true)
    await scheduler.stop()
    await store.close()
    throw error
  }

  return {
    url: baseUrl(),
    adminUrl: listeners.adminUrl ?? baseUrl(),
    adminKey,
    storeAbout: opened.about,
    routes,
    leave: drain.leave,
    async stop() {
      const stopAt = performance.now() + finishingMs
      await Promise.all([drain.close(), scheduler.stop()])
      await within(refresher.close(), stopAt - performance.now())
      await mcp.close()
      await auditLog.close()
      watch.close()
      known.close()
      await store.close()
      await tracing.close()
      await log.close()
    },
  }
}
