// Test lanes: slow

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type CommandBlock, commandBlocks, isPrinted } from '../../docs/command-blocks.ts'
import { readPage } from '../../docs/pages.ts'
import { createReader } from '../../docs/reader.ts'
import { freePort } from '../../free-port.ts'
import { temporaryFolder } from '../../gateway.ts'
import { startServerProcess } from '../../server-process.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A data folder; the demo's is beside it. */
const newDataDir = (): string => {
  const folder = temporaryFolder()
  folders.push(folder)
  return join(folder, 'data')
}

const commandsIn = (printed: string): readonly string[] => printed.match(/curl (?:.*\\\n)*.*/g) ?? []

const startDemo = async (env: Readonly<Record<string, string>> = {}, dataDir = newDataDir()) => {
  const server = await startServerProcess({ args: ['--demo'], dataDir, env })
  const [, token = ''] = /Bearer (pb_[\w-]+)/.exec(server.output.stdout) ?? []
  return {
    ...server,
    token,
    commands: commandsIn(server.output.stdout),
    ask: (body: unknown) => server.call('demo', 'demo', body, { token }),
  }
}

/** One that ends with its test: the tenants of a demo go on calling. */
const start: typeof startDemo = async (...given) => {
  const demo = await startDemo(...given)
  onTestFinished(demo.stop)
  return demo
}

/** For all tests that need nothing of their own. */
let demo: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  demo = await startDemo({ CRONS: '{}' })
})
afterAll(() => demo.stop())

const pathsOf = async ({ send }: Pick<Awaited<ReturnType<typeof start>>, 'send'>): Promise<readonly string[]> =>
  Object.keys((await send('GET', '/openapi.json', {})).body.paths)

