import { loadRegistry } from '../../server/registry.ts'

const registry = await loadRegistry()

const own = registry.map(({ provider }) => provider.id)

/** Twenty: what a tenant with many services has. */
export const domainIds = [...own, ...Array.from({ length: 20 - own.length }, (_, n) => `hubspot-${n + 2}`)]
