// Test lanes: slow

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Admin, type AdminTestAnswer, acme, adminKey, openAdmin } from '../testing/open-admin.ts'

let admin: Admin
beforeEach(() => {
  admin = openAdmin({ failedLoginsPerMinute: 3 })
})
afterEach(() => admin.close())

describe('the admin key', () => {
  test.each([
    ['is missing', null, 'is missing; send an admin key in it'],
    ['is empty', '', 'wrong key'],
    ['is another one', 'another-key', 'wrong key'],
    ['is longer', `${adminKey}x`, 'wrong key'],
  ])('that %s is AUTH_FAILED, and the answer names the header', async (_what, key, message) => {
    const { status, body } = await admin.call('GET', '/admin/tenants', { key })
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'AUTH_FAILED' })
    expect(body.error).toContain('x-admin-key')
    expect(body.error).toContain(message)
  })

  test('that is missing is a fault of a header, which clients that have no headers to write need not show', async () => {
    const { body } = await admin.call('GET', '/admin/tenants', { key: null, headers: { prefer: 'next=data' } })
    expect(body.error).toBe('The header x-admin-key is missing')
    expect(body.details).toEqual([{ path: '', header: 'x-admin-key', message: 'send an admin key in it' }])
  })

  test.each([
    ['/admin/files/acme/1', { route: 'list_files', params: { tenant: 'acme' } }, 'GET /admin/files/acme'],
    ['/admin/grants/acme/1', { route: 'list_grants', params: { tenant: 'acme' } }, 'GET /admin/grants/acme'],
    ['/admin/clients/%C3%BC', { route: 'list_clients', params: {} }, 'GET /admin/clients'],
  ])('DELETE %s names the list that has what its path lacks', async (path, next, line) => {
    const { body } = await admin.call('DELETE', path)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', next })
    expect(body.error).toMatch(new RegExp(`; list them with ${line}$`))
  })

  test('is checked before anything that would show what exists', async () => {
    for (const path of ['/admin/tenants/nobody', '/admin/tenants/NO', '/admin/audit?nope=1']) {
      expect((await admin.call('GET', path, { key: 'wrong', ip: path })).body.code).toBe('AUTH_FAILED')
    }
  })

  test('is refused unread, right or wrong, after too many wrong keys from one address', async () => {
    for (const _ of [1, 2, 3]) expect((await admin.call('GET', '/admin/tenants', { key: 'wrong' })).status).toBe(401)
    for (const key of ['wrong', adminKey]) {
      const { status, body } = await admin.call('GET', '/admin/tenants', { key })
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' })
      expect(body.retry_after).toBeGreaterThan(0)
    }
    expect((await admin.call('GET', '/admin/tenants', { ip: '203.0.113.9' })).status).toBe(200)
  })

  test('that is right never uses up the limit of wrong keys', async () => {
    for (const _ of Array(10)) expect((await admin.call('GET', '/admin/tenants')).status).toBe(200)
  })

  test('that is refused is one audit entry an address and code, with a count', async () => {
    for (const _ of Array(5)) await admin.call('GET', '/admin/tenants', { key: 'wrong', ip: '203.0.113.9' })
    await admin.auditLog.close()
    expect(await admin.store.audit.query({ limit: 10 })).toMatchObject([
      { code: 'RATE_LIMITED', status: 429, count: 2, ip: '203.0.113.9', source: 'admin', tenant: null, action: null },
      { code: 'AUTH_FAILED', status: 401, count: 3, ip: '203.0.113.9', source: 'admin', tenant: null, action: null },
    ])
  })
})

