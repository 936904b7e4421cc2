import type { Store } from '@patchbay/core/store'
import { Counter, Histogram, type Registry } from 'prom-client'

/** In seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1]

/** Dashboards read the labels, so a port or a method that is renamed keeps its first name there. */
const labels: Readonly<Record<string, string>> = { vendorQuotas: 'allowances', recordVerdict: 'judge' }

type Method = (...args: readonly never[]) => unknown

/** The ports that are measured: those that hold records or counts. */
const ports = [
  'tenants',
  'tenantTokens',
  'credentials',
  'seeds',
  'oauthClients',
  'authorizationCodes',
  'grants',
  'usedAssertions',
  'billing',
  'suggestions',
  'audit',
  'snapshots',
  'rollUps',
  'continuations',
  'counters',
  'vendorQuotas',
  'quotas',
] as const satisfies readonly (keyof Store)[]

/** Wraps the store to measure the duration and the failures of each operation. Answers from memory aren't measured. */
export const meterStore = <S extends Store>(store: S, registry: Registry): S => {
  const labelNames = ['port', 'method'] as const
  const seconds = new Histogram({
    name: 'patchbay_store_duration_seconds',
    help: 'How long operations of the store took',
    labelNames,
    buckets,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'patchbay_store_failures_total',
    help: 'Operations of the store that failed',
    labelNames,
    registers: [registry],
  })

  const meter = (port: string, method: string, work: Method): Method => {
    const names = { port: labels[port] ?? port, method: labels[method] ?? method }
    const [took, failed] = [seconds.labels(names), failures.labels(names)]
    const time = async (running: Promise<unknown>, startedAt: number): Promise<unknown> => {
      try {
        return await running
      } catch (error) {
        failed.inc()
        throw error
      } finally {
        took.observe((performance.now() - startedAt) / 1000)
      }
    }
    return (...args) => {
      const startedAt = performance.now()
      const result = work(...args)
      return result instanceof Promise ? time(result, startedAt) : result
    }
  }

  const meterPort = (name: string, port: object) =>
    Object.fromEntries(Object.entries(port).map(([method, work]) => [method, meter(name, method, work)]))

  return { ...store, ...Object.fromEntries(ports.map((name) => [name, meterPort(name, store[name])])) }
}
