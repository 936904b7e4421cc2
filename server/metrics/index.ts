import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createBackgroundMetrics } from './background-metrics.ts'
import { createCallMetrics } from './call-metrics.ts'
import { createJobMetrics } from './job-metrics.ts'

export { addEffectMetrics } from './effect-metrics.ts'
export { addHealthMetrics } from './health-metrics.ts'
export { createStoreMeter } from './meter-store.ts'
export { metricsRoute } from './metrics-route.ts'

/** On Linux prom-client takes the heap for all memory that the process has reserved: gigabytes under Bun, whatever it uses. */
const correctHeapSize = (registry: Registry): void => {
  registry.removeSingleMetric('process_heap_bytes')
  new Gauge({
    name: 'process_heap_bytes',
    help: 'Process heap size in bytes.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage().heapTotal)
    },
  })
}

/** The metrics of one gateway, in a registry of their own, because tests run several gateways in one process. */
export const createMetrics = (providers: ReadonlySet<string>) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  correctHeapSize(registry)
  return {
    registry,
    ...createCallMetrics(registry, providers),
    onJobRun: createJobMetrics(registry),
    failedInBackground: createBackgroundMetrics(registry),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
