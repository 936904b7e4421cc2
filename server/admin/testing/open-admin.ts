import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLimits, createStoreCache, createVendorQuotas } from '@patchbay/core/admission'
import { createApprovalDesk } from '@patchbay/core/approvals'
import { createAuditLog } from '@patchbay/core/audit'
import { asGatewayError } from '@patchbay/core/errors'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { createFileShelf } from '@patchbay/core/files'
import { basic, origin, provider, read, Type } from '@patchbay/core/provider'
import { createRefresher } from '@patchbay/core/refresh'
import { type Domain, declaredSource } from '@patchbay/core/schema'
import { hashToken } from '@patchbay/core/store'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { type Environment, readConfiguration } from '../../configuration/configuration.ts'
import { chooseErrorReader, errorEnvelope } from '../../http/error-envelope.ts'
import { Exchange, type Reply } from '../../http/exchange.ts'
import { measureToolList } from '../../mcp/tools/list-cost.ts'
import { loadRegistry } from '../../registry.ts'
import { openSqliteStore } from '../../store/sqlite/index.ts'
import { release } from '../../versions/release.ts'
import { createWebhookEmitter } from '../../webhooks/index.ts'
import { adminRoutes } from '../index.ts'
import { checkAnswer } from './check-answer.ts'

const registry = await loadRegistry()

/** A provider with per-account settings and HTTP Basic, which the registered ones don't have. */
const shop = provider({
  id: 'shop',
  title: 'A shop',
  origin: origin`https://${'subdomain'}.shop.example`,
  auth: basic(),
  settings: { subdomain: Type.String({ pattern: '^[a-z0-9-]+$', maxLength: 30 }) },
  probe: { action: 'get', params: {} },
  actions: {
    get: read('GET /shop', { description: 'Gets the shop', params: {} }),
  },
})

const shopDomain: Domain = {
  provider: shop,
  source: declaredSource(shop, { get: () => ({ body: () => true }) }),
  package: 'shop',
  version: '1.0.0',
}

export const adminKey = 'an-admin-key-for-tests'

export interface AdminTestAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
}