const paste = async (command: string) => {
  const child = Bun.spawn(['sh', '-c', command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stderr, stdout }
}

describe('bun start --demo', () => {
  test('prints three commands: a read, a write, and a tool call that finds what was written', async () => {
    expect(demo.commands).toHaveLength(3)
    const answers = []
    for (const command of demo.commands) {
      const { code, stderr, stdout } = await paste(command)
      expect([code, stderr]).toEqual([0, ''])
      answers.push(JSON.parse(stdout))
    }
    const [found, made, foundAgain] = answers
    const names = (data: { data: { name: string }[] }) => data.data.map(({ name }) => name)
    expect(found).toMatchObject({ success: true, status: 200, cache: 'MISS' })
    expect(names(found.data)).toEqual(['Amara Okafor', 'Tom Whitfield', 'Priya Raman'])
    expect(made).toMatchObject({ success: true, status: 201, data: { id: 'person-31', name: 'Ada Quayle' } })
    expect(names(foundAgain.result.structuredContent.data)).toEqual([...names(found.data), 'Ada Quayle'])

    const again = JSON.parse((await paste(demo.commands[1] ?? '')).stdout)
    expect(again).toMatchObject({ code: 'UPSTREAM_ERROR', status: 409 })
    expect(again.error).toContain('person-31 has this email address')
  })

  test('says that it is a demo, and shows the admin key and the line for Claude Code', async () => {
    const { output, url, token, admin } = demo
    expect(output.stdout).toContain('DEMO: ')
    expect(output.stderr + output.stdout).not.toMatch(/still being filed|"level":"(?:warn|error)"/)
    expect(output.stdout).toContain(
      `claude mcp add --transport http patchbay-demo ${url}/mcp --header 'Authorization: Bearer ${token}'`,
    )
    expect((await admin('GET', '/admin/tenants/demo')).body).toMatchObject({ name: 'Demo', status: 'active' })
  })

  test('signs a browser in by the link that it prints, once, and leads one that opens its address to the console', async () => {
    const [, link = ''] = /^Open the console, signed in .*: (\S+)$/m.exec(demo.output.stdout) ?? []
    const visit = async (url: string) => {
      const { status, headers } = await fetch(url, { redirect: 'manual' })
      return { status, location: headers.get('location'), cookie: headers.get('set-cookie') ?? '' }
    }
    expect(await visit(`${demo.url}/`)).toMatchObject({ status: 303, location: '/console', cookie: '' })
    expect((await visit(`${link}x`)).status).toBe(404)
    // A chat or a scanner looks at a link before a person opens it.
    const looked = await fetch(link, { method: 'HEAD', redirect: 'manual' })
    expect([looked.status, looked.headers.get('allow')]).toEqual([405, 'GET, OPTIONS'])
    const opened = await visit(link)
    expect([opened.status, opened.location]).toEqual([303, '/console?signed-in'])
    expect(opened.cookie).toMatch(/HttpOnly; SameSite=Strict/)
    const headers = { cookie: opened.cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' }
    const session = await (await fetch(`${demo.url}/admin/session`, { headers })).json()
    expect(session).toMatchObject({ role: 'owner', signed_in_by: 'key' })
    expect(await visit(link)).toMatchObject({ status: 404, cookie: '' })
  })

  test('shows what an operator finds after two weeks: tenants, calls, an account in trouble, suggestions', async () => {
    const { tenants } = (await demo.admin('GET', '/admin/tenants')).body
    expect(tenants.map(({ name }: { name: string }) => name)).toEqual(['Acme', 'Demo', 'Globex'])
    const stats = (await demo.admin('GET', '/admin/audit/stats')).body
    expect(stats['7d'].total).toBeGreaterThan(1000)
    expect(Object.keys(stats['7d'].by_code).length).toBeGreaterThan(2)
    expect((await demo.admin('GET', '/admin/accounts?state=trouble')).body.accounts).toMatchObject([
      { tenant_id: 'acme', account_id: 'sales-us', state: 'rejected' },
    ])
    const { suggestions } = (await demo.admin('GET', '/admin/suggestions')).body
    expect(suggestions.length).toBeGreaterThan(0)
    expect((await demo.admin('GET', '/admin/calls?outcome=unknown')).body.calls).toMatchObject([
      { tenant: 'acme', action: 'add_note' },
    ])
  })

  test('has a policy that asks, and a call that waits for a yes, after which it is made', async () => {
    const { waiting, approvals } = (await demo.admin('GET', '/admin/approvals?state=waiting')).body
    expect([waiting, approvals]).toMatchObject([
      1,
      [{ tenant: 'acme', action: 'create_deal', rule: 'token demo:create_deal' }],
    ])
    const path = `/admin/approvals/${approvals[0].approval_id}`
    const { digest, parameters } = (await demo.admin('GET', path)).body
    expect(parameters).toMatchObject({ title: 'Renewal for two years' })
    await demo.admin('POST', `${path}/decision`, { decision: 'approve', digest })
    await expect.poll(async () => (await demo.admin('GET', path)).body.state).toBe('done')
  })

  test('lives: calls of its tenants go on', async () => {
    const newest = async () => (await demo.admin('GET', '/admin/audit?source=rest&limit=1')).body.entries[0].id
    const before = await newest()
    await expect.poll(newest, { timeout: 20_000, interval: 500 }).not.toBe(before)
  })

  test('has an API reference with its calls, at the address that it prints', async () => {
    const [, reference] = /^API reference: (.*)$/m.exec(demo.output.stdout) ?? []
    expect(reference).toBe(`${demo.url}/docs`)
    expect((await demo.send('GET', '/docs', {})).status).toBe(200)
    expect(await pathsOf(demo)).toContain('/api/v1/{tenant}/demo')
  })

  const person = { name: 'Nils Berg', email: 'nils.berg@lumen.example' }
  test.each<[body: { readonly action: string; readonly [name: string]: unknown }, data: object]>([
    [{ action: 'get_account' }, { plan: 'Starter' }],
    [{ action: 'list_companies' }, { data: expect.any(Array) }],
    [{ action: 'get_company', company_id: 'company-2' }, { name: 'Halden Robotics' }],
    [
      { action: 'list_people', limit: 1 },
      { data: [{ id: 'person-1' }], next_cursor: expect.any(String) },
    ],
    [{ action: 'search_people', filters: [{ field: 'title', operator: 'eq', value: 'partner' }] }, { total: 2 }],
    [{ action: 'get_person', person_id: 'person-2' }, { name: 'Tom Whitfield' }],
    [{ action: 'create_person', ...person }, { id: 'person-32' }],
    [
      { action: 'update_person', person_id: 'person-32', title: 'Engineer' },
      { ...person, title: 'Engineer' },
    ],
    [{ action: 'add_note', person_id: 'person-32', text: 'Called.' }, { text: 'Called.' }],
    [{ action: 'list_notes', person_id: 'person-32' }, { data: [{ text: 'Called.' }] }],
    [{ action: 'list_deals', limit: 1 }, { data: [{ id: 'deal-1' }] }],
    [{ action: 'search_deals', filters: [{ field: 'stage', operator: 'eq', value: 'won' }] }, { total: 5 }],
    [{ action: 'get_deal', deal_id: 'deal-3' }, { amount: 96_500 }],
    [
      { action: 'create_deal', title: 'Maps', company_id: 'company-7', amount: 10, closes_on: '2027-02-03' },
      { id: 'deal-24', stage: 'lead' },
    ],
    [
      { action: 'update_deal', deal_id: 'deal-24', stage: 'won' },
      { title: 'Maps', stage: 'won' },
    ],
  ])('answers %j', async (body, data) => {
    expect((await demo.ask(body)).body).toMatchObject({ success: true, data })
  })

  test('deletes a person', async () => {
    expect((await demo.ask({ action: 'delete_person', person_id: 'person-30' })).status).toBe(200)
    expect((await demo.ask({ action: 'get_person', person_id: 'person-30' })).status).toBe(404)
  })

  test('goes through pages of 20 to fill a larger limit', async () => {
    const { body } = await demo.ask({ action: 'list_people', limit: 27 })
    expect(body.data.data.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 27 }, (_, index) => `person-${index + 1}`),
    )
  })

  test('shows the error of a vendor with its details', async () => {
    const { status, body } = await demo.ask({ action: 'export_people', format: 'csv' })
    expect([status, body.code]).toEqual([422, 'UPSTREAM_ERROR'])
    expect(body.error).toContain('Exports are not part of the plan Starter')
    expect(JSON.stringify(body.details)).toContain('needs the plan Business')
  })

  test('refuses another credential at the CRM, as a vendor does', async () => {
    await demo.admin('PUT', '/admin/tokens/demo/demo/main', { access_token: 'another-key', token_type: 'Bearer' })
    const { status, body } = await demo.ask({ action: 'get_account' })
    expect([status, body.error]).toEqual([401, expect.stringContaining('The API key is missing or wrong')])
  })
})

