// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import { fixture, variant } from '../call-path/fixture-provider.ts'
import { secret } from '../call-path/start-fixture.ts'
import { tokenOf } from '../client.ts'
import { answer } from '../providers/scripted.ts'
import { startMcp } from './start-mcp.ts'

const { gateway, upstream, callTool } = await startMcp({ providers: [fixture, variant('twin', {})] })

const limit = 4096
const accounts = [
  { id: 'main', label: 'Main' },
  { id: 'second', label: 'Second' },
]
const put = (tenant: string, options: object = { max_result_bytes: limit }) =>
  gateway.admin('PUT', `/admin/tenants/${tenant}`, {
    name: tenant,
    status: 'active',
    providers: { fixture: { accounts, default: 'main' }, twin: { accounts, default: 'main' } },
    options,
  })

await put('acme')
await gateway.admin('PUT', '/admin/tokens/acme/fixture/second', { access_token: 'second-secret' })
await gateway.seed('other', { fixture: 'x' })
await put('other')

const things = Array.from({ length: 200 }, (_, id) => ({ id, name: `thing number ${id}`, words: 'w'.repeat(id) }))
const get = { action: 'get', id: '1', account_id: 'main' }
const list = answer(200, { total: 200, results: things, paging: { next: 'more' } })

const first = async (behaviour = list, args: Record<string, unknown> = get) =>
  (await callTool(args, [behaviour])).result
const next = (
  continuation: string,
  args: Record<string, unknown> = { action: 'get', account_id: 'main' },
  options = {},
) => callTool({ ...args, continuation }, [answer(500)], options)

it('a short list that stopped says so where models look for what is missing', async () => {
  const few = answer(200, { results: things.slice(0, 2), paging: { next: 'b' } })
  const { structuredContent } = await first(few, { action: 'list_by_cursor', account_id: 'main', limit: 100 })
  expect(structuredContent).toMatchObject({
    data: { results: [{ id: 0 }, { id: 1 }, { id: 0 }, { id: 1 }] },
    truncated: { more: true, next: 'b', stopped: 'the vendor named the same page again' },
  })
})

