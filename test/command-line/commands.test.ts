// Test lanes: slow

/** The program against a real gateway: what people and programs read, the exit codes, and the admin key. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { createBrowser } from '../connect/start-vendor.ts'
import { onlyJobs, startTestGateway, temporaryFolder } from '../gateway.ts'
import { createAgent } from '../oauth/agent.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { drop, startScripted } from '../providers/scripted.ts'
import { runInTerminal, runPatchbay, startPatchbay } from './patchbay.ts'

const hubspot = startHubspot({ tokens: ['a-working-token'] })
const stripe = Bun.serve({
  port: 0,
  fetch: ({ headers }) =>
    headers.get('authorization') === 'Bearer a-good-key'
      ? Response.json({ object: 'balance', livemode: false, available: [], pending: [] })
      : Response.json({ error: { message: 'no such key' } }, { status: 401 }),
})
/** It takes every request and answers none. */
const breaking = await startScripted(drop())
const folder = temporaryFolder()
const inFolder = (name: string): string => join(folder, name)

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  gateway = await startTestGateway({
    env: {
      PROVIDER_ORIGINS: JSON.stringify({
        hubspot: hubspot.origin,
        stripe: stripe.url.origin,
        slack: breaking.origin,
      }),
      CRONS: onlyJobs({ retention: '0 0 29 2 2', 'health-snapshot': '0 0 29 2 3', suggestions: '0 0 29 2 4' }),
    },
  })
  env = { PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey }
  await gateway.seed('acme', { hubspot: 'a-working-token' })
})
afterAll(async () => {
  await gateway.stop()
  await hubspot.stop()
  await stripe.stop(true)
  await breaking.stop()
  rmSync(folder, { recursive: true })
})

const run = (line: string, more: Readonly<Record<string, string>> = {}, stdin = '') =>
  runPatchbay(line.split(' '), { ...env, ...more }, stdin)

/** Runs a command that must succeed, and reads its JSON. */
const runJson = async (line: string) => {
  const { code, stdout, stderr } = await run(`${line} --json`)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe('tenants', () => {
  test('the output of "show --json" can be changed and put back, from a file and from stdin', async () => {
    const acme = await runJson('tenants show acme')
    writeFileSync(inFolder('acme.json'), JSON.stringify({ ...acme, name: 'Acme Ltd' }))
    const put = await run(`tenants put acme --file ${inFolder('acme.json')}`)
    expect([put.code, put.stdout]).toEqual([0, expect.stringMatching(/^name: +Acme Ltd$/m)])
    const yaml = 'name: Beta\nstatus: suspended\nproviders:\n  hubspot: {accounts: [{id: main, label: Main}]}\n'
    expect((await run('tenants put beta --file -', {}, yaml)).code).toBe(0)
    const { tenants } = await runJson('tenants list')
    expect(tenants.map(({ id, name }: Record<string, string>) => [id, name])).toEqual([
      ['acme', 'Acme Ltd'],
      ['beta', 'Beta'],
    ])
  })

  test('are removed only when their id is written twice', async () => {
    const wrong = await run('tenants remove beta --yes acme')
    expect([wrong.code, wrong.stderr]).toEqual([2, "error: --yes must repeat the tenant's id; nothing was deleted\n"])
    expect((await run('tenants remove beta')).code).toBe(2)
    expect(await run('tenants remove beta --yes beta')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'the tenant is deleted\n',
    })
    expect((await run('tenants show beta')).code).toBe(5)
  })

  test('come page by page', async () => {
    await gateway.admin('PUT', '/admin/tenants/gamma', { name: 'Gamma', status: 'active', providers: {} })
    const first = await run('tenants list --limit 1')
    const [, cursor = ''] = /^next page: add --cursor (\S+)$/m.exec(first.stderr) ?? []
    const second = await run(`tenants list --limit 1 --cursor ${cursor}`)
    expect([first.stdout, second.stdout].map((text) => text.split('\n')[1]?.split(' ')[0])).toEqual(['acme', 'gamma'])
    expect(second.stderr).toBe('')
  })
})

