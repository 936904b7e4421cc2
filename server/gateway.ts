import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { createRefresher } from '@patchbay/core/refresh'
import {
  createAnswerCache,
  createAuditLog,
  createDeadlines,
  createKnown,
  createLimits,
  createRun,
} from '@patchbay/core/run'
import type { Domain } from '@patchbay/core/schema'
import { createVault, parseKeys } from '@patchbay/core/vault'
import { adminRoutes } from './admin/index.ts'
import { createApp } from './app.ts'
import { createClientAddress } from './client-address.ts'
import type { Configuration } from './configuration.ts'
import { type AdminKey, embeddedAdminKey, embeddedKeys } from './embedded-secrets.ts'
import type { Route } from './exchange.ts'
import { createHealth, healthRoute } from './health.ts'
import { createLog } from './log.ts'
import { createOriginCheck } from './origins.ts'
import { recordRefresh } from './record-refresh.ts'
import { restRoute } from './rest/index.ts'
import { openStore } from './store/open-store.ts'

export interface Gateway {
  /** Where it listens, as clients reach it. */
  readonly url: string
  readonly adminKey: AdminKey
  /** Where the data is, for the banner. */
  readonly storeAbout: string
  /** Everything that is mounted. */
  readonly routes: readonly Route[]
  /** Takes no new call, lets those under way finish within 30 s, writes what waits and closes the store. */
  stop(): Promise<void>
}

const drainMs = 30_000
/** Over every deadline: Bun closes a connection that is silent for longer. */
const idleTimeout = 120
const cacheBounds = { total: 32 * 2 ** 20, tenant: 8 * 2 ** 20 }

const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}

/** Makes the parts of a checked configuration, and listens. Throws Error for the operator where that can't be. */
export const startGateway = async (configuration: Configuration, registry: readonly Domain[]): Promise<Gateway> => {
  const log = createLog(configuration.logLevel)
  const { store, about } = await openStore(configuration)
  const stored = [...(await store.credentials.list({ limit: 1 })), ...(await store.seeds.list({ limit: 1 }))]
  const vault = createVault(
    parseKeys(configuration.vaultKeys ?? embeddedKeys(configuration.dataDir, stored.length > 0)),
  )
  const adminKey = configuration.adminKeyHash
    ? { hash: configuration.adminKeyHash }
    : embeddedAdminKey(configuration.dataDir)

  const domains = new Map(registry.map((domain) => [domain.provider.id, domain]))
  const providerOrigins = new Map(Object.entries(configuration.providerOrigins))
  const allowed = parseAllowedHosts(configuration.allowedPrivateHosts, [...providerOrigins.values()])
  const limits = createLimits(store.counters, configuration)
  const known = createKnown(store, vault)
  const cache = createAnswerCache(cacheBounds)
  store.changes.listen((change) => change.kind === 'tenant' && cache.forgetTenant(change.tenant))
  const auditLog = createAuditLog({
    audit: store.audit,
    onFailure: (entries, cause) =>
      log.error({ err: cause, entries }, 'audit entries could not be written; they are tried again'),
  })

  const fetcher = createFetcher({ allowed })
  const refresher = createRefresher({ store, vault, fetcher, onRefresh: recordRefresh(auditLog, log) })
  const run = createRun({
    domains,
    known,
    refresher,
    limits,
    cache,
    auditLog,
    deadlines: createDeadlines(configuration.requestTimeoutMs),
    fetcher,
    providerOrigins,
    maxResponseBytes: configuration.maxResponseBytes,
  })
  const { maxBodyBytes } = configuration
  let draining = false
  const routes = [
    restRoute({ run, maxBodyBytes }),
    healthRoute(createHealth({ store, auditLog, providers: domains.size })),
    ...adminRoutes({
      store,
      vault,
      refresher,
      fetcher,
      domains,
      limits,
      auditLog,
      adminKeyHash: adminKey.hash,
      maxBodyBytes,
    }),
  ]
  const app = createApp({
    routes,
    origins: createOriginCheck(configuration),
    clientAddress: createClientAddress(configuration.trustedProxies),
    log,
    baseUrl: configuration.baseUrl ?? '',
    draining: () => draining,
  })

  try {
    // Bodies are counted while they are read, so that the answer to a large one has the envelope.
    app.listen({
      port: configuration.port,
      hostname: configuration.host,
      idleTimeout,
      // Elysia's default is true: a second server would take half of the calls of the first.
      reusePort: false,
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    })
  } catch (error) {
    await store.close()
    throw error
  }

  return {
    url: configuration.baseUrl ?? `http://localhost:${app.server?.port}`,
    adminKey,
    storeAbout: about,
    routes,
    async stop() {
      draining = true
      await within(Promise.resolve(app.server?.stop()), drainMs)
      await app.server?.stop(true)
      await within(refresher.close(), drainMs)
      await auditLog.close()
      known.close()
      await store.close()
      log.flushNow()
    },
  }
}
