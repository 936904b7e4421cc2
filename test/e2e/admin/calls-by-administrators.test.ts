import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
})
afterAll(() => stage.stop())

const { action, ...params } = searchFor('ada@example.org')
const search = { tenant_id: 'acme', provider: 'hubspot', action, params }

const run = (body: object, headers?: Readonly<Record<string, string>>) =>
  stage.admin('POST', '/admin/calls', { ...search, ...body }, headers)

test('a call for a tenant gives what a caller would get, and stands in the log with the key that made it', async () => {
  const { status, body } = await run({})
  expect([status, body.status]).toEqual([200, 200])
  const asCaller = await stage.call('acme', 'hubspot', searchFor('ada@example.org'))
  expect(body.answer.data).toEqual(asCaller.body.data)
  expect(body.answer).toMatchObject({ success: true, cache: 'BYPASS' })
  const { calls } = (await stage.admin('GET', `/admin/calls/${body.request_id}`)).body
  expect(calls).toMatchObject([{ tenant: 'acme', provider: 'hubspot', action, account: 'main', outcome: 'ok' }])
  const { entries } = (await stage.admin('GET', `/admin/audit?request_id=${body.request_id}`)).body
  expect(entries.map(({ action }: { action: string }) => action).toSorted()).toEqual(['make_call', action].toSorted())
  expect(new Set(entries.map(({ token_id }: { token_id: string }) => token_id)).size).toBe(1)
})

test('what a caller may not do, an administrator may not do in its place, and is told why', async () => {
  await stage.admin('PATCH', '/admin/tenants/acme', { options: { deny: ['hubspot:search'] } })
  expect((await run({})).body).toMatchObject({ status: 403, answer: { code: 'FORBIDDEN' } })
  await stage.admin('PATCH', '/admin/tenants/acme', { options: { deny: null } })
  const wrong = (await run({ params: { object_type: 'contacts', filtres: [] } })).body
  expect(wrong).toMatchObject({
    status: 400,
    answer: { code: 'VALIDATION_ERROR', details: [{ path: '/filters' }, { path: '/filtres' }] },
  })
})

test('a suspended or unknown tenant, an unknown provider, and a parameter that would be another call are refused', async () => {
  await stage.admin('PUT', '/admin/tenants/asleep', { name: 'Asleep', status: 'suspended', providers: {} })
  const codeOf = async (body: object) => (await run(body)).body.code
  expect(await codeOf({ tenant_id: 'asleep' })).toBe('TENANT_SUSPENDED')
  expect(await codeOf({ tenant_id: 'nobody' })).toBe('TENANT_NOT_FOUND')
  expect(await codeOf({ provider: 'nothing' })).toBe('VALIDATION_ERROR')
  for (const params of [{ account_id: 'main' }, { dry_run: false }]) {
    expect(await codeOf({ params })).toBe('VALIDATION_ERROR')
  }
})

test('a dry run shows the request of a write without the credential, and sends nothing', async () => {
  const properties = { email: 'ada@example.com' }
  const before = (await run({})).body.answer.data
  const { body } = await run({ action: 'create', params: { object_type: 'contacts', properties }, dry_run: true })
  expect(body).toMatchObject({ status: 200, answer: { success: true, cache: 'BYPASS' } })
  const { request, sends } = body.answer.data
  expect([sends, request.method, request.body]).toEqual([false, 'POST', JSON.stringify({ properties })])
  expect(request.headers.authorization).toBe('Bearer (credential)')
  expect((await run({})).body.answer.data).toEqual(before)
  const { calls } = (await stage.admin('GET', `/admin/calls/${body.request_id}`)).body
  expect(calls).toMatchObject([{ action: 'create', outcome: 'ok', reason: 'Dry run: nothing was sent', tries: [] }])
})

test('a viewer calls nothing', async () => {
  const { body } = await stage.admin('POST', '/admin/keys', { name: 'Viewer', role: 'viewer' })
  expect((await run({}, { 'x-admin-key': body.key })).status).toBe(403)
})
