import { Counter, type Registry } from 'prom-client'

/** Counts work that failed although nobody waited for it. `unhandled`, `exception`: nobody had foreseen that it might. */
export const createBackgroundMetrics = (registry: Registry): ((work: string) => void) => {
  const failures = new Counter({
    name: 'patchbay_background_failures_total',
    help: 'Work that failed although nobody waited for it; work is unhandled or exception where nobody had foreseen that',
    labelNames: ['work'],
    registers: [registry],
  })
  for (const work of ['unhandled', 'exception']) failures.inc({ work }, 0)
  return (work) => failures.inc({ work })
}
