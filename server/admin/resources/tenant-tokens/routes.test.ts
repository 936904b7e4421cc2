import { createHash } from 'node:crypto'
import { noTokenMembers } from '@patchbay/core/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admin, acme, openAdmin } from '../../testing/open-admin.ts'

let admin: Admin
beforeAll(async () => {
  admin = openAdmin()
  for (const id of ['acme', 'globex']) await admin.call('PUT', `/admin/tenants/${id}`, { body: acme })
})
afterAll(() => admin.close())

const register = (tenant_id: unknown, token: unknown) =>
  admin.call('POST', '/admin/auth', { body: { tenant_id, token } })

const idOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 12)

describe('a tenant token', () => {
  const token = 'acme-token-0123456789'

  test('is registered with 201, again with 200, and for another tenant refused with 409', async () => {
    const none = { ...noTokenMembers, last_used_at: null, tenant_exists: true }
    const body = { token_id: idOf(token), tenant_id: 'acme', status: 'active', created_at: expect.any(String), ...none }
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
    expect(await register('later', early)).toMatchObject({ status: 201, body: { tenant_exists: false } })
    expect((await admin.call('GET', '/admin/auth/later')).body.tokens).toHaveLength(1)
    expect((await admin.call('DELETE', `/admin/auth/later/${idOf(early)}`)).status).toBe(204)
    expect((await admin.call('GET', '/admin/auth/later')).body.code).toBe('TENANT_NOT_FOUND')
  })

  test.each(['abcde'.padEnd(16, 'x'), 'abcd'.padEnd(1024, 'x'), 'acme-secret-token-1234', '!"#$%&~=/+:;<>?@[]^_`{|}'])(
    '%s is taken',
    async (good) => {
      expect((await register('acme', good)).status).toBe(201)
    },
  )

  test.each([
    ['x'.repeat(15), 'at least 16'],
    ['x'.repeat(1025), 'at most 1024'],
    ['with a space in it', 'visible ASCII'],
    ['with-a-newline-in-it\n', 'line break'],
    ['with-an-ümlaut-in-it', 'visible ASCII'],
    [1234567890123456, 'a string'],
    ['x'.repeat(16), 'different characters'],
    ['1234'.repeat(8), 'leave it out'],
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
    ['GET', '/admin/auth/acme/0123456789ab', 'NOT_FOUND'],
    ['GET', '/admin/auth/nobody/0123456789ab', 'TENANT_NOT_FOUND'],
    ['PATCH', '/admin/auth/acme/0123456789ab', 'NOT_FOUND'],
    ['PATCH', '/admin/auth/nobody/0123456789ab', 'TENANT_NOT_FOUND'],
    ['PATCH', '/admin/auth/acme/0123456789AB', 'VALIDATION_ERROR'],
  ])('%s %s: %s', async (method, path, code) => {
    const body = method === 'PATCH' ? {} : undefined
    expect((await admin.call(method, path, { body })).body.code).toBe(code)
  })
})

describe('a tenant token without a value', () => {
  const mint = (more: object = {}) => admin.call('POST', '/admin/auth', { body: { tenant_id: 'acme', ...more } })

  test('is made by the gateway, shown in that answer only, and audited by its id', async () => {
    const { status, body } = await mint({ label: 'The web shop' })
    expect(status).toBe(201)
    expect(body.token).toMatch(/^pb_[\w-]{43}$/)
    expect(body).toMatchObject({ token_id: idOf(body.token), label: 'The web shop', tenant_exists: true })
    expect(await admin.newestEntry()).toMatchObject({ key: `auth/acme/${body.token_id}`, tenant: 'acme', status: 201 })
    const listed = await admin.call('GET', '/admin/auth/acme')
    expect(listed.body.tokens).toContainEqual(
      expect.objectContaining({ token_id: body.token_id, label: 'The web shop' }),
    )
    expect(JSON.stringify([listed.body, await admin.store.audit.query({ limit: 10 })])).not.toContain(body.token)
    expect((await mint()).body.token).not.toBe(body.token)
  })

  test('registered again: members that are sent are replaced, null clears one, and the others stay', async () => {
    const { token, token_id } = (await mint({ label: 'One', expires_at: 1_900_000_000, calls_per_minute: 60 })).body
    const { status, body } = await mint({ token, label: 'Two', calls_per_minute: null })
    expect([status, body.token]).toEqual([200, undefined])
    const want = { token_id, label: 'Two', expires_at: 1_900_000_000, calls_per_minute: null }
    expect(body).toMatchObject(want)
    expect((await admin.call('GET', '/admin/auth/acme')).body.tokens).toContainEqual(expect.objectContaining(want))
  })

  test.each([
    [{ expires_at: 1_900_000_000_000 }, '/expires_at', 'milliseconds'],
    [{ expires_at: '2030-01-01' }, '/expires_at', ''],
    [{ calls_per_minute: 0 }, '/calls_per_minute', ''],
    [{ calls_per_minute: 1.5 }, '/calls_per_minute', ''],
    [{ label: '' }, '/label', ''],
    [{ lable: 'x' }, '/lable', 'label'],
  ])('%j is refused at %s, and nothing is made', async (more, path, message) => {
    const before = (await admin.call('GET', '/admin/auth/acme')).body.tokens.length
    const { status, body } = await mint(more)
    expect([status, body.details[0].path]).toEqual([400, path])
    expect(body.details[0].message).toContain(message)
    expect((await admin.call('GET', '/admin/auth/acme')).body.tokens).toHaveLength(before)
  })
})

