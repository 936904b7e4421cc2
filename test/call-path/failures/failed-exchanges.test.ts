// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { toolCall } from '../../mcp/messages.ts'
import { answer, type Behaviour } from '../../providers/scripted.ts'
import {
  base64,
  formsOfSecret,
  secretAccounts,
  secretCredentials,
  secretTakers,
} from '../credentials/echoed-secrets.ts'
import { secret, startFixture } from '../start-fixture.ts'

const { call, gateway, audited } = await startFixture({ providers: secretTakers, credentials: secretCredentials })

const keep = (keep_failed: boolean | null) =>
  gateway.admin('PATCH', '/admin/tenants/acme', { options: { keep_failed } })
const readExchange = (id: string) => gateway.admin('GET', `/admin/calls/${id}/exchange`)

/** The exchange of the newest call. */
const newest = async () => readExchange((await audited()).id)

const create = { action: 'create', name: 'x' }

describe('a tenant without the option', () => {
  it('keeps nothing', async () => {
    await call(create, [answer(400, { hint: 'no' })])
    expect(await newest()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('with the option', () => {
  it('a failed call shows what was sent and answered, and reading it is an entry of its tenant', async () => {
    expect((await keep(true)).status).toBe(200)
    await call({ action: 'create', name: 'Ann' }, [answer(422, { hint: 'name is taken' }, { 'x-trace': 'vendor-1' })])
    const { id, request_id } = await audited()
    const { status, body } = await readExchange(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      tenant: 'acme',
      parameters: { action: 'create', name: 'Ann' },
      request: { method: 'POST', headers: { authorization: '(secret)' }, body: '{"name":"Ann"}' },
      answer: { status: 422, headers: { 'x-trace': 'vendor-1' }, body: '{"hint":"name is taken"}' },
      is_cut: false,
    })
    expect(body.request.url).toMatch(/\/things$/)
    expect((await readExchange(request_id)).body).toEqual(body)
    const { body: log } = await gateway.admin('GET', '/admin/audit?action=get_call_exchange&limit=1')
    expect(log.entries[0]).toMatchObject({ tenant: 'acme', source: 'admin', outcome: 'ok' })
  })

  it('a call that was refused before anything was sent shows its parameters; one that succeeded is not kept', async () => {
    await call({ action: 'get', idd: '1' })
    expect((await newest()).body).toMatchObject({
      parameters: { action: 'get', idd: '1' },
      request: null,
      answer: null,
    })
    await call({ action: 'get', id: '1' })
    expect((await newest()).status).toBe(404)
  })

  it('an answer that is a page, and a call over MCP', async () => {
    await call({ action: 'get', id: '1' }, [answer(404, '<h1>gone</h1>', { 'content-type': 'text/html' })])
    expect((await newest()).body).toMatchObject({ answer: { status: 404, body: '<h1>gone</h1>' } })
    const { headers, body: message } = toolCall('modern', 'fixture', { action: 'get' })
    await gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${tokenOf('acme')}` }, message)
    const { body } = await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=1')
    expect((await readExchange(body.entries[0].id)).body).toMatchObject({ parameters: { action: 'get' } })
  })

  it('an answer that is no text is described, and a long one is cut', async () => {
    const bytes = new Uint8Array([137, 80, 78, 71, 0, 255])
    await call(create, [answer(500, bytes, { 'content-type': 'image/png' })])
    expect((await newest()).body.answer.body).toBe('(6 bytes of image/png)')
    await call(create, [answer(400, { text: 'é'.repeat(300_000) })])
    const { body } = await newest()
    expect(body).toMatchObject({ is_cut: true, answer: { status: 400 } })
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(70_000)
  })
})

const echoes: readonly (readonly [where: string, behaviour: (texts: readonly string[]) => Behaviour])[] = [
  ['JSON', (texts) => answer(400, { sent: texts, ...Object.fromEntries(texts.map((text) => [text, 1])) })],
  ['text', (texts) => answer(400, texts.map((text) => `You sent ${text} to us\n`).join(''))],
  ['headers', () => answer(400, {}, { 'x-sent': encodeURIComponent(secret), 'set-cookie': `s=${base64(secret)}` })],
]

describe.each(secretAccounts)('of an account of %s', (domain, secrets) => {
  it.each(echoes)('no credential is kept, though the provider echoes it in %s', async (_where, echo) => {
    const texts = secrets.flatMap(formsOfSecret)
    await call({ action: 'create', name: texts.join(' ') }, [echo(texts)], domain)
    const { status, text } = await newest()
    expect(status).toBe(200)
    for (const hidden of texts) expect(text).not.toContain(hidden)
  })
})

describe('other secrets', () => {
  const given = 'a-secret-of-the-customer'
  it.each([
    ['a parameter', { action: 'pay', amount: 1, metadata: { password: given } }, {}],
    ['the answer', create, { user: { access_token: given, name: 'Ann' } }],
    ['a header', { action: 'get', id: '1', note: `Bearer ${given}` }, {}],
    ['the address', { action: 'get', id: '1', filter: { client_secret: given } }, {}],
  ])('in %s are left out', async (_where, body, answered) => {
    await call(body, [answer(400, answered)])
    const { status, text } = await newest()
    expect([status, text.includes(given), text.includes('(secret)')]).toEqual([200, false, true])
  })
})

describe('the end', () => {
  it('a tenant that keeps nothing any more shows nothing', async () => {
    await call(create, [answer(400, {})])
    expect((await newest()).status).toBe(200)
    await keep(null)
    expect((await newest()).status).toBe(404)
  })

  it('a viewer must not read it', async () => {
    const { body } = await gateway.admin('POST', '/admin/keys', { name: 'viewer', role: 'viewer' })
    const answered = await fetch(`${gateway.url}/admin/calls/x/exchange`, { headers: { 'x-admin-key': body.key } })
    expect(answered.status).toBe(403)
  })
})