describe('secrets', () => {
  test('a minted token is alone on stdout, works as it was asked for, and is nowhere else', async () => {
    const { code, stdout, stderr } = await run('tokens mint acme --label CI --allow hubspot:read --expires 1h')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^pb_[\w-]{43}\n$/)])
    const token = stdout.trim()
    expect(stderr).not.toContain(token)
    const call = { action: 'list', object_type: 'contacts' }
    expect((await gateway.call('acme', 'hubspot', call, { token })).status).toBe(200)
    expect((await run('tokens list acme')).stdout).toMatch(/allow +deny +ask +calls/i)
    const { tokens } = await runJson('tokens list acme')
    const minted = tokens.find(({ label }: { label: string }) => label === 'CI')
    expect(minted).toMatchObject({ allow: ['hubspot:read'] })
    expect(minted.expires_at - Date.now() / 1000).toBeGreaterThan(3500)
    expect((await run(`tokens revoke acme ${minted.token_id}`)).code).toBe(0)
    expect((await gateway.call('acme', 'hubspot', call, { token })).status).toBe(401)
  })

  test('a minted admin key is alone on stdout, has its role, and ends when it is revoked', async () => {
    const minted = await run('keys mint Grafana --role viewer')
    const key = { PATCHBAY_ADMIN_KEY: minted.stdout.trim() }
    const listed = await run('keys list', key)
    expect(listed.stdout).toContain('Grafana')
    expect(listed.stdout).not.toContain(key.PATCHBAY_ADMIN_KEY)
    const refused = await run('tokens mint acme', key)
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('needs the role operator')])
    const { keys } = await runJson('keys list')
    expect((await run(`keys revoke ${keys[0].key_id}`)).code).toBe(0)
    expect((await run('keys list', key)).code).toBe(3)
  })

  test('the admin key comes from a file as well; a file for all to read is warned about', async () => {
    const file = inFolder('key')
    writeFileSync(file, `${gateway.adminKey}\n`, { mode: 0o600 })
    for (const [line, more] of [
      [`jobs list --key-file ${file}`, { PATCHBAY_ADMIN_KEY: '' }],
      ['jobs list', { PATCHBAY_ADMIN_KEY: '', PATCHBAY_ADMIN_KEY_FILE: file }],
    ] as const) {
      expect(await run(line, more)).toMatchObject({ code: 0, stderr: '' })
    }
    chmodSync(file, 0o644)
    expect((await run(`jobs list --key-file ${file}`)).stderr).toBe(
      `warning: other users can read ${file}; run: chmod 600 ${file}\n`,
    )
  })

  test('without a file, the key is asked for at the terminal, and is not shown while it is typed', async () => {
    const typed = { after: 'Admin key: ', text: `${gateway.adminKey}\r` }
    const { code, shown } = await runInTerminal(['jobs', 'list'], { PATCHBAY_URL: gateway.url }, typed)
    expect([code, shown]).toEqual([0, expect.stringContaining('retenti')])
    expect(shown).not.toContain(gateway.adminKey)
  })

  test('no option takes the admin key, and what was written in its place is not repeated', async () => {
    for (const option of ['--key', '--admin-key']) {
      const { code, stderr } = await run(`jobs list ${option} ${gateway.adminKey}`)
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: unknown option/)])
      expect(stderr).not.toContain(gateway.adminKey)
    }
    const spaced = await runPatchbay(['jobs', 'list'], { ...env, PATCHBAY_ADMIN_KEY: 'two words\u{1b}[31m' })
    expect([spaced.code, spaced.stderr.includes('two words')]).toEqual([2, false])
  })
})

