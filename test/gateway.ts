import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Domain } from '@patchbay/core/schema'
import { readConfiguration } from '../server/configuration.ts'
import { startGateway } from '../server/gateway.ts'
import { registry } from '../server/generated/registry.ts'
import { createClient } from './client.ts'

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'patchbay-test-'))

/** Limits off and a free port, where a test doesn't say otherwise. */
export const testEnvironment = (dataDir: string): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  CALLS_PER_MINUTE: '0',
  REGISTRATIONS_PER_HOUR: '0',
  FAILED_LOGINS_PER_MINUTE: '0',
})

/** The real gateway in the test's own process, over a new embedded store, with the given domains. */
export const startTestGateway = async ({
  env = {},
  domains = registry,
}: {
  env?: Readonly<Record<string, string>>
  domains?: readonly Domain[]
} = {}) => {
  const dataDir = temporaryFolder()
  const ids = domains.map(({ provider }) => provider.id)
  const { configuration } = readConfiguration({ ...testEnvironment(dataDir), ...env }, ids)
  const gateway = await startGateway(configuration, domains)
  return {
    ...createClient(gateway.url, gateway.adminKey.made ?? ''),
    dataDir,
    async stop(): Promise<void> {
      await gateway.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
