import { collectDefaultMetrics, Registry } from 'prom-client'
import { createCallMetrics } from './call-metrics.ts'
import { createJobMetrics } from './job-metrics.ts'

export { addHealthMetrics } from './health-metrics.ts'
export { meterStore } from './meter-store.ts'
export { metricsRoute } from './metrics-route.ts'

/** The metrics of one gateway, in a registry of their own, because tests run several gateways in one process. */
export const createMetrics = (providers: ReadonlySet<string>) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, ...createCallMetrics(registry, providers), onJobRun: createJobMetrics(registry) }
}