describe('accounts, calls, usage and the audit log', () => {
  test('an account is tested, and a refused credential is a failure that says what to do', async () => {
    expect(await run('accounts test acme hubspot main')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ok: +yes$/m),
    })
    await gateway.seed('broken', { hubspot: 'a-revoked-token' })
    const refused = await run('accounts test broken hubspot main')
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('create a link with "patchbay connect make"'),
    ])
    const { credentials } = await runJson('accounts list --state rejected')
    expect(credentials).toMatchObject([{ tenant_id: 'broken' }])
  })

  test('a credential is replaced from stdin, and is shown nowhere', async () => {
    await gateway.seed('mended', { hubspot: 'an-expired-token' })
    const stored = await run('accounts store mended hubspot main --expires 30d', {}, 'a-working-token\n')
    expect([stored.code, stored.stdout]).toEqual([0, expect.stringMatching(/^state: +valid$/m)])
    expect(stored.stdout + stored.stderr).not.toContain('a-working-token')
    expect((await run('accounts test mended hubspot main')).code).toBe(0)
  })

  test('at the terminal, the credential is asked for and not shown', async () => {
    const typed = { after: 'Credential (not shown): ', text: 'a-working-token\r' }
    const { code, shown } = await runInTerminal(['accounts', 'store', 'mended', 'hubspot', 'main'], env, typed)
    expect([code, shown.includes('a-working-token')]).toEqual([0, false])
  })

  test('a call is shown by its request id, and counts in the usage', async () => {
    const { headers } = await gateway.call('acme', 'hubspot', { action: 'list', object_type: 'deals' })
    const shown = await run(`calls show ${headers.get('x-request-id')}`)
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/^account: +main$/m)])
    expect((await run('calls show nobody-sent-this')).code).toBe(5)
    const usage = await run('usage acme --by provider')
    expect(usage.stdout).toMatch(/^hubspot +\d+ +/m)
    expect(usage.stderr).toContain('no billing plan')
    expect((await runJson('usage acme')).totals.calls).toBeGreaterThan(0)
  })

  test('a write of which nobody knows is listed until it is resolved, and is shown with what became of it', async () => {
    await gateway.seed('acme-2', { slack: 'a-token' })
    const headers = { 'x-request-id': 'a-lost-write', 'idempotency-key': 'the-key-of-an-order' }
    await gateway.call('acme-2', 'slack', { action: 'create_conversation', name: 'news' }, { headers })
    expect((await run('calls --unknown --tenant nobody')).stderr).toContain('the outcome of every write is known')
    const { calls } = await runJson('calls --unknown --tenant acme-2')
    expect(calls).toMatchObject([{ request_id: 'a-lost-write' }])
    const resolved = await run(`resolve ${calls[0].id} --as done --note seen`)
    expect([resolved.code, resolved.stdout]).toEqual([0, expect.stringMatching(/^resolved as: +done$/m)])
    expect((await runJson('calls --unknown')).calls).toEqual([])
    const { stdout } = await run('calls show a-lost-write')
    expect(stdout).toMatch(/^idempotency key: +the-…rder$/m)
    expect(stdout).toMatch(/^resolved as: +done$/m)
    expect(await run('calls --tenant acme-2')).toMatchObject({ code: 2, stderr: expect.stringContaining('--unknown') })
  })

  test('several writes are resolved at once, and one that is not known keeps none of the others from it', async () => {
    await gateway.seed('acme-3', { slack: 'a-token' })
    const ids = ['lost-1', 'lost-2', 'lost-3']
    for (const id of ids) {
      const headers = { 'x-request-id': id, 'x-repeat': 'true' }
      await gateway.call('acme-3', 'slack', { action: 'create_conversation', name: 'news' }, { headers })
    }
    const resolved = await run('resolve lost-1 nobodys lost-2 --as absent')
    expect([resolved.code, resolved.stderr]).toEqual([5, 'error: 1 of 3 calls were not resolved\n'])
    expect(resolved.stdout.match(/^resolved as: +absent$/gm)).toHaveLength(2)
    expect(resolved.stdout).toMatch(/^error: +No call with this id/m)
    const left = (await runJson('calls --unknown --tenant acme-3')).calls
    expect(left.map(({ request_id }: { request_id: string }) => request_id)).toEqual(['lost-3'])
    expect((await runJson('resolve lost-3 --as done')).calls).toMatchObject([{ id: 'lost-3', error: null }])
    expect((await run('resolve --as done')).code).toBe(2)
  })

  test('a changed policy is checked against the calls, and the least policy is printed', async () => {
    await gateway.call('acme', 'hubspot', { action: 'list', object_type: 'companies' })
    const [{ token_id }] = (await runJson('tokens list acme')).tokens
    const checked = await run(`policies check acme --token-id ${token_id} --deny hubspot:read`)
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^would have been refused:\nPROVIDER .*\nhubspot +main +list +read .* deny hubspot:read +[0-9a-f]{12} \(\d+\)\n/,
      ),
    ])
    expect(checked.stderr).toMatch(/^of \d+ calls since .*: \d+ more refused, 0 more allowed, 0 more asked about$/m)
    const none = await run('policies check acme')
    expect([none.code, none.stdout, none.stderr]).toEqual([0, '', expect.stringContaining(': 0 more refused')])
    const least = await run(`policies least acme --token-id ${token_id}`)
    expect(least.stdout).toMatch(/^allow: .*hubspot:list.*\nwider: .*hubspot:read/m)
    expect((await runJson('policies least acme')).allow).toContain('hubspot:list')
    expect((await run('policies check acme --allow hubspo:read')).stderr).toContain('did you mean `hubspot`?')
    const asked = await run(
      `policies check acme --ask ${JSON.stringify([{ pattern: '*:read', except: ['hubspot:list'] }])}`,
    )
    expect([asked.code, asked.stdout]).toEqual([0, expect.not.stringContaining(' list ')])
    const wrong = await run(`policies check acme --ask ${JSON.stringify({ pattern: '*:read', excepts: [] })}`)
    expect(wrong.stderr).toContain('excepts')
  })

  test('the audit log is searched and exported to a file for its owner alone, which is never overwritten', async () => {
    const { entries } = await runJson('audit search --tenant acme --source rest --limit 1')
    expect(entries).toMatchObject([{ tenant: 'acme', source: 'rest' }])
    const byToken = await runJson(`audit search --token-id ${entries[0].token_id} --limit 1`)
    expect(byToken.entries[0].token_id).toBe(entries[0].token_id)
    const file = inFolder('audit.csv')
    expect((await run(`audit export --format csv --to ${file}`)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^id,at,tenant,/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run(`audit export --to ${file}`)).toMatchObject({ code: 2, stderr: expect.stringContaining('exists') })
    const printed = await run('audit export --tenant acme')
    expect(JSON.parse(printed.stdout.split('\n')[0] ?? '')).toMatchObject({ tenant: 'acme' })
  })

  test('tail shows each entry once, as it is written, and leaves out its own reads', async () => {
    const tail = startPatchbay(['audit', 'tail', '--tenant', 'tailed', '--json'], env)
    const lines: string[] = []
    const decoder = new TextDecoder()
    const reading = (async () => {
      for await (const chunk of tail.stdout) lines.push(...decoder.decode(chunk).split('\n').filter(Boolean))
    })()
    const reachesLines = async (count: number) => {
      await expect.poll(() => lines.length, { timeout: 10_000, interval: 20 }).toBe(count)
    }
    await gateway.admin('GET', '/admin/tenants/tailed')
    await reachesLines(1)
    await gateway.admin('GET', '/admin/billing/tailed')
    await reachesLines(2)
    tail.kill()
    await reading
    expect(lines.map((line) => JSON.parse(line).action)).toEqual(['get_tenant', 'get_billing'])
  })
})

