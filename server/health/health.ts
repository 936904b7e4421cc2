import type { AuditLog } from '@patchbay/core/audit'
import type { CredentialCounts, Store, StorePart } from '@patchbay/core/store'
import { msOf, type UnixMs } from '@patchbay/core/time'
import { type HttpRoute, json } from '../http/exchange.ts'
import { checkInTime, type StoreWatch } from './store-watch.ts'

export interface HealthReport {
  readonly status: 'healthy' | 'degraded' | 'unhealthy'
  readonly store: Readonly<Record<StorePart, 'up' | 'down'>>
  /** The credentials of all tenants. The counts are at most 5 s old while the configuration part of the store is up. */
  readonly tokens: CredentialCounts
  /** Registered providers. */
  readonly providers: number
}

export interface Health {
  /** Checks both parts of the store, or returns the report of the last second. Never rejects. */
  report(): Promise<HealthReport>
}

export interface HealthParts {
  readonly store: Pick<Store, 'credentials'>
  readonly watch: Pick<StoreWatch, 'check' | 'isUp'>
  readonly auditLog: Pick<AuditLog, 'writable'>
  readonly providers: number
  readonly now?: () => Date
}

const reportMs = 1000
/** A report is cached for another second, so the counts are at most 5 s old. */
const countsMs = 4000
const soonSeconds = 24 * 3600

/** Callers who come while the work is running share its result. */
const oneAtATime = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * Keeps the result of `work` for a while, as long as `holds` accepts it. Rejections aren't cached, and no result is cached when
 * the clock was set back.
 */
const cacheFor = <T>(
  milliseconds: number,
  now: () => Date,
  work: () => Promise<T>,
  holds: (value: T) => boolean = () => true,
): (() => Promise<T>) => {
  let cached: { readonly value: T; readonly at: UnixMs } | undefined
  return async () => {
    const age = cached ? msOf(now()) - cached.at : -1
    if (!cached || age < 0 || age >= milliseconds || !holds(cached.value))
      cached = { value: await work(), at: msOf(now()) }
    return cached.value
  }
}

/**
 * The health of this process: `unhealthy` when a part of the store is down (`audit` is also down while entries
 * can't be written), `degraded` when both are up and a stored credential has expired, else `healthy`.
 */
export const createHealth = ({ store, watch, auditLog, providers, now = () => new Date() }: HealthParts): Health => {
  let tokens: CredentialCounts = { total: 0, expiring_soon: 0, expired: 0 }
  const count = cacheFor(countsMs, now, async () => {
    tokens = await store.credentials.count(now(), soonSeconds)
  })
  // A store that answers but can't count credentials is down too.
  const countOnce = oneAtATime(count)

  const checkState = async (part: StorePart): Promise<'up' | 'down'> => {
    try {
      await watch.check(part)
      if (part === 'configuration') await checkInTime(countOnce())
    } catch {
      return 'down'
    }
    return watch.isUp(part) ? 'up' : 'down'
  }

  const check = async (): Promise<HealthReport> => {
    const [configuration, audit] = await Promise.all([checkState('configuration'), checkState('audit')])
    const parts = { configuration, audit: auditLog.writable ? audit : 'down' } as const
    const sound = tokens.expired > 0 ? 'degraded' : 'healthy'
    return {
      status: Object.values(parts).includes('down') ? 'unhealthy' : sound,
      store: parts,
      tokens,
      providers,
    }
  }

  /** A cached report is obsolete when it says that a part is up which is now known to be down. */
  const holds = ({ store: { configuration, audit } }: HealthReport): boolean =>
    (configuration === 'down' || watch.isUp('configuration')) && (audit === 'down' || auditLog.writable)

  return { report: cacheFor(reportMs, now, oneAtATime(check), holds) }
}

/**
 * `GET /health`: 200 when `healthy` or `degraded`, 503 when `unhealthy`; needs no authentication. The parts of the store are
 * called `kv` and `d1` here and nowhere else, because monitors read these names.
 */
export const healthRoute = (health: Health): HttpRoute => ({
  method: 'GET',
  answersHead: true,
  path: '/health',
  async handle() {
    const { status, store, tokens, providers } = await health.report()
    const services = { kv: store.configuration, d1: store.audit }
    return json({ status, services, tokens, providers }, status === 'unhealthy' ? 503 : 200)
  },
})
