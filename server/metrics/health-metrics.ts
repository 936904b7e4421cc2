import { Gauge, type Registry } from 'prom-client'
import type { Health } from '../health.ts'

/** The health report as gauges, looked at when they are read. */
export const addHealthMetrics = (registry: Registry, health: Health): void => {
  const tokens = new Gauge({
    name: 'patchbay_provider_tokens',
    help: 'Stored provider tokens: total, expiring_soon (within 24 h) and expired',
    labelNames: ['state'],
    registers: [registry],
  })
  new Gauge({
    name: 'patchbay_store_up',
    help: 'Whether a part of the store answers: kv (configuration) and d1 (audit)',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const report = await health.report()
      for (const [part, state] of Object.entries(report.services)) this.set({ part }, state === 'up' ? 1 : 0)
      for (const [state, count] of Object.entries(report.tokens)) tokens.set({ state }, count)
    },
  })
}