describe('jobs, suggestions and connect links', () => {
  test('a job is run by its name; one that is turned off is missing', async () => {
    expect(await run('jobs run retention')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^outcome: +ok$/m) })
    expect(await run('jobs run re-seal')).toMatchObject({ code: 5, stderr: expect.stringContaining('CRONS') })
    expect(await runJson('jobs list')).toMatchObject({
      crons: expect.arrayContaining([
        expect.objectContaining({ name: 'retention', last_result: expect.objectContaining({ outcome: 'ok' }) }),
      ]),
    })
  })

  test('without suggestions there is nothing to see, and nothing to resolve', async () => {
    expect(await run('suggestions list')).toMatchObject({ code: 0, stdout: '', stderr: 'nothing needs attention\n' })
    expect((await run('suggestions show nope')).code).toBe(5)
    expect((await run('suggestions resolve nope --note done')).code).toBe(5)
  })

  test('a suggestion is shown with the command that resolves it', async () => {
    const expires = new Date(Date.now() + 3 * 86_400_000).toISOString()
    await run(`accounts store acme hubspot main --expires ${expires}`, {}, 'a-working-token')
    expect((await run('jobs run suggestions')).code).toBe(0)
    const { suggestions } = await runJson('suggestions list')
    const { id } = suggestions.find(({ kind }: { kind: string }) => kind === 'token-lapses')
    const shown = await run(`suggestions show ${id}`)
    expect([shown.code, shown.stderr]).toEqual([
      0,
      'next: patchbay accounts store acme hubspot main\nor: POST /admin/seed-oauth\n',
    ])
    expect(shown.stdout).not.toContain('/admin/seed-oauth')
    expect(await runJson(`suggestions show ${id}`)).toMatchObject({ next: { route: 'put_token' } })
    await run('accounts store acme hubspot main', {}, 'a-working-token')
    for (const each of suggestions) expect((await run(`suggestions resolve ${each.id} --note done`)).code).toBe(0)
  })

  test('a link that cannot be created says why, and a link that does not exist cannot be watched', async () => {
    const refused = await run('connect make acme stripe main --valid 5x')
    expect([refused.code, refused.stderr]).toEqual([2, 'error: --valid must be a duration such as 30m, 12h or 7d\n'])
    const none = '00000000-0000-7000-8000-000000000000'
    for (const what of ['show', 'watch']) expect((await run(`connect ${what} ${none}`)).code).toBe(5)
  })

  test('watching a link shows each attempt and its end', async () => {
    const made = await run('connect make acme stripe watched')
    const url = made.stdout.trim()
    const [, id = ''] = /^connect id: +(\S+)$/m.exec(made.stderr) ?? []
    const browser = createBrowser()
    const page = await browser.visit(url)
    expect((await browser.visit(url, { ...page.hidden, secret: 'a-wrong-key' })).status).toBe(502)
    const watch = startPatchbay(['connect', 'watch', id], env)
    const { value: told } = await watch.stderr.getReader().read()
    expect(new TextDecoder().decode(told)).toMatch(/^failed: .*401/)
    const asking = await browser.visit(url, { ...(await browser.visit(url)).hidden, secret: 'a-good-key' })
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    expect([await watch.exited, await watch.stdout.text()]).toEqual([0, expect.stringMatching(/^status: +connected$/m)])
  })

  test('a link is made, its URL alone on stdout, and shown without it', async () => {
    const made = await run('connect make acme stripe main --valid 2h')
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^http:\/\/\S+\/connect\/\S+\n$/)])
    const [, id = ''] = /^connect id: +(\S+)$/m.exec(made.stderr) ?? []
    expect(await runJson(`connect show ${id}`)).toMatchObject({ status: 'pending', account_id: 'main' })
  })

  test('links are listed with their outcomes, and a link is ended', async () => {
    const made = await run('connect make acme stripe ended')
    const [, id = ''] = /^connect id: +(\S+)$/m.exec(made.stderr) ?? []
    expect(await run(`connect end ${id}`)).toMatchObject({ code: 0, stderr: 'the link has ended\n' })
    const { stdout } = await run('connect list --tenant acme --limit 1')
    expect(stdout).toMatch(new RegExp(`${id} +acme +stripe +ended +expired +.*An administrator ended the link`))
    expect(await run('connect list --tenant nobody')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^no links/),
    })
  })
})

