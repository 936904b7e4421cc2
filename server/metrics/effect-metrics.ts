import type { Effects } from '@patchbay/core/store'
import { Gauge, type Registry } from 'prom-client'

/** How many calls wait for somebody to say what became of them; counted when the gauge is read. */
export const addEffectMetrics = (registry: Registry, effects: Pick<Effects, 'countUnknown'>): void => {
  new Gauge({
    name: 'patchbay_effects_unknown',
    help: 'Writes of which nobody knows whether the provider carried them out, and that nobody has resolved',
    registers: [registry],
    async collect() {
      this.set(await effects.countUnknown())
    },
  })
}
