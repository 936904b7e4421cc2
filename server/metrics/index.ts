import { Registry } from 'prom-client'
import { createBackgroundMetrics } from './background-metrics.ts'
import { createCallMetrics } from './call-metrics.ts'
import { createJobMetrics } from './job-metrics.ts'
import { processMetrics } from './process-metrics.ts'

export { addEffectMetrics } from './effect-metrics.ts'
export { addHealthMetrics } from './health-metrics.ts'
export { createStoreMeter } from './meter-store.ts'
export { metricsRoute } from './metrics-route.ts'

/** The metrics of one gateway, in a registry of their own, because tests run several gateways in one process. */
export const createMetrics = (providers: ReadonlySet<string>) => {
  const registry = Registry.merge([processMetrics()])
  return {
    registry,
    ...createCallMetrics(registry, providers),
    onJobRun: createJobMetrics(registry),
    failedInBackground: createBackgroundMetrics(registry),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
