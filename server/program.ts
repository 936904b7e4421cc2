import { banner } from './banner.ts'
import { helpCommand } from './called-as.ts'
import { readConfiguration } from './configuration/configuration.ts'
import { keepAdminKey } from './configuration/environment/embedded-secrets.ts'
import { dropUnheeded } from './configuration/environment/unheeded-environment.ts'
import { configurationHelp } from './configuration/help.ts'
import { refusePlaceholders } from './configuration/refuse-placeholders.ts'
import { refuseDemoFolder } from './demo/empty-demo-folder.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { loadRegistry } from './registry.ts'
import { restartSignal, startAnew } from './restart.ts'
import { surviveFaults } from './survive-faults.ts'

const usage = `Patchbay, a multi-tenant gateway in front of third-party APIs.

  npx bun start           starts it
  npx bun start --demo    starts it with a tenant, a token and a made-up CRM to try it with, and needs no account
  npx bun start --help    shows this

It is configured by its environment:

`

/**
 * Under `bun start` one Ctrl-C arrives as two signals: from the terminal, and handed on by Bun. The same happens when a
 * service manager stops all processes of a unit. A signal within this time is such an echo; a later one ends the process.
 */
const echoMs = 500

const warn = (warning: string): void => console.error(`warning: ${warning}`)

const startConfigured = async (): Promise<Gateway> => {
  const registry = await loadRegistry()
  const { configuration, warnings } = readConfiguration(
    process.env,
    registry.map(({ provider }) => provider.id),
  )
  for (const warning of warnings) warn(warning)
  refusePlaceholders(registry, configuration)
  if (configuration.mongodbUri === null) refuseDemoFolder(configuration.dataDir)
  const gateway = await startGateway(configuration, registry)
  console.log(banner(gateway, registry))
  if (gateway.adminKey?.newKey) keepAdminKey(configuration.dataDir, gateway.adminKey)
  return gateway
}

const startDemonstration = async (): Promise<Gateway> => {
  // Loaded only here: no other start has the demo's provider or its CRM.
  const { startDemo } = await import('./demo/start-demo.ts')
  const demo = await startDemo(process.env, warn)
  console.log(demo.banner)
  return demo.gateway
}

const stopAtSignals = (gateway: Gateway): void => {
  surviveFaults(gateway.stop)
  let stoppedAt: number | undefined
  const stop = async (signal: string): Promise<void> => {
    const now = performance.now()
    if (stoppedAt !== undefined) {
      if (now - stoppedAt >= echoMs) process.exit(1)
      return
    }
    stoppedAt = now
    console.log(`${signal}: finishing the calls under way`)
    await gateway.leave()
    await gateway.stop()
    if (signal === restartSignal.name) startAnew()
    process.exit(0)
  }
  const stopOrEnd = (signal: string): void => {
    stop(signal).catch((error) => {
      console.error(error)
      process.exit(1)
    })
  }
  process.on('SIGTERM', stopOrEnd)
  process.on('SIGINT', stopOrEnd)
  process.on(restartSignal.name, stopOrEnd)
}

const start = async (isDemo: boolean): Promise<void> => {
  for (const warning of dropUnheeded(process.env)) warn(warning)
  stopAtSignals(isDemo ? await startDemonstration() : await startConfigured())
}

const [argument] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') {
  console.log(usage + configurationHelp())
} else if (argument !== undefined && argument !== '--demo') {
  console.error(`unknown argument ${argument}; try ${helpCommand}`)
  process.exit(2)
} else {
  try {
    await start(argument === '--demo')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