describe('the gateway itself', () => {
  test('its state is shown, with the accounts that need attention', async () => {
    const before = await run('status')
    expect(before).toMatchObject({ code: 0, stdout: expect.stringMatching(/^open suggestions: +0$/m) })
    expect(before.stdout).not.toContain('store ms')
    expect(before.stderr).toContain('take one: patchbay jobs run health-snapshot')
    await run('jobs run health-snapshot')
    expect((await run('status')).stdout).toMatch(/^store ms: +\d/m)
    const { last_24h, verdict, problems } = await runJson('status')
    expect(last_24h.total).toBeGreaterThan(0)
    expect([verdict, (await run('status')).stdout.split('\n')[0]]).toEqual(
      problems.length === 0 ? ['ok', 'ok: nothing needs attention'] : ['attention', 'attention:'],
    )
    await gateway.seed('troubled', { stripe: 'a-wrong-key' })
    await run('jobs run health-snapshot')
    const { stdout } = await run('status')
    expect(stdout).toMatch(/^attention:\n(.*\n)? {2}\d+ accounts? do(es)? not work \(.*accounts list\)$/m)
    expect((await runJson('status')).verdict).toBe('attention')
    await gateway.admin('DELETE', '/admin/tenants/troubled')
  })

  test('what was changed is told in sentences, with who changed it, and as JSON with the values', async () => {
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { calls_per_minute: 600 } })
    expect((await run('changes --tenant acme --limit 1')).stdout).toMatch(/ADMIN_API_KEY[^\n]*\n?.*600 calls a minute/)
    const [change] = (await runJson('changes --tenant acme --limit 1')).changes
    expect(change).toMatchObject({ action: 'patch_tenant', by: { name: 'ADMIN_API_KEY' } })
    expect(change.changes).toContainEqual({ path: '/options/calls_per_minute', to: 600 })
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { calls_per_minute: null } })
  })

  test('its changed settings are shown, and its providers', async () => {
    const { stdout } = await run('settings')
    expect(stdout).toMatch(/^CALLS_PER_MINUTE +0 +30$/m)
    expect(stdout).not.toContain('BASE_URL')
    expect((await runJson('settings')).configuration.length).toBeGreaterThan(30)
    expect((await run('providers list')).stdout).toMatch(/^hubspot +HubSpot CRM +needs_application/m)
  })

  test('applications and grants are listed and ended', async () => {
    const agent = createAgent(gateway.url)
    const client = await agent.register()
    await agent.connect(client, tokenOf('acme'))
    const { grants } = await runJson('grants list acme')
    expect((await run(`grants revoke acme ${grants[0].grant_id}`)).code).toBe(0)
    expect(await run('grants list acme')).toMatchObject({ stdout: '', stderr: 'no grants\n' })
    expect((await run('clients list')).stdout).toContain(client)
    expect((await run(`clients remove ${client}`)).code).toBe(0)
    expect((await runJson('clients list')).clients).toEqual([])
  })
})