describe('the store of the demo', () => {
  test('is made anew at each start, after a kill -9 too, and data beside it stays untouched', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'mine'), 'kept')
    const first = await start({}, dataDir)
    await first.ask({ action: 'create_person', name: 'Ada Quayle', email: 'ada@northwind.example' })
    await first.end('SIGKILL')

    const second = await start({}, dataDir)
    expect(second.token).not.toBe(first.token)
    expect((await second.ask({ action: 'get_account' })).status).toBe(200)
    expect((await second.call('demo', 'demo', { action: 'get_account' }, { token: first.token })).status).toBe(401)
    expect((await second.ask({ action: 'get_person', person_id: 'person-31' })).status).toBe(404)
    expect(readdirSync(dataDir)).toEqual(['mine'])
  })

  test('is not taken from a demo that runs', async () => {
    const dataDir = newDataDir()
    const first = await start({}, dataDir)
    const second = await start({}, dataDir)
    expect(await second.exited).toBe(1)
    expect(second.output.stderr).toContain(`a demo is running on ${dataDir}-demo: stop that one first`)
    expect((await first.ask({ action: 'get_account' })).status).toBe(200)
    expect((await first.send('GET', '/health', {})).body).toMatchObject({ status: 'healthy' })
  })

  test('never takes the place of files that no demo made', async () => {
    const dataDir = newDataDir()
    mkdirSync(`${dataDir}-demo`)
    writeFileSync(join(`${dataDir}-demo`, 'thesis.txt'), 'mine')
    const server = await start({}, dataDir)
    expect([await server.exited, server.output.stderr]).toEqual([
      1,
      expect.stringContaining(`--demo would empty ${dataDir}-demo, which holds files that no demo made`),
    ])
    expect(readdirSync(`${dataDir}-demo`)).toEqual(['thesis.txt'])
  })
})

