import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admin, acme, openAdmin } from './admin-under-test.ts'

let admin: Admin
beforeAll(async () => {
  admin = openAdmin()
  for (const id of ['acme', 'globex']) await admin.call('PUT', `/admin/tenants/${id}`, { body: acme })
})
afterAll(() => admin.close())

const register = (tenant_id: unknown, token: unknown) =>
  admin.call('POST', '/admin/auth', { body: { tenant_id, token } })

const idOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 12)

describe('a bearer token', () => {
  const token = 'acme-token-0123456789'

  test('is registered with 201, again with 200, for another tenant not: 409', async () => {
    const body = { token_id: idOf(token), tenant_id: 'acme', status: 'active' }
    expect(await register('acme', token)).toEqual({ status: 201, body })
    expect(await register('acme', token)).toEqual({ status: 200, body })
    expect((await register('globex', token)).body).toMatchObject({ code: 'CONFLICT', status: 409 })
  })

  test('is listed by its id, and gone after DELETE', async () => {
    const { body } = await admin.call('GET', '/admin/auth/acme')
    expect(body.tokens).toMatchObject([{ token_id: idOf(token), tenant_id: 'acme', status: 'active' }])
    expect((await admin.call('DELETE', `/admin/auth/globex/${idOf(token)}`)).body.code).toBe('NOT_FOUND')
    expect(await admin.call('DELETE', `/admin/auth/acme/${idOf(token)}`)).toEqual({ status: 204, body: null })
    expect((await admin.call('DELETE', `/admin/auth/acme/${idOf(token)}`)).body.code).toBe('NOT_FOUND')
    expect((await admin.call('GET', '/admin/auth/acme')).body).toEqual({ tokens: [] })
  })

  test('that precedes its tenant is registered, listed and revoked', async () => {
    const early = 'early-token-0123456789'
    expect((await register('later', early)).status).toBe(201)
    expect((await admin.call('GET', '/admin/auth/later')).body.tokens).toHaveLength(1)
    expect((await admin.call('DELETE', `/admin/auth/later/${idOf(early)}`)).status).toBe(204)
    expect((await admin.call('GET', '/admin/auth/later')).body.code).toBe('TENANT_NOT_FOUND')
  })

  test.each(['x'.repeat(16), 'x'.repeat(1024), '!"#$%&~=/+:;<>?@[]^_`{|}'])('%s is taken', async (good) => {
    expect((await register('acme', good)).status).toBe(201)
  })

  test.each([
    ['x'.repeat(15), 'at least 16'],
    ['x'.repeat(1025), 'at most 1024'],
    ['with a space in it', 'visible ASCII'],
    ['with-a-newline-in-it\n', 'line break'],
    ['with-an-ümlaut-in-it', 'visible ASCII'],
    [1234567890123456, 'a string'],
    [undefined, 'is required'],
  ])('%j is refused and not shown', async (bad, message) => {
    const { status, body } = await register('acme', bad)
    expect(status).toBe(400)
    expect(body.details).toEqual([{ path: '/token', message: expect.stringContaining(message) }])
    if (typeof bad === 'string') expect(JSON.stringify(body)).not.toContain(bad.trim())
  })

  test.each([
    ['GET', '/admin/auth/nobody', 'TENANT_NOT_FOUND'],
    ['DELETE', '/admin/auth/nobody/0123456789ab', 'TENANT_NOT_FOUND'],
    ['DELETE', '/admin/auth/acme/0123456789AB', 'VALIDATION_ERROR'],
    ['DELETE', '/admin/auth/acme/0123456789', 'VALIDATION_ERROR'],
    ['GET', '/admin/auth/No', 'VALIDATION_ERROR'],
  ])('%s %s: %s', async (method, path, code) => {
    expect((await admin.call(method, path)).body.code).toBe(code)
  })
})
