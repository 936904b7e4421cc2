import { rmSync } from 'node:fs'
import { createLimits, createReserveQuota, createStoreCache, createVendorQuotas } from '@patchbay/core/admission'

import { createAsking } from '@patchbay/core/approvals'
import { type AuditLog, createAuditLog } from '@patchbay/core/audit'
import { createAnswerCache, createRequestMemo } from '@patchbay/core/cache'
import { type Calls, createCalls } from '@patchbay/core/call'
import { createDeadlines, type Deadlines } from '@patchbay/core/context'
import { createCallEffects } from '@patchbay/core/effects'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { createFileAccess, createFileShelf, type FileAccess, type FileShelf } from '@patchbay/core/files'
import { accessTokenBinding, createRefresher, createVerdicts } from '@patchbay/core/refresh'
import type { Domain } from '@patchbay/core/schema'
import { type Effects, type EffectsCommit, hashToken, type Store } from '@patchbay/core/store'
import { createVault, parseKeys, type Vault } from '@patchbay/core/vault'
import { httpExchange } from '@patchbay/core/vendor'
import { createApp } from '../../server/http/app.ts'
import { createDrain } from '../../server/http/drain.ts'
import { type HttpRoute, json } from '../../server/http/exchange.ts'
import { createOriginCheck } from '../../server/http/origins.ts'
import { createClientAddress } from '../../server/http/read/client-address.ts'
import { surfaceWords } from '../../server/http/surface-words.ts'
import { createLog } from '../../server/log/log.ts'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { tokenOf } from '../client.ts'
import { temporaryFolder } from '../gateway.ts'

export interface Mounted {
  readonly calls: Calls
  readonly auditLog: AuditLog
  readonly deadlines: Deadlines
  readonly store: Store
  readonly vault: Vault
  readonly fileShelf: FileShelf
  readonly fileAccess: FileAccess
  readonly domains: ReadonlyMap<string, Domain>
  readonly baseUrl: () => string
}

/**
 * The gateway's front door and call path with other routes than its own, over a new embedded store with the tenant
 * `acme`, which has a credential for each domain.
 */
export const mountMcp = async (
  routesOf: (mounted: Mounted) => readonly HttpRoute[],
  registry: readonly Domain[] = [],
  providerOrigins: Readonly<Record<string, string>> = {},
  { timeoutMs = 30_000, commit = (effects: Effects, given: EffectsCommit) => effects.commit(given) } = {},
) => {
  const dataDir = temporaryFolder()
  const store = openSqliteStore(dataDir)
  const vault = createVault(parseKeys(`test:${Buffer.alloc(32, 1).toString('base64url')}`))
  const domains = new Map(registry.map((domain) => [domain.provider.id, domain]))
  const providers = Object.fromEntries(
    [...domains.keys()].map((id) => [id, { accounts: [{ id: 'main', label: 'Main' }], default: 'main' }]),
  )
  const options = { allow_raw: false, tools: 'domains' } as const
  const [now, name] = [new Date(), 'acme']
  await store.tenants.put(name, { name, status: 'active', providers, options }, { now, prune: false })
  await store.tenantTokens.register(name, hashToken(tokenOf(name)), now)
  for (const provider of domains.keys()) {
    const ref = { tenant: name, provider, account: 'main' }
    const sealed = await vault.seal('a-provider-token', accessTokenBinding(ref))
    await store.credentials.put(ref, { sealed, token_type: 'Bearer', expires_at: null }, now)
  }

  const deadlines = createDeadlines(timeoutMs)
  const storeCache = createStoreCache(store, vault, () => true)
  const fetcher = createFetcher({ allowed: parseAllowedHosts('', Object.values(providerOrigins)) })
  const auditLog = createAuditLog({
    effects: { commit: (given) => commit(store.effects, given) },
    onFailure: () => {},
  })
  const baseUrl = (): string => `http://localhost:${app.server?.port}`
  const fileShelf = createFileShelf({
    store,
    vault,
    baseUrl,
    maxFileBytes: 2 ** 20,
    maxTenantFileBytes: 2 ** 24,
    maxFilesBytes: 2 ** 24,
    minFreeBytes: 0,
  })
  const fileAccess = createFileAccess(domains)
  const calls = createCalls({
    store,
    fileShelf,
    fileAccess,
    asking: createAsking({ store, vault, auditLog, onWaiting: () => undefined }),
    effects: createCallEffects({
      store,
      vault,
      auditLog,
      gateway: { id: () => 'test', isAlive: () => true },
      surfaceWords,
      onError: () => {},
      onLateEffect: () => {},
    }),
    verdicts: createVerdicts(store, () => undefined),
    domains,
    storeCache,
    reserveQuota: createReserveQuota(store, storeCache, () => undefined),
    offerConnect: async () => undefined,
    limits: createLimits(store.counters, {
      callsPerMinute: 0,
      registrationsPerHour: 0,
      failedLoginsPerMinute: 0,
      sharedNetworks: [],
    }),
    vendorQuotas: createVendorQuotas(store.vendorQuotas, () => undefined),
    cache: createAnswerCache({ total: 2 ** 20, tenant: 2 ** 20 }),
    memo: createRequestMemo(),
    auditLog,
    deadlines,
    refresher: createRefresher({
      store,
      vault,
      fetcher,
      authOf: () => undefined,
      selfHostedHosts: [],
      onRefresh: () => {},
      onRenewed: () => {},
    }),
    vendor: {
      access: {
        fetcher,
        providerOrigins: new Map(Object.entries(providerOrigins)),
        selfHostedHosts: [],
        maxResponseBytes: 2 ** 20,
      },
      exchange: httpExchange,
    },
  })
  const app = createApp({
    routes: routesOf({ calls, auditLog, deadlines, store, vault, fileShelf, fileAccess, domains, baseUrl }),
    origins: createOriginCheck({ host: '127.0.0.1', baseUrl: null, allowedOrigins: [] }),
    clientAddress: createClientAddress([]),
    log: createLog('silent'),
    baseUrl: '',
    docsUrl: () => undefined,
    problemPage: (envelope) => json(envelope, envelope.status),
    drain: createDrain({ refuse: async () => undefined, stop: async () => undefined }),
  })
  app.listen({ port: 0, hostname: '127.0.0.1', idleTimeout: 120 })
  return {
    url: baseUrl(),
    port: app.server?.port ?? 0,
    token: tokenOf(name),
    async stop(): Promise<void> {
      await app.server?.stop(true)
      await store.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