test('a start without --demo keeps nothing where the next demo would delete it', async () => {
  const dataDir = newDataDir()
  mkdirSync(`${dataDir}-demo`)
  writeFileSync(join(`${dataDir}-demo`, 'EMPTIED-AT-EACH-DEMO-START'), '')
  const server = await startServerProcess({ dataDir: `${dataDir}-demo` })
  onTestFinished(server.stop)
  expect([await server.exited, server.output.stderr]).toEqual([
    1,
    expect.stringContaining('which npx bun start --demo empties at each start: choose another folder'),
  ])
})

test("with a deadline a demo's call that takes longer ends as TIMEOUT; with BASE_URL it prints that address", async () => {
  const port = freePort()
  const BASE_URL = `http://127.0.0.1:${port}`
  const { ask, commands } = await start({ REQUEST_TIMEOUT_MS: '300', PORT: `${port}`, BASE_URL })
  const { status, body } = await ask({ action: 'forecast' })
  expect([status, body.code]).toEqual([504, 'TIMEOUT'])
  expect(commands.map((command) => command.match(/http:\S+?:\d+/)?.[0])).toEqual(Array(3).fill(BASE_URL))
})

describe('bun start --demo ends with what to do', () => {
  test('where MONGODB_URI is set', async () => {
    const server = await start({ MONGODB_URI: 'mongodb://admin:hunter2@localhost/patchbay' })
    expect([await server.exited, server.output.stdout]).toEqual([1, ''])
    expect(server.output.stderr).toContain('MONGODB_URI is set, and --demo never touches a database of yours: unset it')
    expect(server.output.stderr).not.toContain('hunter2')
  })

  test('where the port is taken', async () => {
    const port = freePort()
    const other = Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response() })
    const server = await start({ PORT: String(port) })
    expect(await server.exited).toBe(1)
    expect(server.output.stderr).toContain(`port ${port} (PORT)`)
    expect(server.output.stderr).toContain('set PORT (or HOST) to another one')
    await other.stop(true)
  })
})

test('a start without --demo has no provider demo, in no list', async () => {
  const server = await startServerProcess({ dataDir: newDataDir() })
  onTestFinished(server.stop)
  expect(server.output.stdout).not.toContain('demo')
  const put = await server.admin('PUT', '/admin/tenants/acme', {
    name: 'Acme',
    status: 'active',
    providers: { demo: { accounts: [{ id: 'main', label: 'Main' }] } },
  })
  expect([put.status, put.body.code]).toEqual([400, 'VALIDATION_ERROR'])
  const paths = await pathsOf(server)
  expect(paths).toContain('/api/v1/{tenant}/hubspot')
  expect(paths.filter((path) => path.includes('demo'))).toEqual([])
  const providersOf = async ({ send }: typeof server) => (await send('GET', '/health', {})).body.providers
  expect(await providersOf(demo)).toBe((await providersOf(server)) + 1)
})

test('a fresh copy of the repository: the commands of README.md, then the three that the demo prints', {
  timeout: 60_000,
}, async () => {
  const section = /^## Try it\n[\s\S]*?(?=^## )/m.exec(readPage('README.md'))?.[0] ?? ''
  const [{ commands, printed = '' }] = commandBlocks(section) as [CommandBlock]
  const answers = [...section.matchAll(/^```text\n([\s\S]*?)^```$/gm)].at(-1)?.[1]?.trim().split('\n') ?? []
  const reader = createReader({ isFresh: true })
  onTestFinished(reader.leave)
  const { exitCode, stdout } = await reader.startGateway(commands, printed)
  expect({ exitCode, stdout }).toEqual({ exitCode: null, stdout: expect.stringContaining('DEMO: ') })

  const pasted = commandsIn(stdout)
  expect(pasted).toHaveLength(answers.length)
  for (const [index, command] of pasted.entries()) {
    const answer = await reader.runCommands(command)
    expect(answer).toMatchObject({ exitCode: 0, stderr: '' })
    expect(isPrinted(answers[index] ?? '', answer.stdout), answer.stdout).toBe(true)
  }
})
