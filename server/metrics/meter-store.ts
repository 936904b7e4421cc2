import { GatewayError } from '@patchbay/core/errors'
import { GivenUp, type Store } from '@patchbay/core/store'
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
  'effects',
  'tenantSecrets',
  'snapshots',
  'rollUps',
  'continuations',
  'counters',
  'vendorQuotas',
  'quotas',
] as const satisfies readonly (keyof Store)[]

interface StoreMeter {
  store<S extends Store>(store: S): S
  port<P extends object>(name: string, port: P): P
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Measures the duration and the failures of each operation of a store. Answers from memory aren't measured. */
export const createStoreMeter = (registry: Registry): StoreMeter => {
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

  const givenUp = new Counter({
    name: 'patchbay_store_given_up_total',
    help: 'Operations of the store that took longer than 5 s for a command: they failed, and may be carried out after all',
    labelNames: ['port'] as const,
    registers: [registry],
  })

  const meter = (port: string, method: string, work: Method): Method => {
    const names = { port: labels[port] ?? port, method: labels[method] ?? method }
    const late = givenUp.labels({ port: names.port })
    const [took, failed] = [seconds.labels(names), failures.labels(names)]
    const time = async (running: Promise<unknown>, startedAt: number): Promise<unknown> => {
      try {
        return await running
      } catch (error) {
        // Nobody waits for it any more.
        if (!isAbort(error)) failed.inc()
        if (error instanceof GatewayError && error.extras.cause instanceof GivenUp) late.inc()
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

  const port = <P extends object>(name: string, measured: P): P =>
    Object.fromEntries(Object.entries(measured).map(([method, work]) => [method, meter(name, method, work)])) as P

  return {
    port,
    store: (store) => ({ ...store, ...Object.fromEntries(ports.map((name) => [name, port(name, store[name])])) }),
  }
}
