import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { fixture, regional } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const { call, gateway, upstream, audited } = await startFixture({ providers: [fixture, regional] })

describe('a parameter in the path', () => {
  const segments: [id: string, url: string][] = [
    ['a/b', '/things/a%2Fb'],
    ['a?b=c#d', '/things/a%3Fb%3Dc%23d'],
    ['%2e%2e', '/things/%252e%252e'],
    ['..;', '/things/..%3B'],
    ['a b+c', '/things/a%20b%2Bc'],
    ['é😀', '/things/%C3%A9%F0%9F%98%80'],
    ['constructor', '/things/constructor'],
    ['\\..\\x', '/things/%5C..%5Cx'],
    ['a\r\nb', '/things/a%0D%0Ab'],
  ]
  it.each(segments)('%j is one segment', async (id, url) => {
    expect((await call({ action: 'get', id })).sent.map((scene) => scene.url)).toEqual([url])
  })

  it.each(['', '.', '..'])('%j is VALIDATION_ERROR at the parameter', async (id) => {
    const { body, sent } = await call({ action: 'get', id })
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, details: [{ path: '/id' }] })
    expect(sent).toEqual([])
    expect(await audited()).toMatchObject({ key: 'fixture/main', code: 'VALIDATION_ERROR' })
  })
})

describe('a parameter in a header', () => {
  it.each(['plain', 'tab\there', 'a, b; c="d"'])('%j arrives', async (note) => {
    expect((await call({ action: 'get', id: '1', note })).sent[0]?.headers['x-note']).toBe(note)
  })

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\0b', 'smile 😀', '\u0100', '\u007f', '\u2028'])(
    '%j is VALIDATION_ERROR that names the header, and nothing is sent',
    async (note) => {
      const { body, sent } = await call({ action: 'get', id: '1', note })
      expect(body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, error: expect.stringContaining('X-Note') })
      expect(body.error).not.toContain(note)
      expect(sent).toEqual([])
    },
  )

  it('that is left out sends no header; the provider’s own headers go with every call', async () => {
    const { sent } = await call({ action: 'get', id: '1' })
    expect(sent[0]?.headers).not.toHaveProperty('x-note')
    expect(sent[0]?.headers).toMatchObject({ 'x-version': '7', accept: 'application/json', 'user-agent': 'patchbay' })
  })
})

describe('parameters in a query, a form and a body', () => {
  it('a nested query is written with brackets, and null is left out', async () => {
    const filter = { created: { gte: 5 }, ids: ['a', 'b&c'], on: true, none: null }
    const { sent } = await call({ action: 'get', id: '1', filter })
    expect(decodeURIComponent(sent[0]?.url ?? '')).toBe(
      '/things/1?filter[created][gte]=5&filter[ids][]=a&filter[ids][]=b&c&filter[on]=true',
    )
    expect(sent[0]?.url).toContain('b%26c')
  })

  it('a form is written as one', async () => {
    const { sent } = await call({ action: 'pay', amount: 5, metadata: { 'a b': '1+1', é: '&' } })
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: '/payments',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([...new URLSearchParams(sent[0]?.body)]).toEqual([
      ['amount', '5'],
      ['metadata[a b]', '1+1'],
      ['metadata[é]', '&'],
    ])
  })

  it('a list in a form is written as the provider says that its lists are', async () => {
    const { sent } = await call({ action: 'pay', amount: 5, means: ['card', 'link'] })
    expect([...new URLSearchParams(sent[0]?.body)]).toEqual([
      ['amount', '5'],
      ['means[]', 'card'],
      ['means[]', 'link'],
    ])
  })

  it('a body is JSON; a read by GET has neither body nor content type', async () => {
    const made = (await call({ action: 'create', name: 'é😀' })).sent[0]
    expect([made?.headers['content-type'], made?.body]).toEqual(['application/json', '{"name":"é😀"}'])
    const got = (await call({ action: 'get', id: '1' })).sent[0]
    expect([got?.headers['content-type'], got?.body]).toEqual([undefined, ''])
  })

  it('the gateway’s own members are not sent on', async () => {
    const { sent } = await call({ action: 'create', name: 'x', account_id: 'main', result_fields: ['id'] })
    expect(sent[0]?.body).toBe('{"name":"x"}')
  })
})

describe('an account’s settings', () => {
  it('reach the action', async () => {
    const account = { id: 'main', label: 'Main', settings: { region: 'eu' } }
    const providers = { regional: { accounts: [account] } }
    await gateway.admin('PUT', '/admin/tenants/settled', { name: 'Settled', status: 'active', providers })
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'settled', token: tokenOf('settled') })
    await gateway.admin('PUT', '/admin/tokens/settled/regional/main', { access_token: 'x' })
    expect((await gateway.call('settled', 'regional', { action: 'look', id: '1' })).status).toBe(200)
    expect(upstream.requests.at(-1)?.url).toBe('/eu/things/1')
  })
})
