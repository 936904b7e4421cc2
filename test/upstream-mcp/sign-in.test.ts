import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { type AuthorizationCode, imported, oauth2 } from '@patchbay/core/provider'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { givenAnswers } from '../../codegen/add/dialog.ts'
import { addProvider } from '../../codegen/add/index.ts'
import { openToolServer } from '../../codegen/add/open-tool-server.ts'
import { ClosedToolServer, readToolServer } from '../../codegen/import/index.ts'
import { signInOfServer } from '../../codegen/import/mcp/sign-in.ts'
import { readOperatorHosts } from '../../codegen/model/operator-hosts.ts'
import { createClient } from '../client.ts'
import { createBrowser } from '../connect/start-vendor.ts'
import { freePort } from '../free-port.ts'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { importedDomain } from '../imported/imported-domain.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'
import { startAuthorizationServer } from './authorization-server.ts'
import { sendJson, sliceOfTools, startToolServer, type Tool } from './tool-server.ts'

/*
 * From a server's metadata to calls: the link, the consent, the callback, the account, the call with its token, the refresh, and the end of the
 * access. The servers are on loopback without https, where the operator allows that.
 */

const tools: readonly Tool[] = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }]
const allowed = parseAllowedHosts('127.0.0.1')
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

/** A server that takes the tokens of an authorization server and of nobody else. */
const startClosedServer = async (readDocument?: (url: string) => Promise<unknown>) => {
  const server = await startToolServer({ tools, hasSessions: true })
  const authorization = startAuthorizationServer({ resource: () => server.url, ...(readDocument && { readDocument }) })
  server.state.pages = {
    '/.well-known/oauth-protected-resource/mcp': {
      resource: server.url,
      authorization_servers: [authorization.issuer],
      scopes_supported: ['shop.read'],
    },
  }
  const challenge = `Bearer resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp"`
  server.play((_, response, request) => {
    if (authorization.isValid(request.headers.authorization)) return false
    sendJson(response, { error: 'invalid_token' }, 401, { 'www-authenticate': challenge })
    return true
  })
  stops.push(server.stop, () => authorization.stop())
  return { server, authorization }
}

/** The server as an import that has no token sees it. */
const readClosed = async (url: string): Promise<ClosedToolServer> => {
  const found = await readToolServer(url, createFetcher({ allowed })).catch((error: unknown) => error)
  if (found instanceof ClosedToolServer) return found
  throw new Error('it lists its tools to strangers')
}

/** `auth` as the import writes it. */
const authOf = async (url: string): Promise<AuthorizationCode> => {
  const { signIn } = await readClosed(url)
  const hosts = readOperatorHosts({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1' })
  const written = signInOfServer({ isClosed: true, signIn }, hosts) as unknown as {
    readonly args: readonly [Omit<AuthorizationCode, 'kind'>]
  }
  return oauth2(written.args[0]) as AuthorizationCode
}

const startWith = async (id: string, url: string, auth: AuthorizationCode, env: Record<string, string> = {}) => {
  const provider = imported<{ look: never }>()({
    id,
    title: 'Shop',
    origin: 'https://mcp.shop.com',
    auth,
    actions: {},
    reads: ['look'],
  })
  const gateway = await startTestGateway({
    domains: [importedDomain(provider, sliceOfTools(id, url, tools).slice)],
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ [id]: new URL(url).origin }),
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      ...env,
    },
  })
  stops.push(gateway.stop)
  // Behind a proxy with another name, which these tests don't have.
  const client = env.PORT === undefined ? gateway : createClient(`http://127.0.0.1:${env.PORT}`, gateway.adminKey)
  await client.admin('PUT', '/admin/tenants/acme', { name: 'Acme Corp', status: 'active', providers: {} })
  await client.admin('POST', '/admin/auth', { tenant_id: 'acme', token })
  return client
}

const token = 'acme-secret-token-1234'

const makeLink = async (gateway: Awaited<ReturnType<typeof startWith>>, provider: string): Promise<string> => {
  const made = await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider, account_id: 'main' })
  expect(made.status).toBe(201)
  return made.body.url
}

/** Goes through a link, and says yes where the page asks. */
const connect = async (url: string, base: string): Promise<string> => {
  const browser = createBrowser()
  const page = await browser.goThrough(url)
  if (page.hidden.connect_id === undefined) return page.text
  return (await browser.visit(`${base}/connect/confirm`, { ...page.hidden, decision: 'connect' })).text
}

describe('a server whose authorization server registers clients', async () => {
  const { server, authorization } = await startClosedServer()
  const receiver = startWebhookReceiver()
  stops.push(() => receiver.stop())
  const gateway = await startWith('shop', server.url, await authOf(server.url), {
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: receiver.secret,
  })
  const call = () => gateway.call('acme', 'shop', { action: 'look' }, { token, headers: { 'x-repeat': 'true' } })
  const status = async () => (await gateway.admin('GET', '/admin/tokens/acme/shop/main')).body

  test('is connected by a link, called with the token, refreshed, and needs a person once the access has ended', async () => {
    expect(await connect(await makeLink(gateway, 'shop'), gateway.url)).toContain('Shop is connected')
    expect(authorization.registered).toHaveLength(1)
    const [asked] = authorization.asked
    expect(asked?.get('resource')).toBe(server.url)
    expect(asked?.get('scope')).toBe('shop.read')
    expect((await call()).status).toBe(200)
    const first = server.headers.at(-1)?.authorization
    expect(authorization.isValid(first)).toBe(true)

    authorization.expire()
    expect((await call()).status).toBe(200)
    expect(server.headers.at(-1)?.authorization).not.toBe(first)
    expect(authorization.exchanged.map((form) => [form.get('grant_type'), form.get('resource')])).toEqual([
      ['authorization_code', server.url],
      ['refresh_token', server.url],
    ])

    authorization.end()
    const over = await call()
    expect(over.status).toBe(401)
    expect(await status()).toMatchObject({ state: 'rejected' })
    const told = { tenant: 'acme', provider: 'shop', account: 'main', reason: 'rejected' }
    await vi.waitFor(
      () => expect(receiver.received.at(-1)).toMatchObject({ type: 'account.needs_reauth', data: told }),
      { timeout: 10_000 },
    )
  })
})

