import { randomBytes } from 'node:crypto'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Environment } from '../configuration/secret-files.ts'
import { type Gateway, startGateway } from '../gateway.ts'
import { loadRegistry } from '../registry.ts'
import { startCrm } from './crm/start-crm.ts'
import { demoBanner } from './demo-banner.ts'
import { demoEnvironment } from './demo-environment.ts'
import { demoTenantId, makeDemoTenant } from './demo-tenant.ts'
import { emptyDemoFolder } from './empty-demo-folder.ts'

export interface Demo {
  readonly gateway: Gateway
  /** What the start prints. */
  readonly banner: string
}

/**
 * Starts a gateway that needs nothing from outside: an emptied store, the provider `demo`, the CRM that it calls, a tenant and a
 * tenant token. `onWarning` is called before it listens. Throws Error for the operator when it can't start.
 */
export const startDemo = async (given: Environment, onWarning: (warning: string) => void): Promise<Demo> => {
  const { environment, warnings } = demoEnvironment(given)
  const domains = await loadRegistry({ demo: true })
  const read = readConfiguration(
    environment,
    domains.map(({ provider }) => provider.id),
  )
  for (const warning of [...warnings, ...read.warnings]) onWarning(warning)
  emptyDemoFolder(read.configuration.dataDir)

  const credential = `crm_${randomBytes(24).toString('base64url')}`
  const crm = startCrm(credential)
  const providerOrigins = { ...read.configuration.providerOrigins, [demoTenantId]: crm.origin }
  const gateway = await startGateway({ ...read.configuration, providerOrigins }, domains)
  const token = await makeDemoTenant(gateway, credential)
  const stop = async (): Promise<void> => {
    await gateway.stop()
    await crm.stop()
  }
  return { gateway: { ...gateway, stop }, banner: demoBanner(gateway, domains, token) }
}
