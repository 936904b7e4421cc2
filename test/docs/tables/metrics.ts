import type { Store } from '@patchbay/core/store'
import type { Metric } from 'prom-client'
import type { Health } from '../../../server/health/health.ts'
import { addEffectMetrics, addHealthMetrics, createMetrics, createStoreMeter } from '../../../server/metrics/index.ts'
import { codes, markdownTable } from './markdown-table.ts'

/** Registering metrics looks at the store's ports, and reads nothing. */
const storeWithoutMethods = new Proxy({}, { get: () => ({}) }) as Store

/** prom-client keeps the labels of a metric under a name that its types don't have. */
const labelsOf = (metric: object): readonly string[] =>
  'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : []

export interface GatewayMetric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
}

/** The gateway's own metrics. The names of prom-client's metrics have other prefixes. */
export const listMetrics = (): readonly GatewayMetric[] => {
  const { registry } = createMetrics(new Set())
  addHealthMetrics(registry, {} as Health)
  addEffectMetrics(registry, storeWithoutMethods)
  createStoreMeter(registry).store(storeWithoutMethods)
  const own = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('patchbay_'))
  return own.map((metric) => {
    // Its types don't have them.
    const { name, help, type } = metric as unknown as Metric & Omit<GatewayMetric, 'labels'>
    return { name, help, type, labels: labelsOf(metric) }
  })
}

export const metrics = (): string =>
  markdownTable(
    ['metric', 'labels', 'meaning'],
    listMetrics().map(({ name, labels, help }) => [`\`${name}\``, codes(labels), help]),
  )
