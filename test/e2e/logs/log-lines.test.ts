// Test lanes: slow

import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { createBrowser } from '../../connect/start-vendor.ts'
import { type StageProcess, searchFor, startStageProcess } from '../stage.ts'

let stage: StageProcess
beforeAll(async () => {
  stage = await startStageProcess({ env: { LOG_LEVEL: 'info' } })
  await stage.ready('acme')
})
afterAll(() => stage.stop())

/** The line of one exchange, once it is written. */
const lineOf = async (requestId: string): Promise<Record<string, unknown>> => {
  const find = () => stage.output.stdout.split('\n').find((line) => line.includes(`"request_id":"${requestId}"`))
  await expect.poll(find).toBeDefined()
  return JSON.parse(find() ?? '')
}

let count = 0
const headersOf = (token = tokenOf('acme')) => {
  const id = `line-${++count}`
  return { id, headers: { authorization: `Bearer ${token}`, 'x-request-id': id } }
}

const post = async (path: string, body: unknown, token?: string) => {
  const { id, headers } = headersOf(token)
  await stage.send('POST', path, { ...headers, accept: 'application/json, text/event-stream' }, body)
  return lineOf(id)
}

const wrong = { action: 'search', object_type: 'contacts' }
const call = { tenant: 'acme', key: 'hubspot/main', action: 'search' }

it('a call that failed says whose it was and what was called, as one that went well does', async () => {
  const path = '/api/v1/acme/hubspot'
  expect(await post(path, searchFor('ada@example.com'))).toMatchObject({ ...call, status: 200, cache: 'MISS' })
  expect(await post(path, wrong)).toMatchObject({
    ...call,
    key: 'hubspot',
    status: 400,
    code: 'VALIDATION_ERROR',
    level: 'info',
    reason: '/filters: is required',
  })
  const { id, headers } = headersOf()
  await stage.admin('PUT', '/admin/tokens/acme/hubspot/main', { access_token: 'revoked-token' })
  await stage.send('POST', path, { ...headers, 'cache-control': 'no-cache' }, searchFor('ada@example.com'))
  expect(await lineOf(id)).toMatchObject({
    ...call,
    status: 401,
    code: 'UPSTREAM_ERROR',
    cache: 'BYPASS',
    reason: expect.stringMatching(/^HubSpot CRM answered 401: /),
  })
})

it('so does a tool call', async () => {
  const params = { name: 'hubspot', arguments: wrong }
  const line = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  expect(line).toMatchObject({ ...call, key: 'hubspot', code: 'VALIDATION_ERROR', status: 200, level: 'info' })
  expect(line.reason).toBe('/filters: is required')
})

it('so does an administrator’s', async () => {
  const id = 'line-admin'
  await stage.admin('PUT', '/admin/tenants/acme', { name: 7 }, { 'x-request-id': id })
  expect(await lineOf(id)).toMatchObject({
    tenant: 'acme',
    action: 'put_tenant',
    code: 'VALIDATION_ERROR',
    status: 400,
    reason: expect.stringContaining('/status: is required'),
  })
})

it('a connect link’s try that failed says why, and nothing that the sign-in sent', async () => {
  await stage.admin('PUT', '/admin/apps/hubspot', { client_id: 'an-app', client_secret: 'a-client-secret' })
  const link = { tenant_id: 'acme', provider: 'hubspot', account_id: 'other' }
  const { url } = (await stage.admin('POST', '/admin/connect', link)).body
  const browser = createBrowser()
  const { location = '' } = await browser.visit(url, (await browser.visit(url)).hidden)
  const state = new URL(location).searchParams.get('state') ?? ''
  await browser.visit(`${new URL(url).origin}/connect/callback/hubspot?error=access_denied&state=${state}`)
  const find = () => stage.output.stdout.split('\n').find((line) => line.includes('"route":"/connect/callback/'))
  await expect.poll(find).toBeDefined()
  expect(find()).not.toContain(state)
  expect(JSON.parse(find() ?? '')).toMatchObject({
    tenant: 'acme',
    key: 'tokens/acme/hubspot/other',
    code: 'UPSTREAM_ERROR',
    status: 502,
    reason: 'The access was not allowed at HubSpot CRM (access_denied)',
  })
})

it('so does one whose form is refused, and it repeats nothing that was typed', async () => {
  const link = { tenant_id: 'acme', provider: 'shopify', account_id: 'shop' }
  const { url } = (await stage.admin('POST', '/admin/connect', link)).body
  const browser = createBrowser()
  const typed = { setting_shop: 'No Such Shop!', client_id: 'typed-id', client_secret: 'typed-secret' }
  const page = await browser.visit(url, { ...(await browser.visit(url)).hidden, ...typed })
  expect(page.status).toBe(400)
  const find = () => stage.output.stdout.split('\n').find((line) => line.includes('tokens/acme/shopify/shop'))
  await expect.poll(find).toBeDefined()
  expect(find()).not.toMatch(/No Such|typed/)
  const reason = expect.stringContaining('shop')
  expect(JSON.parse(find() ?? '')).toMatchObject({ tenant: 'acme', code: 'VALIDATION_ERROR', status: 400, reason })
})

it('a stranger’s says nothing of a tenant', async () => {
  const line = await post('/api/v1/acme/hubspot', searchFor('ada@example.com'), 'wrong-wrong-wrong')
  expect(line).toMatchObject({ code: 'AUTH_FAILED', status: 401 })
  expect(line).not.toHaveProperty('tenant')
})
