/** A credential that an answer holds works without the gateway: past its policies, its limits and its log. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basic, oauth2, read, text } from '@patchbay/core/provider'
import { afterAll, describe, expect, it } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { variant } from '../call-path/fixture-provider.ts'
import { createBrowser } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { toolCall } from '../mcp/messages.ts'

const authToken = 'the-auth-token-of-an-account-of-twilio'
const cloneToken = 'the-token-that-clones-a-private-repository'
const sid = `AC${'1'.repeat(32)}`
const own = 'a-token="of<the>&vendor/é-1'

const escaped = (credential: string): string =>
  `{"you_sent":${JSON.stringify(credential).replaceAll('/', '\\/').replaceAll('<', '\\u003c').replaceAll('>', '\\u003E')},"kept":"as it is"}`
const unicode = (credential: string): string => {
  const code = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`
  const inside = JSON.stringify(credential).slice(1, -1)
  return `{"you_sent":"${inside.replaceAll(/[<>&='\u0080-\uffff]/g, code)}","kept":"as it is"}`
}
const asJson = (text: string): Response => new Response(text, { headers: { 'content-type': 'application/json' } })

/** Says what it was sent, in every way in which a vendor may. */
const echoes: Readonly<Record<string, (credential: string) => Response>> = {
  plain: (credential) =>
    Response.json({ you_sent: credential, kept: 'as it is', big: 12345678901234567890n.toString() }),
  escaped: (credential) => asJson(escaped(credential)),
  unicode: (credential) => asJson(unicode(credential)),
  'escaped-text': (credential) => new Response(escaped(credential)),
  'unicode-text': (credential) => new Response(unicode(credential)),
  encoded: (credential) => Response.json({ next: `https://x.example/?token=${encodeURIComponent(credential)}` }),
  base64: (credential) => Response.json({ authorization: `Basic ${Buffer.from(credential).toString('base64')}` }),
}

const vendor = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/repos/'))
      return Response.json({ id: 1, full_name: 'acme/shop', temp_clone_token: cloneToken })
    if (pathname === '/v1/balance') return Response.json({ object: 'balance', available: [], pending: [] })
    if (pathname === '/v1/account')
      return Response.json({ id: 'acct_1', settings: { dashboard: { display_name: 'Analytical Engines' } } })
    if (pathname.endsWith('/IncomingPhoneNumbers.json')) return Response.json({ incoming_phone_numbers: [] })
    if (pathname.endsWith(`/Accounts/${sid}.json`))
      return mayReadAccount
        ? Response.json({ sid, friendly_name: 'Engines of Ada', auth_token: authToken })
        : Response.json({ code: 20003, message: `Authenticate with ${authToken}` }, { status: 401 })
    if (pathname.endsWith('/Accounts.json')) return Response.json({ accounts: [{ sid, auth_token: authToken }] })
    const echo = echoes[pathname.slice('/things/'.length)]
    if (echo) return echo(sent)
    if (pathname === '/file') return new Response(`\u0000\u00ff before ${sent} after`)
    return Response.json({ ok: true })
  },
})
let sent = own
/** Standard keys of Twilio may not read the account. */
let mayReadAccount = true

