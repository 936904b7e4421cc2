/** Like server/main.ts, with twenty domains: some of the registry, and copies of HubSpot’s. */
import { banner } from '../../server/banner.ts'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { startGateway } from '../../server/gateway.ts'
import { loadRegistry } from '../../server/registry.ts'
import { domainIds } from './domain-ids.ts'

const registry = await loadRegistry()

const hubspot = registry.find(({ provider }) => provider.id === 'hubspot')
if (!hubspot) throw new Error('the bench needs the plugin hubspot')
const domains = domainIds.map(
  (id) =>
    registry.find(({ provider }) => provider.id === id) ?? {
      ...hubspot,
      provider: { ...hubspot.provider, id },
    },
)
const { configuration } = readConfiguration(process.env, domainIds)
console.log(banner(await startGateway(configuration, domains), domains))