describe('a result over max_result_bytes', () => {
  it('comes in parts that fit, each of them whole JSON, and together they are the whole', async () => {
    const parts = [await first()]
    while (parts.at(-1).structuredContent.truncated) {
      const { result, sent } = await next(parts.at(-1).structuredContent.truncated.continuation)
      expect(sent).toEqual([])
      parts.push(result)
    }
    expect(parts.length).toBeGreaterThan(5)
    for (const { content, structuredContent } of parts) {
      expect(Buffer.byteLength(content[0].text)).toBeLessThanOrEqual(limit)
      expect(JSON.parse(content[0].text)).toEqual(structuredContent)
    }
    const data = parts.map(({ structuredContent }) => structuredContent.data)
    expect(data.flatMap(({ results }) => results)).toEqual(things)
    expect(data[0].total).toBe(200)
    expect(data.at(-1).paging).toEqual({ next: 'more' })
  })

  it('says in each part which result_fields are not there', async () => {
    const args = { ...get, action: 'list_by_cursor', result_fields: ['nmae'] }
    const { id: _, ...fields } = args
    const parts = [await first(list, fields)]
    while (parts.at(-1).structuredContent.truncated) {
      const { continuation } = parts.at(-1).structuredContent.truncated
      parts.push((await next(continuation, { action: 'list_by_cursor', account_id: 'main' })).result)
    }
    expect(parts.length).toBeGreaterThan(5)
    for (const { content, structuredContent } of parts) {
      expect(Buffer.byteLength(content[0].text)).toBeLessThanOrEqual(limit)
      expect(structuredContent).toMatchObject({ unmatched_fields: ['nmae'], known_fields: ['id', 'name', 'words'] })
    }
    expect(parts.flatMap(({ structuredContent }) => structuredContent.data.results)).toEqual(things)
  })

  it('says in each part, the last as well, that the list stopped, why, and where it goes on', async () => {
    const { id: _, ...args } = { ...get, action: 'list_by_cursor', limit: 1000 }
    const again = answer(200, { results: things, paging: { next: 'more' } })
    const parts = [await first(again, args)]
    while (parts.at(-1).structuredContent.truncated.continuation) {
      const { continuation } = parts.at(-1).structuredContent.truncated
      parts.push((await next(continuation, { action: 'list_by_cursor', account_id: 'main' })).result)
    }
    expect(parts.length).toBeGreaterThan(5)
    for (const { content, structuredContent } of parts) {
      expect(Buffer.byteLength(content[0].text)).toBeLessThanOrEqual(limit)
      expect(structuredContent.truncated).toMatchObject({
        more: true,
        next: 'more',
        stopped: 'the vendor named the same page again',
      })
      expect(structuredContent).not.toHaveProperty('stopped')
    }
  })

  it('says what was cut, how much of it is there, and how much there is', async () => {
    const { structuredContent } = await first()
    const { truncated, data } = structuredContent
    expect(truncated).toEqual({
      at: '/results',
      returned: data.results.length,
      total: 200,
      continuation: expect.stringMatching(/^[0-9a-f]{32}(\.\d+)+$/),
    })
    const second = (await next(truncated.continuation)).result.structuredContent
    expect(second).toMatchObject({
      success: true,
      status: 200,
      cache: 'HIT',
      truncated: { at: '/results', total: 200 },
    })
  })

  it('counts each of several lists by itself', async () => {
    const some = (count: number) => Array.from({ length: count }, (_, n) => `word number ${n}`)
    const parts = [await first(answer(200, { first: some(300), second: some(500) }))]
    while (parts.at(-1).structuredContent.truncated) {
      parts.push((await next(parts.at(-1).structuredContent.truncated.continuation)).result)
    }
    const cuts = parts.flatMap(({ structuredContent: { truncated } }) => truncated ?? [])
    const totals = cuts.map(({ at, total }) => `${at} ${total}`)
    expect(new Set(totals)).toEqual(new Set(['/first 300', '/second 500']))
  })

  it('gives a part again when it is asked for again', async () => {
    const { truncated } = (await first()).structuredContent
    const [once, twice] = [await next(truncated.continuation), await next(truncated.continuation)]
    expect(twice.result).toEqual(once.result)
  })

  it('keeps every digit of its numbers', async () => {
    const ids = Array.from({ length: 300 }, (_, n) => `12345678901234567${n + 100}`)
    const { text } = await callTool(get, [answer(200, `{"ids":[${ids}]}`)])
    expect(text).toContain(`{\\"ids\\":[${ids.slice(0, 3)}`)
  })

  it('of a write is handed over without writing again', async () => {
    const create = { action: 'create', name: 'x', account_id: 'main' }
    const { truncated } = (await first(answer(201, things), create)).structuredContent
    const { result, sent } = await next(truncated.continuation, { action: 'create', account_id: 'main' })
    expect(sent).toEqual([])
    expect(result.structuredContent).toMatchObject({ success: true, status: 201 })
  })

  it('is never cut for REST', async () => {
    upstream.play(list)
    const { body } = await gateway.call('acme', 'fixture', { action: 'get', id: '1', account_id: 'second' })
    expect(body.data.results).toEqual(things)
  })

  it('is not over it any more with result_fields', async () => {
    const narrow = { ...get, action: 'list_by_cursor', id: undefined, limit: 200, result_fields: ['id'] }
    const { structuredContent } = await first(answer(200, { results: things, paging: {} }), narrow)
    expect(structuredContent.truncated).toBeUndefined()
    expect(structuredContent.data.results).toHaveLength(200)
  })

  it('is not cut below the tenant’s own limit', async () => {
    await gateway.seed('roomy', { fixture: 'x' })
    await put('roomy', { max_result_bytes: 1_000_000 })
    const { result } = await callTool(get, [list], { token: tokenOf('roomy') })
    expect(result.structuredContent.data.results).toHaveLength(200)
  })
})