const echo = variant('echo', {
  auth: oauth2({
    authorize: 'https://vendor.example.com/authorize',
    token: 'https://vendor.example.com/token',
    scopes: {},
    rotates: false,
  }),
  actions: {
    get: read('GET /things/{id}', { description: 'Get a thing', ttl: '1m', params: { id: text(20, 'Which') } }),
    get_file: read('GET /file', { description: 'Get a file', answer: 'bytes', params: {} }),
  },
  probe: { action: 'get', params: { id: 'plain' }, identity: '/you_sent' },
})
const pair = variant('pair', { ...echo, auth: basic() })
const registered = (await loadRegistry()).filter(({ provider: { id } }) => ['twilio', 'github', 'stripe'].includes(id))
const gateway = await startTestGateway({
  domains: [...registered, ...[echo, pair].map(domainOf)],
  env: {
    PROVIDER_ORIGINS: JSON.stringify(
      Object.fromEntries(
        ['twilio', 'github', 'stripe', 'echo', 'pair'].map((id) => [id, `http://127.0.0.1:${vendor.port}`]),
      ),
    ),
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop(true)
})

const account = { id: 'main', label: 'Main' }
await gateway.admin('PUT', '/admin/tenants/acme', {
  name: 'Acme',
  status: 'active',
  options: { allow_raw: true },
  providers: {
    twilio: { accounts: [{ ...account, settings: { account_sid: sid } }] },
    github: { accounts: [account] },
    stripe: { accounts: [account] },
    echo: { accounts: [account] },
    pair: { accounts: [account] },
  },
})
await gateway.admin('PUT', '/admin/tokens/acme/twilio/main', { access_token: `SK${'2'.repeat(32)}:a-secret-of-a-key` })
await gateway.admin('PUT', '/admin/tokens/acme/github/main', { access_token: 'a-token-of-github' })
await gateway.admin('PUT', '/admin/tokens/acme/stripe/main', { access_token: 'rk_of_stripe' })
await gateway.admin('PUT', '/admin/tokens/acme/echo/main', { access_token: own })
await gateway.admin('PUT', '/admin/tokens/acme/pair/main', { access_token: 'ada:the-password-of-ada' })

const tokenWith = async (policy: object): Promise<string> =>
  (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', ...policy })).body.token
const tokens = {
  reader: await tokenWith({ allow: ['*:read'] }),
  all: await tokenWith({ allow: ['*:*'] }),
  secret: await tokenWith({ allow: ['*:read', 'twilio:secret'] }),
  named: await tokenWith({ allow: ['twilio:list_account'] }),
  unrestricted: await tokenWith({}),
  denied: await tokenWith({ deny: ['twilio:read'] }),
}
const list = { action: 'list_account' }
const call = (provider: string, body: object, token = tokens.unrestricted) =>
  gateway.call('acme', provider, body, { token })
const mcp = async (token: string, name: string, args: Record<string, unknown>) => {
  const { headers, body } = toolCall('modern', name, args)
  const response = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return response.text()
}

describe('an action that answers with credentials', () => {
  it.each(['reader', 'all', 'denied'] as const)('is refused to a token that is %s', async (name) => {
    const { status, body, text } = await call('twilio', list, tokens[name])
    expect([status, body.code, text.includes(authToken)]).toEqual([403, 'FORBIDDEN', false])
    if (name !== 'denied') expect(body.error).toContain('it needs twilio:secret')
  })

  it.each(['secret', 'named', 'unrestricted'] as const)('is answered to a token that is %s', async (name) => {
    const { body } = await call('twilio', list, tokens[name])
    expect(body.data.accounts).toEqual([{ sid, auth_token: authToken }])
  })

  it('is not a tool, and is not found or described, for who may not call it', async () => {
    const query = { query: 'list twilio accounts', provider: 'twilio', limit: 20 }
    const described = { provider: 'twilio', action: 'list_account' }
    for (const token of [tokens.reader, tokens.all]) {
      expect(await mcp(token, 'find_actions', query)).not.toContain('list_account"')
      expect(await mcp(token, 'describe_action', described)).toContain('is not an action of twilio that you may use')
      expect(await mcp(token, 'call_read', { ...described, parameters: {} })).not.toContain(authToken)
    }
    expect(await mcp(tokens.secret, 'find_actions', query)).toMatch(/list_account\\?"/)
  })

  it('stands with the tools that clients ask before, though it only reads', async () => {
    const args = { provider: 'twilio', action: 'list_account', parameters: {} }
    expect(await mcp(tokens.secret, 'call_read', args)).toContain('answers with a credential: call it with call_write')
    expect(await mcp(tokens.secret, 'call_write', args)).toContain(authToken)
    expect(await mcp(tokens.secret, 'twilio_read', list)).toContain('call it with twilio_write')
  })
})

describe('the read that says whose account it is', () => {
  const test = async (provider: string) =>
    (await gateway.admin('POST', `/admin/tokens/acme/${provider}/main/test`)).body
  /** Searches the store's files, the audit log among them. */
  const isKept = (): boolean =>
    readdirSync(gateway.dataDir).some((name) => readFileSync(join(gateway.dataDir, name)).includes(authToken))

  it('may be one of the document, which callers keep', async () => {
    expect(await test('stripe')).toMatchObject({ ok: true, identity: 'Analytical Engines, acct_1' })
    expect((await call('stripe', { action: 'get_v1_account' })).body.data.id).toBe('acct_1')
  })

  it('answers with a credential that is neither shown nor kept', async () => {
    const answer = await test('twilio')
    expect(answer).toMatchObject({ ok: true, identity: `Engines of Ada, ${sid}` })
    expect(JSON.stringify(answer)).not.toContain(authToken)
    expect(isKept()).toBe(false)
  })

  it('shows it on no page on which a person connects the account', async () => {
    const made = await gateway.admin('POST', '/admin/connect', {
      tenant_id: 'acme',
      provider: 'twilio',
      account_id: 'two',
    })
    const browser = createBrowser()
    const form = { setting_account_sid: sid, username: `SK${'2'.repeat(32)}`, password: 'a-secret-of-a-key' }
    expect((await browser.visit(made.body.url)).text).toContain('Account SID')
    const page = await browser.goThrough(made.body.url, form)
    expect(page.text).toContain(`<bdi>Engines of Ada, ${sid}</bdi>`)
    const done = await browser.visit(`${gateway.url}/connect/confirm`, { ...page.hidden, decision: 'connect' })
    expect(done.text).toContain(`Engines of Ada, ${sid}`)
    expect(page.text + done.text).not.toContain(authToken)
    expect(isKept()).toBe(false)
  })

  it('may be refused: the credential works, and nobody is named', async () => {
    mayReadAccount = false
    const answer = await test('twilio')
    mayReadAccount = true
    expect(answer).toEqual({ ok: true, status: 200, reason: null })
    expect(isKept()).toBe(false)
  })
})

describe('a credential beside what a read is for', () => {
  it.each([
    ['an action by hand', { action: 'get_repository', owner: 'acme', repo: 'shop' }],
    ['an action of the document', { action: 'update_repo', owner: 'acme', repo: 'shop', name: 'shop' }],
    ['a raw request', { action: 'raw', method: 'GET', path: '/repos/acme/shop' }],
  ])('is taken out of the answer: %s', async (_what, body) => {
    const { text: answer, body: envelope } = await call('github', body)
    expect(answer).not.toContain(cloneToken)
    expect(envelope).toMatchObject({ success: true, data: { full_name: 'acme/shop', temp_clone_token: null } })
  })
})

describe('an answer that repeats the credential with which it was asked for', () => {
  it.each(Object.keys(echoes))('has it taken out: %s', async (id) => {
    sent = own
    const { status, text: answer, body } = await call('echo', { action: 'get', id })
    expect([status, answer]).toEqual([200, expect.stringContaining('[redacted]')])
    for (const part of ['the>&vendor', 'u003e', Buffer.from(own).toString('base64'), encodeURIComponent(own)])
      expect(answer).not.toContain(part)
    if (typeof body.data === 'object' && 'kept' in body.data)
      expect(body.data).toMatchObject({ you_sent: '[redacted]', kept: 'as it is' })
    expect((await call('echo', { action: 'get', id })).body).toMatchObject({ cache: 'HIT', data: body.data })
  })

  it('has it taken out of bytes, of tools’ results and of the identity that a probe finds', async () => {
    sent = own
    const { data } = (await call('echo', { action: 'get_file' })).body
    const content = Buffer.from(data.content, 'base64').toString('utf8')
    expect(content).toBe('\u0000\u00ff before [redacted] after')
    expect(await mcp(tokens.unrestricted, 'echo', { action: 'get', id: 'plain' })).not.toContain('the>&vendor')
    const tested = await gateway.admin('POST', '/admin/tokens/acme/echo/main/test')
    expect(tested.body).toMatchObject({ ok: true, identity: '[redacted]' })
  })

  it.each(['ada:the-password-of-ada', 'the-password-of-ada'])(
    'has the pair and the password taken out: %s',
    async (said) => {
      sent = said
      const answers = [await call('pair', { action: 'get', id: 'plain', result_fields: ['you_sent'] })]
      answers.push(await call('pair', { action: 'get', id: 'base64', result_fields: ['authorization'] }))
      const texts = answers.map(({ text }) => text).join()
      expect(texts).not.toContain('the-password')
      expect(texts).not.toContain(Buffer.from(said).toString('base64'))
      expect(texts).toContain('[redacted]')
    },
  )

  it('keeps what merely looks like a short password', async () => {
    await gateway.admin('PUT', '/admin/tokens/acme/pair/main', { access_token: 'ada:kept' })
    sent = 'kept'
    expect((await call('pair', { action: 'get', id: 'plain' })).body.data.kept).toBe('as it is')
    expect((await call('pair', { action: 'get', id: 'plain' })).body.data.you_sent).toBe('kept')
    sent = 'a=da:as it'
    await gateway.admin('PUT', '/admin/tokens/acme/pair/main', { access_token: sent })
    const { data } = (await call('pair', { action: 'get', id: 'unicode' })).body
    expect(data).toEqual({ you_sent: '[redacted]', kept: 'as it is' })
  })
})
