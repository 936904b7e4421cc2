import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onlyJobs, startTestGateway } from '../gateway.ts'

const makeKey = async (role: string): Promise<string> => {
  const { status, body } = await gateway.admin('POST', '/admin/keys', { name: `the ${role}`, role })
  expect(status).toBe(201)
  return body.key
}

/** At times that don't come while this runs. */
const crons = { 're-seal': '0 0 29 2 1', retention: '0 0 29 2 2' }

let gateway: Awaited<ReturnType<typeof startTestGateway>>
const keys: Record<string, string> = {}
beforeAll(async () => {
  gateway = await startTestGateway({ env: { CRONS: onlyJobs(crons) } })
  for (const role of ['viewer', 'approver', 'operator', 'owner']) keys[role] = await makeKey(role)
})
afterAll(() => gateway.stop())

const as = (role: string, method: string, path: string, body?: unknown) =>
  gateway.send(method, path, { 'x-admin-key': keys[role] ?? '' }, body)

/** Ids of the right form, so that it's the role that decides. */
const targetOf = (path: string): string =>
  path
    .replace(/:(key|token|link)_id/, '0123456789ab')
    .replace(/:(grant|connect|approval|file|run)_id/, '00000000-0000-7000-8000-000000000000')
    .replace(':event_id', 'msg_nobody')
    .replaceAll(/:\w+/g, 'nobody')

/** The rule as it is documented, beside the code that declares it. */
const neededFor = (method: string, path: string): string => {
  // The resource is read at the provider as it is now, with the account's credential.
  if (path === '/admin/approvals/:approval_id/now') return 'approver'
  // The exchange has people's requests to a provider, and its answers.
  if (path.endsWith('/exchange')) return 'operator'
  // Anybody may sign in and out, and ask what a policy would do.
  if (method === 'GET' || /^\/admin\/(sessions?$|policies\/)/.test(path)) return 'viewer'
  if (path.startsWith('/admin/approvals/')) return 'approver'
  return /^\/admin\/(keys|apps|backup)\b/.test(path) ? 'owner' : 'operator'
}

describe.each([
  ['viewer', ['viewer']],
  ['approver', ['viewer', 'approver']],
  ['operator', ['viewer', 'operator']],
  ['owner', ['viewer', 'approver', 'operator', 'owner']],
])('the holder of a key for the role %s', (role, may) => {
  test('is let in by exactly the routes of that role, and each refusal names the role that is needed', async () => {
    const routes = gateway.routes.filter(({ path }) => path.startsWith('/admin/'))
    expect(routes.length).toBeGreaterThan(25)
    for (const { method, path } of routes) {
      const needed = neededFor(method, path)
      const { status, body } = await as(role, method, targetOf(path), method === 'GET' ? undefined : {})
      const refusal = body?.code === 'FORBIDDEN' ? [status, body.error] : 'let in'
      const wanted = may.includes(needed) ? 'let in' : [403, expect.stringMatching(`role ${role}; .* role ${needed}$`)]
      expect([method, path, refusal]).toEqual([method, path, wanted])
    }
  })
})

describe('an operator', () => {
  test.each([
    ['POST', '/admin/keys', { name: 'mine', role: 'owner' }],
    ['POST', '/admin/keys', { name: 'mine', role: 'viewer' }],
  ])('can not make a key of any role: %s %s %j', async (method, path, body) => {
    expect((await as('operator', method, path, body)).status).toBe(403)
    expect((await gateway.admin('GET', '/admin/keys')).body.keys).toHaveLength(4)
  })

  test('can not end the key of an owner, and the attempt is in the audit log under the key that made it', async () => {
    const { body } = await as('operator', 'GET', '/admin/keys')
    const idOf = (role: string) => body.keys.find((key: { role: string }) => key.role === role).key_id
    expect((await as('operator', 'DELETE', `/admin/keys/${idOf('owner')}`)).status).toBe(403)
    expect((await as('owner', 'GET', '/admin/tenants')).status).toBe(200)
    const { entries } = (await as('viewer', 'GET', '/admin/audit?limit=1&action=end_admin_key')).body
    expect(entries).toMatchObject([
      { key: `keys/${idOf('owner')}`, code: 'FORBIDDEN', status: 403, token_id: idOf('operator') },
    ])
  })
})

test('only an owner runs the job that seals everything again', async () => {
  const run = async (role: string, cron: string) => {
    const { status, body } = await as(role, 'POST', '/admin/run-cron', { cron })
    return [status, body.error ?? body.results.map(({ name }: { name: string }) => name)]
  }
  const needed = 'This admin key has the role operator; re-seal needs the role owner'
  expect(await run('operator', crons['re-seal'])).toEqual([403, needed])
  expect(await run('operator', crons.retention)).toEqual([200, ['retention']])
  expect(await run('owner', crons['re-seal'])).toEqual([200, ['re-seal']])
  const runOne = async (role: string) => {
    const { status, body } = await as(role, 'POST', '/admin/jobs/re-seal/run')
    return [status, body.error ?? body.name]
  }
  expect(await runOne('operator')).toEqual([403, needed])
  expect(await runOne('owner')).toEqual([200, 're-seal'])
})

test.each(['admin', 'Owner', '', null, ['owner']])('no key is made for the role %j', async (role) => {
  const { status, body } = await gateway.admin('POST', '/admin/keys', { name: 'x', role })
  expect([status, body.code, body.details[0].path]).toEqual([400, 'VALIDATION_ERROR', '/role'])
})
