import type { Store } from '@patchbay/core/store'
import { Gauge, type Registry } from 'prom-client'

/** Gauges of calls that wait for a person, to report their outcome or to approve them. Reading a gauge counts them. */
export const addEffectMetrics = (
  registry: Registry,
  { effects, approvals }: Pick<Store, 'effects' | 'approvals'>,
): void => {
  new Gauge({
    name: 'patchbay_effects_unknown',
    help: 'Writes of which nobody knows whether the provider carried them out, and that nobody has resolved',
    registers: [registry],
    async collect() {
      this.set(await effects.countUnknown())
    },
  })
  new Gauge({
    name: 'patchbay_approvals_waiting',
    help: "Calls that wait for a person's yes, up to 1000",
    registers: [registry],
    async collect() {
      this.set(await approvals.countWaiting())
    },
  })
}
