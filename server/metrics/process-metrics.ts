import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Spaces of another engine's heap: under Bun they are zeros, and to read them walks the whole heap, which holds the thread. */
const heapSpaces = ['total', 'used', 'available'].map((which) => `nodejs_heap_space_size_${which}_bytes`)

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

let registry: Registry | undefined

/** The metrics of this process, made once: several gateways of one process have them in common. */
export const processMetrics = (): Registry => {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of heapSpaces) registry.removeSingleMetric(name)
  correctHeapSize(registry)
  return registry
}