describe('a server whose authorization server takes metadata documents of clients', async () => {
  const base = 'https://gateway.example'
  const port = String(freePort())
  const own = `http://127.0.0.1:${port}`
  const { server, authorization } = await startClosedServer(async (url) => (await fetch(url.replace(base, own))).json())
  const auth = await authOf(server.url)
  const gateway = await startWith('docs', server.url, auth, { BASE_URL: base, PORT: port })

  test('the gateway publishes its own, and its address is the client’s id', async () => {
    const found = await fetch(`${own}/connect/client/docs`)
    expect([found.status, await found.json()]).toEqual([
      200,
      {
        client_id: `${base}/connect/client/docs`,
        client_name: 'Patchbay',
        redirect_uris: [`${base}/connect/callback/docs`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    ])
    expect((await fetch(`${own}/connect/client/other`)).status).toBe(404)
    const link = await makeLink(gateway, 'docs')
    const browser = createBrowser()
    const at = link.replace(base, own)
    const page = await browser.visit(at)
    const sent = await browser.visit(at, page.hidden)
    const back = await browser.visit(sent.location ?? '')
    expect(authorization.asked.at(-1)?.get('client_id')).toBe(`${base}/connect/client/docs`)
    expect(back.location).toContain(`${base}/connect/callback/docs?code=`)

    const asked = await browser.visit(back.location?.replace(base, own) ?? '')
    const done = await browser.visit(`${own}/connect/confirm`, { ...asked.hidden, decision: 'connect' })
    expect(done.text).toContain('Shop is connected')
    const { status } = await gateway.call(
      'acme',
      'docs',
      { action: 'look' },
      { token, headers: { 'x-repeat': 'true' } },
    )
    expect(status).toBe(200)
    authorization.expire()
    const later = await gateway.call('acme', 'docs', { action: 'look' }, { token, headers: { 'x-repeat': 'true' } })
    expect(later.status).toBe(200)
    expect(authorization.exchanged.map((form) => [form.get('grant_type'), form.get('client_id')])).toEqual([
      ['authorization_code', `${base}/connect/client/docs`],
      ['refresh_token', `${base}/connect/client/docs`],
    ])
  })
})

test('a scope that the access lacks is named', async () => {
  const { server, authorization } = await startClosedServer()
  const gateway = await startWith('narrow', server.url, await authOf(server.url))
  await connect(await makeLink(gateway, 'narrow'), gateway.url)
  server.play((message, response, request) => {
    if (!authorization.isValid(request.headers.authorization) || message.method !== 'tools/call') return false
    sendJson(response, {}, 403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="shop.write"' })
    return true
  })
  const { status, body } = await gateway.call('acme', 'narrow', { action: 'look' }, { token })
  expect([status, body.error]).toEqual([403, expect.stringContaining('lacks the scope shop.write')])
})

test('a person who adds a server signs in with a browser, and its tools are listed', async () => {
  const { server, authorization } = await startClosedServer()
  const said: string[] = []
  const say = (line: string): void => {
    said.push(line)
    const [, url] = /^open in a browser: (\S+)$/.exec(line) ?? []
    if (url) void fetch(url)
  }
  const dialog = { ...givenAnswers({ 'list by': 'sign-in' }, true), isPerson: true }
  const closed = { source: server.url, server: await readClosed(server.url) }
  const found = await openToolServer(closed, createFetcher({ allowed }), { dialog, say })
  expect(found.tools.map(({ name }) => name)).toEqual(['look'])
  expect(authorization.exchanged.map((form) => form.get('resource'))).toEqual([server.url])
  expect(authorization.registered).toMatchObject([
    { redirect_uris: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:/)] },
  ])
  expect(said.join()).not.toMatch(/access-|refresh-/)
})

test('a server whose sign-in is without https is added where the operator allows its host', async () => {
  const { server, authorization } = await startClosedServer()
  const folder = temporaryFolder()
  vi.stubEnv('ALLOWED_PRIVATE_HOSTS', '127.0.0.1')
  stops.push(async () => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const say = (line: string): void => {
    const [, url] = /^open in a browser: (\S+)$/.exec(line) ?? []
    if (url) void fetch(url)
  }
  const dialog = { ...givenAnswers({ 'list by': 'sign-in' }, true), isPerson: true }
  const added = await addProvider({ given: server.url, id: 'inner', folder, included: [], dialog, say })
  expect(added).toMatchObject({ signIn: ['oauth2'], registersItself: true, privateHost: new URL(server.url).host })
  const overlay = readFileSync(join(folder, 'inner/overlay.ts'), 'utf8')
  for (const written of ['/authorize', '/token', '/register'])
    expect(overlay).toContain(`'${authorization.issuer}${written}'`)
})