describe('PATCH', () => {
  const makeToken = async () => {
    const body = { tenant_id: 'acme', label: 'One', expires_at: 1_900_000_000, calls_per_minute: 60, deny: ['*:write'] }
    const { token, tenant_exists, ...shown } = (await admin.call('POST', '/admin/auth', { body })).body
    return { ...shown, path: `/admin/auth/acme/${shown.token_id}` }
  }

  test('changes what it names, null clears, the rest stays, and the entry names the token', async () => {
    const { path, ...before } = await makeToken()
    const changes = { label: 'Two', calls_per_minute: null, allow: ['hubspot:read', 'stripe:raw'] }
    const { status, body } = await admin.call('PATCH', path, { body: changes })
    expect([status, body]).toEqual([200, { ...before, ...changes }])
    expect(await admin.newestEntry()).toMatchObject({
      action: 'change_tenant_token',
      key: path.slice('/admin/'.length),
      tenant: 'acme',
    })
    expect((await admin.call('GET', path)).body).toEqual(body)
    expect((await admin.call('GET', '/admin/auth/acme')).body.tokens).toContainEqual(body)
    const cleared = await admin.call('PATCH', path, {
      body: { allow: null, deny: null, label: null, expires_at: null },
    })
    expect(cleared.body).toEqual({ ...before, ...noTokenMembers })
    const contentType = 'application/merge-patch+json'
    expect((await admin.call('PATCH', path, { body: {}, contentType })).body).toEqual(cleared.body)
  })

  test.each<[body: unknown, path: string, message: string]>([
    [{ expires_at: 1_900_000_000_000 }, '/expires_at', 'milliseconds'],
    [{ label: '' }, '/label', ''],
    [{ lable: 'x' }, '/lable', '`label`'],
    [{ token: 'another-token-0123456789' }, '/token', 'unknown'],
    [{ allow: ['hubspot:read', 'hubspot'] }, '/allow/1', 'provider:what'],
    [{ allow: ['hubspott:read'] }, '/allow/0', '`hubspot`'],
    [{ deny: ['*:write', 'stripe:delete_everything'] }, '/deny/1', 'read, write, *, raw, '],
    [{ deny: 'stripe:write' }, '/deny', 'an array'],
  ])('%j is refused at %s, and nothing changes', async (body, at, message) => {
    const { path, ...before } = await makeToken()
    const refused = await admin.call('PATCH', path, { body })
    expect([refused.status, refused.body.details[0].path]).toEqual([400, at])
    expect(refused.body.details[0].message).toContain(message)
    expect((await admin.call('GET', path)).body).toEqual(before)
  })

  test('of a token of another tenant is NOT_FOUND, and so is reading it', async () => {
    const { token_id } = await makeToken()
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? { label: 'Mine' } : undefined
      const answer = await admin.call(method, `/admin/auth/globex/${token_id}`, { body })
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
    }
  })
})

describe('the tokens of all tenants', () => {
  const mint = async (tenant_id: string, label: string) =>
    (await admin.call('POST', '/admin/auth', { body: { tenant_id, label, allow: ['hubspot:read'] } })).body
  const labels = async (query: string): Promise<string[]> =>
    (await admin.call('GET', `/admin/auth?${query}`)).body.tokens.map(({ label }: { label: string }) => label)

  test('are listed newest first, page by page, and found by a part of the label or of the tenant', async () => {
    for (const [tenant, label] of [
      ['acme', 'Listed import'],
      ['globex', 'Listed web shop'],
      ['acme', 'Listed export'],
    ] as const)
      await mint(tenant, label)
    expect((await labels('q=listed')).toSorted()).toEqual(['Listed export', 'Listed import', 'Listed web shop'])
    expect(await labels('q=LISTED%20WEB')).toEqual(['Listed web shop'])
    const first = (await admin.call('GET', '/admin/auth?q=listed&limit=2')).body
    const rest = (await admin.call('GET', `/admin/auth?q=listed&limit=2&cursor=${first.next_cursor}`)).body
    expect([first.tokens.length, rest.tokens.length, rest.next_cursor]).toEqual([2, 1, null])
    expect(JSON.stringify([first, rest])).not.toMatch(/[0-9a-f]{64}/)
  })

  test('one is rotated: the new one is shown once, and the old one works for the time of grace', async () => {
    const { token_id, token } = await mint('acme', 'Rotated')
    const path = `/admin/auth/acme/${token_id}/rotate`
    const { status, body } = await admin.call('POST', path, { body: { grace_seconds: 3600 } })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      tenant_id: 'acme',
      label: 'Rotated',
      allow: ['hubspot:read'],
      expires_at: null,
      token: expect.stringMatching(/^pb_/),
      previous: { token_id, expires_at: expect.any(Number) },
    })
    expect(body.token).not.toBe(token)
    expect(Math.abs(body.previous.expires_at - Date.now() / 1000 - 3600)).toBeLessThan(60)
    const entry = await admin.newestEntry()
    expect(entry).toMatchObject({ action: 'rotate_tenant_token', key: `auth/acme/${token_id}` })
    expect((await admin.call('POST', path, { body: { grace_seconds: -1 } })).body.code).toBe('VALIDATION_ERROR')
    expect((await admin.call('POST', path.replace('acme', 'globex'))).body.code).toBe('NOT_FOUND')
  })
})
