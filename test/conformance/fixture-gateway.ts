import { rmSync } from 'node:fs'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import {
  createAnswerCache,
  createAuditLog,
  createDeadlines,
  createKnown,
  createLimits,
  createRun,
  hashToken,
} from '@patchbay/core/run'
import { createVault, parseKeys } from '@patchbay/core/vault'
import { createApp } from '../../server/app.ts'
import { createClientAddress } from '../../server/client-address.ts'
import { createLog } from '../../server/log.ts'
import { mcpRoute } from '../../server/mcp/index.ts'
import { createTransport } from '../../server/mcp/transport.ts'
import { createOriginCheck } from '../../server/origins.ts'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { temporaryFolder } from '../gateway.ts'
import { createFixtureServer } from './fixture-server.ts'

const token = 'the-token-of-the-conformance-suite'
const key = `test:${Buffer.alloc(32, 1).toString('base64url')}`

/** The gateway's own front door, gate and MCP transport over an embedded store, with the fixture's server behind it. */
export const startFixtureGateway = async () => {
  const dataDir = temporaryFolder()
  const store = openSqliteStore(dataDir)
  const options = { allow_raw: false, tools: 'domains', max_result_bytes: 65_536 } as const
  await store.tenants.put(
    'acme',
    { name: 'Acme', status: 'active', providers: {}, options },
    { now: new Date(), prune: false },
  )
  await store.bearerTokens.register('acme', hashToken(token), new Date())

  const log = createLog('silent')
  const run = createRun({
    domains: new Map(),
    known: createKnown(store, createVault(parseKeys(key))),
    limits: createLimits(store.counters, { callsPerMinute: 0, registrationsPerHour: 0, failedLoginsPerMinute: 0 }),
    cache: createAnswerCache({ total: 1, tenant: 1 }),
    auditLog: createAuditLog({ audit: store.audit, onFailure: () => {} }),
    deadlines: createDeadlines(30_000),
    fetcher: createFetcher({ allowed: parseAllowedHosts('', []) }),
    providerOrigins: new Map(),
    maxResponseBytes: 1,
  })
  const { serve, close } = createTransport(createFixtureServer, () => {})
  const baseUrl = () => `http://localhost:${app.server?.port}`
  const app = createApp({
    routes: [mcpRoute({ run, transport: serve, baseUrl, maxBodyBytes: 1_048_576 })],
    origins: createOriginCheck({ host: '127.0.0.1', baseUrl: null, allowedOrigins: [] }),
    clientAddress: createClientAddress([]),
    log,
    baseUrl: '',
    draining: () => false,
  })
  app.listen({ port: 0, hostname: '127.0.0.1', idleTimeout: 120 })
  return {
    port: app.server?.port ?? 0,
    token,
    async stop(): Promise<void> {
      await app.server?.stop(true)
      await close()
      await store.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
