import type { Domain } from '@patchbay/core/schema'
import { createVault, parseKeys } from '@patchbay/core/vault'
import type { Configuration } from '../configuration/configuration.ts'
import { embeddedAdminKey, embeddedKeys } from '../configuration/environment/embedded-secrets.ts'
import { hearFailures } from '../log/hear-failures.ts'
import { createLog, type Log } from '../log/log.ts'
import { onceAMinute } from '../log/once-a-minute.ts'
import { createMetrics, createStoreMeter, type Metrics } from '../metrics/index.ts'
import { refuseHalfMoved } from '../migrate/refuse-half-moved.ts'
import { type OpenedStore, openStore } from '../store/open-store.ts'
import type { OnWait } from '../store/wait-for-store.ts'
import { createTracing } from '../tracing/create-tracing.ts'
import { guardStore } from '../versions/guard-store.ts'
import { joinStore } from '../versions/membership.ts'
import type { Release } from '../versions/release.ts'

/** The longest time for writing the last log lines. Without a bound it could take for ever if nothing reads them. */
const lastLinesMs = 1000

/**
 * Ends the process after a fault that only a restart can repair. It kills the process, because at an ordinary exit SQLite would
 * copy its write-ahead log, which can't be trusted after such a fault.
 */
const endProcess = async (log: Log, reason: Error): Promise<void> => {
  const kill = () => process.kill(process.pid, 'SIGKILL')
  setTimeout(kill, lastLinesMs)
  log.fatal({ err: reason }, 'the gateway ends')
  console.error(reason.message)
  await log.close()
  kill()
}

/** The vault and the server's own admin keys. They are configured, or made for the embedded store and kept beside it. */
const openKeys = async (configuration: Configuration, store: OpenedStore['store']) => {
  const { vaultKeys, dataDir } = configuration
  const { credentials, seeds } = store.transfer.records
  const sealed = (await credentials.count()) + (await seeds.count())
  const vault = createVault(vaultKeys === null ? embeddedKeys(dataDir, sealed) : parseKeys(vaultKeys))
  const adminKey = configuration.adminKeyHashes ? undefined : embeddedAdminKey(dataDir)
  const adminKeyHashes = configuration.adminKeyHashes ?? (adminKey ? [adminKey.hash] : [])
  return { vault, adminKey, adminKeyHashes }
}

/** Says each second what a start waits for. */
export const createOnWait =
  (log: Log): OnWait =>
  (error, leftMs) =>
    log.warn({ err: error }, `the start waits for the store, for ${Math.ceil(leftMs / 1000)} s more`)

const once = <A extends readonly unknown[]>(report: (...args: A) => void): ((...args: A) => void) => {
  let isReported = false
  return (...args) => {
    if (!isReported) report(...args)
    isReported = true
  }
}

/** The store, measured, with this gateway among those that use it. */
const openShared = async (configuration: Configuration, log: Log, metrics: Metrics, release: Release) => {
  const end = (reason: Error) => endProcess(log, reason)
  const onFailure = onceAMinute((error) =>
    log.warn(
      { err: error },
      'the thread that reads the audit log for administrators was cut off; it starts again when it is needed',
    ),
  )
  const onWait = createOnWait(log)
  const opened = await openStore(configuration, {
    beyondRepair: end,
    level: release.level,
    reader: { onFailure },
    onWait,
  })
  const meter = createStoreMeter(metrics.registry)
  const metered = meter.store(opened.store)
  await refuseHalfMoved(metered)
  try {
    const membership = await joinStore({
      store: metered,
      storeDescription: opened.description,
      release,
      onTooOld: end,
      onError: onceAMinute((error) =>
        log.warn({ err: error }, 'this gateway could not record in the store that it is alive'),
      ),
      onWait,
      onRefusal: once((error) =>
        log.warn(
          { err: error },
          'MongoDB refuses to end the transactions of a gateway that died: what it had locked stays so for a minute and a half. ' +
            'Give all gateways the same user, or their users the privilege killAnySession (docs/mongodb.md)',
        ),
      ),
    })
    return {
      opened,
      membership,
      store: guardStore(metered, membership),
      reports: meter.port('reports', opened.reports),
    }
  } catch (error) {
    await metered.close()
    throw error
  }
}

/** The parts that all others need: the log, the metrics, the store, the keys and tracing. */
export const openBase = async (configuration: Configuration, registry: readonly Domain[], release: Release) => {
  const log = createLog(configuration.logLevel)
  const domains = new Map(registry.map((domain) => [domain.provider.id, domain]))
  const metrics = createMetrics(new Set(domains.keys()))
  const { opened, membership, store, reports } = await openShared(configuration, log, metrics, release)
  const keys = await openKeys(configuration, store)
  const tracing = await createTracing(
    configuration,
    onceAMinute((error) => log.warn({ err: error }, 'the OpenTelemetry collector did not accept the traces')),
  )
  return {
    ...keys,
    configuration,
    log,
    domains,
    metrics,
    store,
    reports,
    membership,
    release,
    storeDescription: opened.description,
    jobRepository: opened.jobs,
    holdStore: opened.hold,
    tracing,
    /** The last to be called: until then, failures in the background are logged and counted. */
    stopHearing: hearFailures(log, metrics.failedInBackground),
    maxBodyBytes: configuration.maxBodyBytes,
  }
}

export type Base = Awaited<ReturnType<typeof openBase>>
