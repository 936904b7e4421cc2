import { randomBytes } from 'node:crypto'
import { currentMs } from '@patchbay/core/time'
import { readConfiguration } from '../configuration/configuration.ts'
import type { Environment } from '../configuration/environment/secret-files.ts'
import { type Gateway, startGateway } from '../gateway.ts'
import { loadRegistry } from '../registry.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { askAdmin } from './ask-gateway.ts'
import { startCrm } from './crm/start-crm.ts'
import { demoBanner } from './demo-banner.ts'
import { demoEnvironment } from './demo-environment.ts'
import { demoCustomers, demoTenantId, makeDemoTenants } from './demo-tenants.ts'
import { emptyDemoFolder } from './empty-demo-folder.ts'
import { drawHistory } from './history.ts'
import { startLiveCalls } from './live-calls.ts'
import { createSignInLink, frontDoor } from './sign-in-link.ts'

export interface Demo {
  readonly gateway: Gateway
  /** The text that the start prints. */
  readonly banner: string
}

/**
 * Starts a gateway that needs nothing from outside: an emptied store with two weeks of calls in it, the provider `demo`, the CRM that it
 * calls, three tenants, and calls that go on. `onWarning` is called before it listens. Throws Error for the operator when it can't start.
 */
export const startDemo = async (base: Environment, onWarning: (warning: string) => void): Promise<Demo> => {
  const { environment, warnings } = demoEnvironment(base)
  const domains = await loadRegistry({ demo: true })
  const read = readConfiguration(
    environment,
    domains.map(({ provider }) => provider.id),
  )
  for (const warning of [...warnings, ...read.warnings]) onWarning(warning)
  emptyDemoFolder(read.configuration.dataDir)

  const store = openSqliteStore(read.configuration.dataDir)
  const history = drawHistory(demoCustomers, currentMs())
  await store.audit.append(history)
  // Else the start would have it to do, and say so.
  await store.audit.fill(history.length)
  await store.close()

  const credential = `crm_${randomBytes(24).toString('base64url')}`
  const crm = startCrm(credential)
  const providerOrigins = { ...read.configuration.providerOrigins, [demoTenantId]: crm.origin }
  const link = createSignInLink(() => gateway)
  const own = { routes: [link.route, frontDoor] }
  const gateway: Gateway = await startGateway({ ...read.configuration, providerOrigins }, domains, own)
  const tenants = await makeDemoTenants(gateway, credential)
  const stopCalls = await startLiveCalls(gateway, tenants)
  for (const job of ['health-snapshot', 'suggestions'] as const) {
    const isOn = read.configuration.crons[job] !== 'off'
    if (isOn) await askAdmin(gateway, 'POST', '/admin/jobs/:job/run', { params: { job } })
  }
  const stop = async (): Promise<void> => {
    stopCalls()
    await gateway.stop()
    await crm.stop()
  }
  const token = tenants.find(({ id }) => id === demoTenantId)?.token ?? ''
  const signIn = `${gateway.adminUrl}${link.path}`
  return { gateway: { ...gateway, stop }, banner: demoBanner(gateway, domains, { token, signIn }) }
}
