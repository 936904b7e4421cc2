import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntry } from '../../../test/contract/samples.ts'
import { type Admin, acme, openAdmin } from '../testing/open-admin.ts'

const now = new Date('2026-11-20T12:30:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

let admin: Admin
beforeAll(async () => {
  admin = openAdmin({ now: () => now })
  await admin.call('PUT', '/admin/tenants/acme', { body: acme })
  await admin.call('PUT', '/admin/tenants/quiet', { body: acme })
  const [provider = ''] = Object.keys(acme.providers)
  const key = `${provider}/${Object.values(acme.providers)[0]?.accounts[0]?.id}`
  await admin.store.audit.append([
    auditEntry(daysAgo(31), { tenant: 'acme', key, action: 'create' }, 1),
    auditEntry(daysAgo(29), { tenant: 'acme', key, action: 'search' }, 2),
    auditEntry(daysAgo(1), { tenant: 'acme', key, action: 'search' }, 3),
    auditEntry(daysAgo(1), { tenant: 'acme', key, action: 'taken_away' }, 4),
    auditEntry(daysAgo(1), { tenant: 'globex', key, action: 'get' }, 5),
  ])
})
afterAll(() => admin.close())

describe('the check of a policy', () => {
  test('covers 30 days of that tenant, says which rule refuses and when last, and names what no longer exists', async () => {
    const { status, body } = await admin.call('POST', '/admin/policies/acme/check', { body: { deny: ['*:read'] } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      tenant_id: 'acme',
      token_id: null,
      since: '2026-10-22T00:00:00.000Z',
      complete: true,
      calls: 2,
      allowed: [],
      refused: [{ action: 'search', effect: 'read', calls: 2, last_at: '2026-11-19T12:00:00.000Z', denied: '*:read' }],
      gone: [{ action: 'taken_away', effect: null, calls: 1, denied: null }],
    })
    expect(body.refused).toHaveLength(1)
  })

  test('changes nothing, and is audited', async () => {
    const before = await admin.call('GET', '/admin/tenants/acme')
    await admin.call('POST', '/admin/policies/acme/check', { body: { allow: [] } })
    expect(await admin.call('GET', '/admin/tenants/acme')).toEqual(before)
    const { body } = await admin.call('GET', '/admin/audit?action=check_policy&limit=1')
    expect(body.entries).toMatchObject([{ tenant: 'acme', key: 'policies/acme', source: 'admin' }])
  })

  test.each([
    ['a pattern that names nothing', 'acme', { allow: ['*:read', 'hubspo:read'] }, 400, '/allow/1'],
    ['an unknown member', 'acme', { alow: [] }, 400, '/alow'],
    ['an unknown token', 'acme', { token_id: '0123456789ab' }, 404, undefined],
    ['an unknown tenant', 'nobody', {}, 404, undefined],
  ])('refuses %s', async (_, tenant, body, status, path) => {
    const answered = await admin.call('POST', `/admin/policies/${tenant}/check`, { body })
    expect([answered.status, answered.body.details?.[0].path]).toEqual([status, path])
  })
})

describe('the least policy', () => {
  test('of a tenant without calls allows nothing, and says that nothing was used', async () => {
    const { body } = await admin.call('GET', '/admin/policies/quiet/least')
    expect(body).toMatchObject({ allow: [], wider: [], used: [], refused: [], gone: [], complete: true })
  })

  test.each([
    ['/admin/policies/acme/least?token_id=0123456789ab', 404],
    ['/admin/policies/nobody/least', 404],
    ['/admin/policies/acme/least?token_id=x', 400],
  ])('of %s is %i', async (path, status) => {
    expect((await admin.call('GET', path)).status).toBe(status)
  })

  test.each([
    ['POST', '/admin/policies/acme/check'],
    ['GET', '/admin/policies/acme/least'],
  ])('%s %s needs an admin key', async (method, path) => {
    expect((await admin.call(method, path, { key: null, ...(method === 'POST' && { body: {} }) })).status).toBe(401)
  })
})