describe('the exit code', () => {
  test.each([
    ['nonsense', 2, 'unknown command nonsense'],
    ['tenant list', 2, 'did you mean tenants?'],
    ['approve', 2, 'unknown command approve; did you mean approvals approve?'],
    ['mint', 2, 'did you mean tokens mint or keys mint?'],
    ['tenants lst', 2, 'unknown command patchbay tenants lst; known: list, show, put, remove'],
    ['tenants show', 2, 'usage: patchbay tenants show <tenant>'],
    ['tenants show acme beta', 2, 'too many arguments'],
    ['--json tenants list', 2, 'options come after the command'],
    ['keys mint X --role emperor', 2, 'Expected one of: linker, viewer, approver, operator, owner'],
    ['tenants list --limit many', 2, '/limit'],
    ['tokens mint acme --allow nonsense', 2, '/allow/0'],
    ['tenants list --limit', 2, '--limit needs a value'],
    ['tenants list --url ftp://x', 2, '--url'],
    ['tenants list --url http://127.0.0.1:1', 4, 'no gateway answers at http://127.0.0.1:1'],
    ['tenants show nobody', 5, 'TENANT_NOT_FOUND'],
    ['usage --help', 0, ''],
  ])('of "patchbay %s" is %i', async (line, code, message) => {
    const ran = await run(line)
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)])
  })

  test('a value that the gateway refuses is told once, and each of several is named', async () => {
    const { stderr } = await run('tokens mint acme --allow nonsense')
    expect(stderr.match(/is not an access pattern/g)).toHaveLength(1)
    const several = await run('tokens mint acme --allow nonsense --deny rubbish')
    expect(several.stderr).toMatch(/^ {2}\/allow\/0: .*\n {2}\/deny\/0: /m)
  })

  test.each([
    [
      'tenants show nobody',
      'next: patchbay tenants put nobody --file <path>',
      'The tenant nobody has no configuration',
    ],
    [
      'accounts test acme hubspot other',
      'next: patchbay tenants put acme --file <path>',
      'has no account hubspot/other',
    ],
    ['connect make acme hubspot new', 'next: PUT /admin/apps/hubspot', 'has no OAuth application yet'],
    ['jobs run UPPER', 'next: patchbay jobs list', 'must be the name of a job'],
  ])('of "patchbay %s" comes with the command that is next, in place of a route', async (line, next, message) => {
    const { stderr } = await run(line)
    const [first = '', ...more] = stderr.split('\n')
    expect(first).toContain(message)
    expect(first).not.toContain('/admin/')
    expect(more).toContain(`  ${next}`)
  })

  test('is 4 if something other than a gateway answers, and no redirect gets the admin key', async () => {
    const asked: (string | null)[] = []
    const other = Bun.serve({
      port: 0,
      fetch(request): Response {
        asked.push(request.headers.get('x-admin-key'))
        return request.url.includes('stolen')
          ? Response.json({})
          : new Response('', { status: 302, headers: { location: `${new URL(request.url).origin}/stolen` } })
      },
    })
    const ran = await run(`tenants list --url ${other.url.origin}`, { HTTP_PROXY: 'http://127.0.0.1:1' })
    await other.stop(true)
    expect([ran.code, asked]).toEqual([4, [gateway.adminKey]])
  })
})

