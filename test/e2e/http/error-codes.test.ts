import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
})
afterAll(() => stage.stop())

const search = searchFor('ada@example.com')
const inThePast = 1_700_000_000

interface Case {
  readonly name: string
  /** An administrator's earlier request. */
  readonly given?: () => Promise<unknown>
  readonly call: () => ReturnType<Stage['call']>
  readonly code: string
  readonly status: number
}

const put = (tenant: string, status: string, ...providers: string[]) =>
  stage.admin('PUT', `/admin/tenants/${tenant}`, {
    name: tenant,
    status,
    providers: Object.fromEntries(providers.map((id) => [id, { accounts: [{ id: 'main', label: 'Main' }] }])),
  })

const cases: Case[] = [
  {
    name: 'an unknown token is AUTH_FAILED 401 [7-auth-failed] [5.1-refused]',
    call: () => stage.call('acme', 'hubspot', search, { token: 'a-token-that-nobody-has' }),
    code: 'AUTH_FAILED',
    status: 401,
  },
  {
    name: 'a token whose tenant has no configuration is TENANT_NOT_FOUND 404 [7-tenant-not-found]',
    given: () => stage.admin('POST', '/admin/auth', { tenant_id: 'nobody', token: 'bearer-token-of-nobody' }),
    call: () => stage.call('nobody', 'hubspot', search),
    code: 'TENANT_NOT_FOUND',
    status: 404,
  },
  {
    name: 'a suspended tenant is TENANT_SUSPENDED 403 [7-tenant-suspended] [3-tenant-suspended]',
    given: async () => {
      await stage.ready('sleepy')
      await put('sleepy', 'suspended', 'hubspot', 'stripe')
    },
    call: () => stage.call('sleepy', 'hubspot', search),
    code: 'TENANT_SUSPENDED',
    status: 403,
  },
  {
    name: 'a domain that the tenant has not configured is CONFIG_MISSING 404 [7-config-missing]',
    given: async () => {
      await stage.ready('crm')
      await stage.admin('DELETE', '/admin/tokens/crm/stripe/main')
      await put('crm', 'active', 'hubspot')
    },
    call: () => stage.call('crm', 'stripe', { action: 'get_balance' }),
    code: 'CONFIG_MISSING',
    status: 404,
  },
  {
    name: 'a domain that nobody has registered is CONFIG_MISSING 404',
    call: () => stage.call('acme', 'nosuchdomain', search),
    code: 'CONFIG_MISSING',
    status: 404,
  },
  {
    name: 'no stored credential is TOKEN_MISSING 404 [7-token-missing]',
    given: async () => {
      await stage.ready('keyless')
      await stage.admin('DELETE', '/admin/tokens/keyless/hubspot/main')
    },
    call: () => stage.call('keyless', 'hubspot', search),
    code: 'TOKEN_MISSING',
    status: 404,
  },
  {
    name: 'a credential past its expires_at is TOKEN_EXPIRED 401 [7-token-expired] [2.3-expires-at]',
    given: async () => {
      await stage.ready('stale')
      const token = { access_token: 'hubspot-access-token', expires_at: inThePast, token_type: 'Bearer' }
      await stage.admin('PUT', '/admin/tokens/stale/hubspot/main', token)
    },
    call: () => stage.call('stale', 'hubspot', search),
    code: 'TOKEN_EXPIRED',
    status: 401,
  },
  {
    name: "a provider's error is UPSTREAM_ERROR with the provider's status [7-upstream-error]",
    call: () => stage.call('acme', 'hubspot', { action: 'get', object_type: 'contacts', object_id: '9999' }),
    code: 'UPSTREAM_ERROR',
    status: 404,
  },
  {
    name: 'a wrong parameter is VALIDATION_ERROR 400 [7-validation-error]',
    call: () => stage.call('acme', 'hubspot', { ...search, object_type: 7 }),
    code: 'VALIDATION_ERROR',
    status: 400,
  },
]

test.each(cases)('$name', async ({ given, call, code, status }) => {
  await given?.()
  const answer = await call()
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  expect(answer.body.status).toBe(status)
})

test('every error has a description, a code and its status [2.6-error] [2.6-code] [2.6-status]', async () => {
  const { body, headers } = await stage.call('acme', 'hubspot', { action: 'serach' })
  expect(body).toEqual({
    error: expect.stringContaining('search'),
    code: 'VALIDATION_ERROR',
    status: 400,
    details: [{ path: '/action', message: expect.any(String) }],
    request_id: headers.get('x-request-id'),
    docs_url: `${stage.url}/docs/errors#validation_error`,
  })
})

test('docs_url leads to what the page says about the code', async () => {
  const { body } = await stage.call('acme', 'elsewhere', search)
  const response = await fetch(body.docs_url)
  const [, anchor] = body.docs_url.split('#')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await response.text()
  expect(page).toContain(`<h2 id="${anchor}">CONFIG_MISSING</h2>`)
  expect(page).not.toMatch(/<script|href="[^#"]*\.md/)
})

test("a provider's 4xx and 5xx each keep their status and their words", async () => {
  for (const status of [400, 403, 409, 500]) {
    stage.hubspot.failNext(status)
    const answer = await stage.call('acme', 'hubspot', searchFor(`status-${status}@example.com`))
    expect([answer.status, answer.body.code, answer.body.status]).toEqual([status, 'UPSTREAM_ERROR', status])
    expect(answer.body.details).toMatchObject({ status: 'error', message: expect.any(String) })
  }
})

test('the message of a missing domain names those that the tenant has', async () => {
  const { body } = await stage.call('acme', 'elsewhere', search)
  expect(body.error).toContain('hubspot, stripe')
})

test('a token of another tenant gets the same answer as an unknown one, whether the tenant exists or not [5.1-static]', async () => {
  await stage.ready('other')
  const answers = await Promise.all([
    stage.call('acme', 'hubspot', search, { token: 'bearer-token-of-other' }),
    stage.call('acme', 'hubspot', search, { token: 'a-token-that-nobody-has' }),
    stage.call('no-such-tenant', 'hubspot', search, { token: 'bearer-token-of-other' }),
  ])
  const bodies = answers.map(({ body: { request_id: _, ...rest } }) => rest)
  expect(bodies[0]).toMatchObject({ code: 'AUTH_FAILED', status: 401 })
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
})
