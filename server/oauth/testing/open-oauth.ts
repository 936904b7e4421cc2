import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLimits, createStoreCache } from '@patchbay/core/admission'
import { createAuditLog } from '@patchbay/core/audit'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { hashToken } from '@patchbay/core/store'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { Exchange } from '../../http/exchange.ts'
import { openSqliteStore } from '../../store/sqlite/index.ts'
import { oauthRoutes } from '../index.ts'
import { audiences } from '../protocol/audiences.ts'

const base = 'http://localhost:3000'
const callback = 'https://client.example/cb'
const verifier = 'v'.repeat(43)

/** The OAuth endpoints over a real embedded store in a folder of its own, with a clock that the test sets. */
export const openOAuth = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-oauth-'))
  const store = openSqliteStore(folder)
  let auditIsDown = false
  const commit: typeof store.effects.commit = (batch) =>
    auditIsDown ? Promise.reject(new Error('the disk is full')) : store.effects.commit(batch)
  const auditLog = createAuditLog({ effects: { commit }, onFailure: () => {}, retryMs: 5 })
  const limits = createLimits(store.counters, {
    callsPerMinute: 0,
    registrationsPerHour: 0,
    failedLoginsPerMinute: 0,
    sharedNetworks: [],
  })
  const vault = createVault(parseKeys(makeKey()))
  const storeCache = createStoreCache(store, vault, (resource) => audiences(base).includes(resource))
  const documents = { fetcher: createFetcher({ allowed: parseAllowedHosts('') }), onUnusable: () => {} }
  const clock = { now: new Date() }
  const routes = oauthRoutes({
    store,
    storeCache,
    limits,
    auditLog,
    vault,
    domains: new Map(),
    configuration: {
      brandName: 'Patchbay',
      brandLogo: null,
      brandColor: null,
      clientMetadata: true,
      enterpriseIssuers: [],
      redirectSchemes: [],
    },
    fetcher: documents.fetcher,
    documents,
    baseUrl: () => base,
    now: () => clock.now,
  })

  const options = { allow_raw: false, tools: 'domains' } as const
  const tenant = { name: 'Acme', status: 'active', providers: {}, options } as const
  await store.tenants.put('acme', tenant, { now: clock.now, prune: false })
  await store.tenantTokens.register('acme', hashToken('the-bearer-token'), clock.now)

  const send = async (
    method: string,
    target: string,
    body?: RequestInit['body'],
    headers: Record<string, string> = {},
  ) => {
    const request = new Request(base + target, { method, body, headers })
    const route = routes.find((each) => each.method === method && each.path === new URL(request.url).pathname)
    const reply = await route?.handle(new Exchange(request, {}, '127.0.0.1', 'a-request'))
    return { status: reply?.status, text: String(reply?.body), headers: reply?.headers ?? {} }
  }
  const form = (values: Record<string, string>) => send('POST', '/oauth/token', new URLSearchParams(values))

  const register = async (): Promise<string> => {
    const body = JSON.stringify({ redirect_uris: [callback], token_endpoint_auth_method: 'none' })
    return JSON.parse((await send('POST', '/oauth/register', body, { 'content-type': 'application/json' })).text)
      .client_id
  }
  const authorize = async (client_id: string): Promise<string> => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: callback,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const page = await send('GET', `/oauth/authorize?${query}`)
    const [, proof = ''] = /name="proof" value="(\w+)"/.exec(page.text) ?? []
    const cookie = page.headers['set-cookie']?.split(';')[0] ?? ''
    const post = (fields: Readonly<Record<string, string>>) =>
      send('POST', '/oauth/authorize', new URLSearchParams([...query, ['proof', proof], ...Object.entries(fields)]), {
        cookie,
      })
    const chosen = await post({ token: 'the-bearer-token', decision: 'continue' })
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(chosen.text) ?? []
    const { headers } = await post({ ticket, decision: 'allow' })
    return new URL(headers.location ?? '').searchParams.get('code') ?? ''
  }
  const exchange = (client_id: string, code: string) =>
    form({ grant_type: 'authorization_code', client_id, code, code_verifier: verifier })
  const refresh = (client_id: string, refresh_token: string) =>
    form({ grant_type: 'refresh_token', client_id, refresh_token })

  return {
    store,
    storeCache,
    auditLog,
    clock,
    register,
    authorize,
    exchange,
    refresh,
    setAuditDown(isDown: boolean): void {
      auditIsDown = isDown
    },
    async connect() {
      const client = await register()
      return { client, ...JSON.parse((await exchange(client, await authorize(client))).text) }
    },
    pass(milliseconds: number): void {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
    async close() {
      await auditLog.close()
      storeCache.close()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}