export interface AdminCallOptions {
  readonly body?: unknown
  /** `null`: none is sent. */
  readonly key?: string | null
  readonly ip?: string
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface FullAnswer extends AdminTestAnswer {
  readonly headers: Readonly<Record<string, string>>
}

/** The body as a caller reads it; an export is a stream, and becomes text. */
const bodyOf = async ({ body }: Reply): Promise<unknown> => {
  if (body instanceof ReadableStream) return new Response(body).text()
  return body === null ? null : JSON.parse(String(body))
}

/** The admin routes over a real embedded store in a folder of its own; errors become the envelope, as in the app. */
export const openAdmin = ({
  failedLoginsPerMinute = 1000,
  now = () => new Date(),
  environment = {},
}: {
  readonly failedLoginsPerMinute?: number
  readonly now?: () => Date
  readonly environment?: Environment
} = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-admin-'))
  const store = openSqliteStore(folder)
  let auditIsDown = false
  const commit: typeof store.effects.commit = (batch) =>
    auditIsDown ? Promise.reject(new Error('the disk is full')) : store.effects.commit(batch)
  const auditLog = createAuditLog({
    effects: { commit },
    onFailure: () => {},
    retryMs: 5,
    refusalMs: 60_000,
  })
  const vault = createVault(parseKeys(makeKey()))
  const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.1') })
  const refresher = createRefresher({
    store,
    vault,
    fetcher,
    authOf: () => undefined,
    selfHostedHosts: [],
    onRefresh: () => {},
    onRenewed: () => {},
  })
  const storeCache = createStoreCache(store, vault, () => true)
  const domains = new Map([...registry, shopDomain].map((domain) => [domain.provider.id, domain]))
  const noCall = () => Promise.reject(new Error('no call was expected'))
  const routes = adminRoutes({
    store,
    approvalDesk: createApprovalDesk({
      approvalUrl: (secret) => secret,
      store,
      vault,
      auditLog,
      domains,
      gateway: { id: () => 'gateway' },
      run: noCall,
      onChange: () => {},
      onError: () => {},
    }),
    fileShelf: createFileShelf({
      store,
      vault,
      baseUrl: () => 'http://localhost',
      maxFileBytes: 1000,
      maxTenantFileBytes: 9000,
      maxFilesBytes: 9000,
      minFreeBytes: 0,
    }),
    storeCache,
    vault,
    refresher,
    vendorQuotas: createVendorQuotas(store.vendorQuotas, () => {}),
    fetcher,
    selfHostedHosts: ['git.example.org', '*.acme.example'],
    domains,
    limits: createLimits(store.counters, {
      callsPerMinute: 0,
      registrationsPerHour: 0,
      failedLoginsPerMinute,
      sharedNetworks: [],
    }),
    auditLog,
    // Calls are tested in a gateway that makes them.
    calls: { call: noCall },
    // Jobs are tested in a gateway that runs them.
    jobs: [],
    scheduler: { runNow: async () => [], runJob: async () => undefined },
    holdStore: store.hold,
    release,
    reports: store.reports,
    configuration: readConfiguration(environment, []).configuration,
    schedules: async () => new Map(),
    // Probes are tested in a gateway that has providers to call.
    probe: async () => ({ outcome: 'ok', code: null, status: 200, reason: null, duration_ms: 1, retry_after: null }),
    webhooks: createWebhookEmitter({ store, vault, fetcher, log: { error: () => {} }, target: null }),
    revoker: { leaving: (now) => ({ now, isRevocable: () => false }), wake: () => {} },
    adminKeyHashes: [hashToken(adminKey)],
    now,
    maxBodyBytes: 200_000,
    baseUrl: () => 'http://localhost:3000',
    docsUrl: () => undefined,
    consoleUrl: () => 'http://localhost:3000',
    connectReturnUrls: [],
    measureToolList: async (tenant) => measureToolList(domains, tenant),
  })

  const find = (method: string, pathname: string) => {
    for (const route of routes) {
      const pattern = new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
      const match = route.method === method ? pattern.exec(pathname) : null
      const params = Object.entries(match?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
      if (match) return { route, params: Object.fromEntries(params) }
    }
    throw new Error(`no admin route takes ${method} ${pathname}`)
  }

  const send = async (method: string, target: string, options: AdminCallOptions = {}): Promise<FullAnswer> => {
    const { body, key = adminKey, ip = '127.0.0.1', contentType = 'application/json' } = options
    const headers = new Headers({
      'content-type': contentType,
      ...(key !== null && { 'x-admin-key': key }),
      ...options.headers,
    })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(`http://localhost${target}`, { method, headers, body: text })
    const { pathname } = new URL(request.url)
    const { route, params } = find(method, pathname)
    try {
      const reply = await route.handle(new Exchange(request, params, ip, 'request-1'))
      const answer = { status: reply.status, body: await bodyOf(reply) }
      checkAnswer(method, pathname, { ...answer, type: reply.headers?.['content-type']?.split(';')[0] })
      return { ...answer, headers: reply.headers ?? {} }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      if (error.code === 'INTERNAL_ERROR') throw thrown
      const answer = {
        status: error.status,
        body: { ...errorEnvelope(error, 'request-1', chooseErrorReader(route.path, headers), () => undefined) },
      }
      checkAnswer(method, pathname, answer)
      return { ...answer, headers: error.extras.headers ?? {} }
    }
  }

  const call = async (method: string, target: string, options?: AdminCallOptions): Promise<AdminTestAnswer> => {
    const { status, body } = await send(method, target, options)
    return { status, body }
  }

  return {
    call,
    /** Like `call`, and returns the headers too. */
    send,
    store,
    vault,
    auditLog,
    folder,
    setAuditDown: (down: boolean) => {
      auditIsDown = down
    },
    newestEntry: async () => (await store.audit.query({ limit: 1 }))[0],
    async close() {
      await auditLog.close()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type Admin = ReturnType<typeof openAdmin>

/** A tenant with two HubSpot accounts and one of Stripe. */
export const acme = {
  name: 'Acme',
  status: 'active',
  providers: {
    hubspot: {
      accounts: [
        { id: 'sales-eu', label: 'Sales EU' },
        { id: 'sales-us', label: 'Sales US' },
      ],
      default: 'sales-eu',
    },
    stripe: { accounts: [{ id: 'constructor', label: 'Payments' }] },
  },
}
