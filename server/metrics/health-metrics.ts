import { Gauge, type Registry } from 'prom-client'
import type { Health } from '../health/health.ts'

/** The health report as gauges; the report is made when the gauges are read. */
export const addHealthMetrics = (registry: Registry, health: Health): void => {
  new Gauge({
    name: 'patchbay_provider_tokens',
    help: 'Stored credentials: total, expiring_soon (within 24 h) and expired',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { tokens } = await health.report()
      for (const [state, count] of Object.entries(tokens)) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'patchbay_store_up',
    help: 'Whether a part of the store answers: configuration or audit',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const { store } = await health.report()
      for (const [part, state] of Object.entries(store)) this.set({ part }, state === 'up' ? 1 : 0)
    },
  })
}