describe('after the key', () => {
  test.each([
    ['PUT', '/admin/tenants/acme', acme, 'put_tenant', 'acme', 'tenants/acme', 201],
    ['GET', '/admin/tenants', undefined, 'list_tenants', null, 'tenants', 200],
    ['GET', '/admin/tenants/acme?x=1', undefined, 'get_tenant', 'acme', 'tenants/acme', 400],
    ['GET', '/admin/tenants/ACME', undefined, 'get_tenant', null, null, 400],
    ['PUT', '/admin/tenants/acme', { name: 1 }, 'put_tenant', 'acme', 'tenants/acme', 400],
    ['PUT', '/admin/tenants/acme', 'no json', 'put_tenant', 'acme', 'tenants/acme', 400],
    ['PUT', '/admin/tenants/acme', { name: 'x'.repeat(200_000) }, 'put_tenant', 'acme', 'tenants/acme', 413],
    ['DELETE', '/admin/tenants/acme', undefined, 'delete_tenant', 'acme', 'tenants/acme', 404],
    ['POST', '/admin/auth', {}, 'register_tenant_token', null, 'auth', 400],
    [
      'POST',
      '/admin/auth',
      { tenant_id: 'acme', token: 'a-token-of-16-ch' },
      'register_tenant_token',
      'acme',
      'auth/acme/fd9e53072a93',
      201,
    ],
    ['GET', '/admin/tokens/acme/hubspot/a', undefined, 'get_token', 'acme', 'tokens/acme/hubspot/a', 404],
  ])('%s %s with %j is audited before the answer', async (method, path, body, action, tenant, key, status) => {
    expect((await admin.call(method, path, { body })).status).toBe(status)
    expect(await admin.newestEntry()).toMatchObject({
      action,
      tenant,
      key,
      status,
      outcome: status < 400 ? 'ok' : 'error',
      source: 'admin',
      request_id: 'request-1',
    })
  })

  test('a body with a Content-Type other than JSON is refused', async () => {
    const { body } = await admin.call('PUT', '/admin/tenants/acme', { body: acme, contentType: 'text/plain' })
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 })
  })

  test.each([
    ['/admin/audit?tennant=acme', '/tennant', /^unknown parameter; did you mean `tenant`\?$/],
    ['/admin/audit?from=1h', '/from', /^unknown parameter; known are .*\bsince\b/],
    ['/admin/tenants?page=2', '/page', /^unknown parameter; known are q, status, sort, limit, cursor, total$/],
    ['/admin/tenants/acme?expand=all', '/expand', /^unknown parameter; this path has none$/],
    ['/admin/audit?__proto__=x&constructor=y', '/__proto__', /^unknown parameter/],
  ])('%s: a wrong parameter is refused with those that there are, and the nearest', async (target, path, message) => {
    const { body } = await admin.call('GET', target)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 })
    expect(body.details[0]).toEqual({ path, message: expect.stringMatching(message) })
  })

  test.each([
    ['/admin/tenants/ACME', '/tenant', 'only lower-case letters, digits, - and _, begin with a letter or digit'],
    ['/admin/tokens/acme/HubSpot/main', '/provider', 'only lower-case letters, digits and -, begin with a letter'],
    ['/admin/tokens/acme/hubspot/Main', '/account', 'only lower-case letters, digits, - and _'],
    ['/admin/auth/acme/ABCDEF012345', '/token_id', '12 hex digits'],
  ])('%s: what an id may have is said in words', async (target, path, message) => {
    const { body } = await admin.call('GET', target)
    expect(body.details).toEqual([{ path, message: expect.stringContaining(message) }])
    expect(body.error).not.toMatch(/[\^$]/)
  })

  test('nothing is changed while the audit log can not be written, and afterwards no entry is missing', async () => {
    admin.setAuditDown(true)
    expect((await admin.call('PUT', '/admin/tenants/kept', { body: acme })).status).toBe(201)
    const refused = await admin.call('PUT', '/admin/tenants/refused', { body: acme })
    expect(refused.body).toMatchObject({ code: 'UNAVAILABLE', status: 503, retry_after: 1 })
    admin.setAuditDown(false)
    await expect.poll(() => admin.auditLog.writable).toBe(true)
    expect((await admin.call('GET', '/admin/tenants/refused')).body.code).toBe('TENANT_NOT_FOUND')
    const { body } = await admin.call('GET', '/admin/audit?action=put_tenant')
    expect(body.entries).toMatchObject([{ key: 'tenants/kept', outcome: 'ok' }])
  })
})

describe('no secret that was put in', () => {
  const bearer = 'bearer-secret-0123456789'
  const provider = 'provider-secret-0123456789'
  const encodings = ['utf8', 'base64', 'base64url', 'hex'] as const
  const forms = [bearer, provider, adminKey].flatMap((secret) =>
    encodings.map((as) => Buffer.from(secret).toString(as)),
  )

  /** Everything that an administrator may do with secrets, with valid and with invalid requests. */
  const useSecrets = async (): Promise<AdminTestAnswer[]> => {
    const token = '/admin/tokens/acme/hubspot/sales-eu'
    const calls: [string, string, unknown?][] = [
      ['PUT', '/admin/tenants/acme', acme],
      ['PUT', '/admin/tenants/globex', acme],
      ['POST', '/admin/auth', { tenant_id: 'acme', token: bearer }],
      ['POST', '/admin/auth', { tenant_id: 'globex', token: bearer }],
      [
        'POST',
        '/admin/auth',
        {
          tenant_id: 'acme',
          token: `${bearer}
`,
        },
      ],
      ['POST', '/admin/auth', `{"tenant_id": "acme", "token": "${bearer}"`],
      ['GET', '/admin/auth/acme'],
      ['PUT', token, { access_token: provider }],
      ['PUT', token, { access_token: provider, expires_at: 2e11 }],
      [
        'PUT',
        token,
        {
          access_token: `${provider}
`,
        },
      ],
      ['PUT', '/admin/tokens/nobody/hubspot/sales-eu', { access_token: provider }],
      ['GET', token],
      ['DELETE', `${token}-x`],
    ]
    const answers: AdminTestAnswer[] = []
    for (const [method, path, body] of calls) answers.push(await admin.call(method, path, { body }))
    answers.push(await admin.call('GET', '/admin/audit?limit=1000'))
    return answers
  }

  test('is in an answer, an audit entry, or a file of the store', async () => {
    const answers = await useSecrets()
    expect(answers.at(-1)?.body.entries).toHaveLength(13)
    const files = readdirSync(admin.folder).map((name) => readFileSync(join(admin.folder, name)).toString('latin1'))
    expect(files.join('')).toContain('sales-eu')
    const everything = `${JSON.stringify(answers)}${files.join('')}`
    for (const form of forms) expect(everything).not.toContain(form)
  })
})
