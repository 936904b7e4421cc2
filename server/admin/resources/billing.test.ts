import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Admin, acme, openAdmin } from '../testing/open-admin.ts'

let admin: Admin
beforeAll(async () => {
  admin = openAdmin()
  await admin.call('PUT', '/admin/tenants/acme', { body: acme })
})
afterAll(() => admin.close())

const path = '/admin/billing/acme'
const team = { plan: 'Team', currency: 'EUR', included_calls: 10, price_per_call: '0.0025', monthly_limit: 100 }
const put = (body: unknown, headers = {}) => admin.send('PUT', path, { body, headers })
const get = () => admin.send('GET', path)

beforeEach(async () => {
  expect((await put(team)).status).toBe(200)
})

test('what GET gave can be PUT back, with a change', async () => {
  const { body } = await get()
  expect((await put(body)).status).toBe(200)
  const { version } = (await get()).body
  const { status, body: changed } = await put({ ...team, tenant_id: 'acme', version, plan: 'Large' })
  expect([status, changed.plan]).toEqual([200, 'Large'])
})

test.each(['tenant_id', 'updated_at', 'version'])('another %s is refused, and nothing changes', async (name) => {
  const { body } = await get()
  const refused = await put({ ...body, plan: 'Large', [name]: 'another' })
  expect(refused.body.details).toEqual([{ path: `/${name}`, message: expect.stringContaining(body[name]) }])
  expect((await get()).body).toEqual(body)
})

test('an ETag that no longer holds is 412, and the current one is taken', async () => {
  const { etag = '' } = (await get()).headers
  const replaced = await put({ ...team, plan: 'Large' }, { 'if-match': etag })
  expect([replaced.status, replaced.headers.etag]).toEqual([200, `"${replaced.body.version}"`])
  const refused = await put(team, { 'if-match': etag })
  expect(refused.body).toMatchObject({ code: 'CONFLICT', status: 412 })
  expect((await get()).body.plan).toBe('Large')
})

test('If-None-Match: * only creates', async () => {
  expect((await put(team, { 'if-none-match': '*' })).status).toBe(412)
  await admin.call('PUT', '/admin/tenants/globex', { body: acme })
  const created = await admin.call('PUT', '/admin/billing/globex', { body: team, headers: { 'if-none-match': '*' } })
  expect(created.status).toBe(200)
})