describe('a continuation', () => {
  const refused = (result: { structuredContent: unknown }) =>
    expect(result.structuredContent).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: '/continuation', message: expect.any(String) }],
    })
  const name = async () => (await first()).structuredContent.truncated.continuation

  it.each(['.99999', '.0.0.0.1', '.1.99999.3', '.0.5'])('that was made up to go on at %s is refused', async (place) => {
    refused((await next(`${(await name()).slice(0, 32)}${place}`)).result)
  })

  it('is one tenant’s only', async () => {
    refused((await next(await name(), undefined, { token: tokenOf('other') })).result)
  })

  it('is one account’s only', async () => {
    refused((await next(await name(), { action: 'get', account_id: 'second' })).result)
  })

  it('is one domain’s only', async () => {
    const { truncated } = (await first()).structuredContent
    const { result } = await next(truncated.continuation, { action: 'get', account_id: 'main' }, { name: 'twin' })
    refused(result)
    expect(result.structuredContent.error).toContain('belongs to the tool of fixture')
  })

  it('is one action’s only', async () => {
    refused((await next(await name(), { action: 'look', account_id: 'main' })).result)
  })

  it.each([
    ['that nobody gave', `${'f'.repeat(32)}.1`],
    ['that is not a string', 7],
    ['without a place', 'f'.repeat(32)],
    ['of a place that is none', `${'f'.repeat(32)}.x`],
    ['that is an object’s own name', '__proto__'],
  ])('%s is refused', async (_what, given) => {
    refused((await next(given as string)).result)
  })

  it('is taken by the tool of the action, too, with whatever that requires beside it', async () => {
    const { result } = await next(await name(), { id: 'not looked at' }, { name: 'fixture_get' })
    expect(result.structuredContent.success).toBe(true)
  })

  it('ends when the account’s credential is gone', async () => {
    const given = await name()
    await gateway.admin('DELETE', '/admin/tokens/acme/fixture/main')
    expect((await next(given)).result.structuredContent).toMatchObject({
      code: 'TOKEN_MISSING',
      error: expect.stringContaining(
        'an administrator can store a credential with PUT /admin/tokens/acme/fixture/main',
      ),
      next: { route: 'put_token', params: { tenant: 'acme', provider: 'fixture', account: 'main' } },
    })
    await gateway.admin('PUT', '/admin/tokens/acme/fixture/main', { access_token: secret })
  })

  it('goes on after a change of the tenant, also when its only account has got a second one beside it', async () => {
    await gateway.seed('growing', { fixture: 'x' })
    const options = { max_result_bytes: limit }
    const growing = { token: tokenOf('growing') }
    const providers = (count: number) => ({ fixture: { accounts: accounts.slice(0, count), default: 'main' } })
    const configure = (count: number) =>
      gateway.admin('PUT', '/admin/tenants/growing', {
        name: 'x',
        status: 'active',
        providers: providers(count),
        options,
      })
    await configure(1)
    const { result } = await callTool({ action: 'get', id: '1' }, [list], growing)
    await configure(2)
    const { continuation, returned } = result.structuredContent.truncated
    const after = (await next(continuation, { action: 'get' }, growing)).result.structuredContent
    expect(after.data.results[0]).toEqual(things[returned])
  })

  it('of an account that the tenant has no more is refused', async () => {
    await put('other')
    const { result } = await callTool(get, [list], { token: tokenOf('other') })
    const one = { fixture: { accounts: accounts.slice(1), default: 'second' } }
    const body = { name: 'x', status: 'active', providers: one, options: { max_result_bytes: limit } }
    expect((await gateway.admin('PUT', '/admin/tenants/other?prune=true', body)).status).toBe(200)
    const { continuation } = result.structuredContent.truncated
    const after = (await next(continuation, { action: 'get' }, { token: tokenOf('other') })).result.structuredContent
    expect(after).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/account_id' }] })
  })

  it('of a suspended tenant is refused', async () => {
    await gateway.seed('paused', { fixture: 'x' })
    await put('paused')
    const token = tokenOf('paused')
    const { result } = await callTool(get, [list], { token })
    const body = { name: 'x', status: 'suspended', providers: { fixture: { accounts, default: 'main' } } }
    await gateway.admin('PUT', '/admin/tenants/paused', body)
    const { status } = await next(result.structuredContent.truncated.continuation, undefined, { token })
    expect(status).toBe(403)
  })

  it('does not outlive its tenant, though one of the same name is made anew', async () => {
    const made = async () => {
      await gateway.seed('short-lived', { fixture: 'x' })
      await put('short-lived')
    }
    await made()
    const token = tokenOf('short-lived')
    const { result } = await callTool(get, [list], { token })
    await gateway.admin('DELETE', '/admin/tenants/short-lived')
    await made()
    refused((await next(result.structuredContent.truncated.continuation, undefined, { token })).result)
  })

  it('is audited as the call that it goes on with', async () => {
    await next(await name())
    const { body } = await gateway.admin('GET', '/admin/audit?source=mcp&tenant=acme&limit=1')
    expect(body.entries[0]).toMatchObject({ action: 'get', key: 'fixture/main', outcome: 'ok', status: 200 })
  })

  it('is not a parameter of REST', async () => {
    const { body } = await gateway.call('acme', 'fixture', { ...get, continuation: await name() })
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: '/continuation' }] })
  })
})
