import { banner } from '../../server/banner.ts'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { startGateway } from '../../server/gateway.ts'
import { loadRegistry } from '../../server/registry.ts'

/** Starts this version's gateway as one of an earlier release. The arguments are its level and how long it counts as alive. */
const start = async (level: number, leaseMs: number): Promise<void> => {
  const registry = await loadRegistry()
  const ids = registry.map(({ provider }) => provider.id)
  const { configuration } = readConfiguration(process.env, ids)
  const gateway = await startGateway(configuration, registry, { release: { version: '0.0.9', level, leaseMs } })
  console.log(banner(gateway, registry))
  process.on('SIGTERM', async () => {
    await gateway.stop()
    process.exit(0)
  })
}

try {
  await start(Number(process.argv[2]), Number(process.argv[3]))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
