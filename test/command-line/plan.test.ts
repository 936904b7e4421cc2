// Test lanes: slow

/** `patchbay plan` and `patchbay apply` against a real gateway. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, temporaryFolder } from '../gateway.ts'
import { runPatchbay } from './patchbay.ts'

const folder = temporaryFolder()
const file = join(folder, 'patchbay.yaml')

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  gateway = await startTestGateway()
  env = { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

const run = async (line: string, yaml?: string) => {
  if (yaml !== undefined) writeFileSync(file, yaml)
  return runPatchbay([...line.split(' '), file], env)
}
const tenantIds = async () =>
  (await gateway.admin('GET', '/admin/tenants')).body.tenants.map(({ id }: { id: string }) => id)
/** The number of changes, by the audit log. */
const changes = async () => {
  const { entries } = (await gateway.admin('GET', '/admin/audit?limit=1000')).body
  return entries.filter(({ action }: { action: string }) => /^(put|patch|delete)_/.test(action)).length
}

const first = `
tenants:
  acme:
    name: Acme
    status: active
    providers:
      hubspot: {accounts: [{id: eu, label: Europe}, {id: us, label: America}], default: eu}
      stripe: {accounts: [{id: main, label: Payments}]}
    options: {calls_per_minute: 300, allow: ["hubspot:read", "stripe:*"]}
    billing: {plan: Team, currency: EUR, included_calls: 1000, price_per_call: "0.002", monthly_limit: 5000}
  beta:
    name: Beta
    status: suspended
    providers: {}
    options:
      ask:
        - pattern: "*:write"
          except: ["gmail:create_draft", {pattern: "stripe:create_refund", where: {properties: {amount: {maximum: 5000}}}, per: {day: 20}}]
`

test('a plan changes nothing; applied, the second time has nothing to change', async () => {
  const before = await changes()
  const planned = await run('plan', first)
  expect([planned.code, planned.stderr]).toEqual([0, '3 to create, 0 to change, 0 to delete\n'])
  expect(planned.stdout).toContain('+ tenants/acme\n    + name: "Acme"\n')
  expect(planned.stdout).toContain('    + providers.hubspot.accounts[us].label: "America"\n')
  expect(planned.stdout).toContain('+ billing/acme\n')
  expect(await changes()).toBe(before)

  expect((await run('apply')).code).toBe(0)
  expect(await changes()).toBe(before + 3)
  for (const command of ['apply', 'plan']) {
    expect(await run(command)).toEqual({ code: 0, stdout: '', stderr: 'nothing to change\n' })
  }
  expect(await changes()).toBe(before + 3)
})

test('only what differs is shown and changed', async () => {
  const before = await changes()
  const changed = first
    .replace('calls_per_minute: 300, ', '')
    .replace('label: Europe', 'label: Europa')
    .replace('"0.002"', '"0.003"')
  const applied = await run('apply', changed)
  expect([applied.code, applied.stdout]).toEqual([
    0,
    [
      '~ tenants/acme',
      '    ~ providers.hubspot.accounts[eu].label: "Europe" -> "Europa"',
      '    - options.calls_per_minute: 300',
      '~ billing/acme',
      '    ~ price_per_call: "0.002" -> "0.003"',
      '',
    ].join('\n'),
  ])
  expect(await changes()).toBe(before + 2)
  expect((await gateway.admin('GET', '/admin/tenants/acme')).body.options).toEqual({
    allow_raw: false,
    tools: 'auto',
    allow: ['hubspot:read', 'stripe:*'],
  })
})

test('what a gateway answers is a file, and for programs the plan is JSON', async () => {
  const { body: acme } = await gateway.admin('GET', '/admin/tenants/acme')
  const { body: billing } = await gateway.admin('GET', '/admin/billing/acme')
  const ran = await run('plan --json', JSON.stringify({ tenants: { acme: { ...acme, billing } } }))
  expect([ran.code, JSON.parse(ran.stdout)]).toEqual([0, { changes: [], kept: ['beta'] }])
})

const withoutUs = `
tenants:
  acme:
    name: Acme
    status: active
    providers: {hubspot: {accounts: [{id: eu, label: Europe}]}}
`

test('nothing is deleted unless --delete says so: neither a tenant, nor an account with its credential', async () => {
  await gateway.admin('PUT', '/admin/tokens/acme/hubspot/us', { access_token: 'a-token' })
  const before = await changes()
  const refused = await run('apply', withoutUs)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('tenants/acme would lose hubspot/us')])
  expect(await run('plan')).toMatchObject({ code: 0, stderr: expect.stringContaining('needs --delete') })
  expect(await changes()).toBe(before)

  const planned = await run('plan --delete')
  expect(planned.stdout).toMatch(/^- tenants\/beta$/m)
  expect(await tenantIds()).toEqual(['acme', 'beta'])
  expect((await run('apply --delete')).code).toBe(0)
  expect(await tenantIds()).toEqual(['acme'])
  expect((await gateway.admin('GET', '/admin/tokens/acme')).body.credentials).toEqual([])
  expect(await run('apply --delete')).toMatchObject({ code: 0, stdout: '', stderr: 'nothing to change\n' })
})

test.each([
  ['tenants: {acme: {name: Acme, status: sleeping, providers: {}}}', '/tenants/acme/status'],
  ['tenants: {acme: {name: Acme, status: active, provider: {}}}', '/tenants/acme/provider'],
  ['tenant: {}', '/tenant'],
  ['tenants: {acme: {name: Acme, status: active, providers: {}, billing: {plan: x}}}', '/tenants/acme/billing'],
  ['tenants: [acme', 'neither JSON nor YAML'],
])('a wrong file changes nothing, and every place is named: %s', async (yaml, place) => {
  const before = await changes()
  const ran = await run('apply --delete', yaml)
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(place)])
  expect(await changes()).toBe(before)
})

test('what only the gateway can know is refused by it, and the answer says what is done already', async () => {
  const yaml = `${withoutUs}  zeta: {name: Z, status: active, providers: {hubspoot: {accounts: [{id: a, label: A}]}}}\n`
  const ran = await run('apply', yaml)
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('tenants/zeta: ')])
  expect(ran.stderr).toContain('0 of 1 changes are made; run the command again for the rest')
})