/** A gateway that takes long is seen to be asked, in a line that goes again. */
const withoutSpinner = (shown: string): string =>
  shown
    .split('\r\u001b[K')
    .filter((part) => !part.includes('waiting for http'))
    .join('')

test('what others wrote reaches the terminal as text only, cut to its width, with relative times', async () => {
  const name = 'Evil\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}txt'
  await gateway.admin('PUT', '/admin/tenants/evil', { name, status: 'active', providers: {} })
  const { code, shown } = await runInTerminal(['tenants', 'list'], { ...env, NO_COLOR: '1' })
  expect([code, shown]).toEqual([0, expect.stringContaining('Evil')])
  expect(withoutSpinner(shown).replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  const [table = [], notes = []] = [false, true].map((isNote) =>
    withoutSpinner(shown)
      .split('\r\n')
      .filter((line) => line.includes('shown as escapes') === isNote),
  )
  for (const line of table) expect(line.length).toBeLessThanOrEqual(60)
  expect(notes).toHaveLength(1)
  // A terminal of 60 columns leaves out the time.
  const wide = await runInTerminal(['tenants', 'list', '--wide'], { ...env, NO_COLOR: '1' })
  expect(wide.shown).toMatch(/ago|now/)
  const asJson = await run('tenants show evil --json')
  expect(asJson.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(JSON.parse(asJson.stdout).name).toBe(name)
})
