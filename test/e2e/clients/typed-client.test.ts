// Test lanes: slow

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeClient } from '../../../codegen/client/index.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { answer, startScripted } from '../../providers/scripted.ts'

const root = join(import.meta.dirname, '../../..')
/** Within the project, so that the client finds its package; git ignores the folder. */
const folder = join(root, 'test-results', `typed-client-${process.pid}`)

const upstream = await startScripted(answer(200, { id: 1, login: 'ada' }))
const gateway = await startTestGateway({ env: { PROVIDER_ORIGINS: JSON.stringify({ github: upstream.origin }) } })
beforeAll(async () => {
  await writeClient(root, folder)
  await gateway.seed('acme', { github: 'a-credential' })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await gateway.stop()
  await upstream.stop()
})

const call = (body: string, path = '/api/v1/{tenant}/github'): string =>
  `await gateway.POST('${path}' as const, { params: { path: { tenant: 'acme' } }, body: ${body} })`
const issue = "owner: 'ada', repo: 'engine', issue_number: 1"

/** By the module of a provider with a document. */
const act = (action: string, parameters: string, id = 'github'): string => {
  const create = `create${id.replace(/^./, (letter) => letter.toUpperCase())}`
  return `await (await import('./${id}.ts')).${create}(gateway, 'acme')('${action}', ${parameters})`
}
const collaborator = "owner: 'ada', repo: 'engine', username: 'bob'"

const right = [
  act('get_user', '{}'),
  act('add_repo_collaborator', `{ ${collaborator}, permission: 'push', account_id: 'main' }`),
  act('create_product', "{ name: 'Lamp', metadata: { a: 'b' } }", 'stripe'),
  act('create_product', "{ name: 'Lamp', dry_run: true }, { idempotencyKey: 'a', repeat: false }", 'stripe'),
  act('list_tasks', "{ project: '1', limit: 5 }", 'asana'),
  call("{ action: 'get_user' }"),
  call(`{ action: 'get_issue', ${issue} }`),
  call("{ action: 'list_boards', of_kind: 'open' }", '/api/v1/{tenant}/trello'),
  `const { data } = ${call("{ action: 'get_user' }")}; const success: boolean | undefined = data?.success; console.log(success)`,
  "await gateway.GET('/admin/tenants/{tenant}', { params: { path: { tenant: 'acme' } } })",
]
const wrong = [
  act('add_repo_colaborator', `{ ${collaborator} }`),
  act('add_repo_collaborator', "{ owner: 'ada', repo: 'engine' }"),
  act('add_repo_collaborator', `{ ${collaborator}, permision: 'push' }`),
  act('create_product', '{ name: 1 }', 'stripe'),
  act('create_product', "{ name: 'Lamp' }, { idempotencyKey: 1 }", 'stripe'),
  act('get_issue', "{ owner: 'ada', repo: 'engine', issue_number: 'one' }"),
  call("{ action: 'get_usr' }"),
  call("{ action: 'get_issue', owner: 'ada', repo: 'engine' }"),
  call(`{ action: 'get_issue', ${issue}, isue: 2 }`),
  call("{ action: 'get_issue', owner: 'ada', repo: 'engine', issue_number: 'one' }"),
  call("{ action: 'list_boards', of_kind: 'big' }", '/api/v1/{tenant}/trello'),
  call("{ action: 'get_user' }", '/api/v1/{tenant}/gitlab'),
  "await gateway.GET('/admin/tenant', {})",
]

/** The cases that don't compile, by their numbers. */
const compileCases = (): ReadonlySet<number> => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['case-*.ts'] }))
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, tsc, '--checkers', '1', '-p', folder], { cwd: folder })
  expect(exitCode).toBe(1)
  const lines = stdout.toString().trim().split('\n')
  const places = lines
    .filter((line) => !line.startsWith(' '))
    .map((line) => /^case-(\d+)\.ts\(/.exec(line)?.[1] ?? line)
  return new Set(places.map(Number))
}

it('right calls type-check, and each wrong one does not', async () => {
  const cases = [...right, ...wrong]
  for (const [n, text] of cases.entries())
    await Bun.write(
      join(folder, `case-${n}.ts`),
      `import { createGateway } from './index.ts'\nconst gateway = createGateway({ baseUrl: '' })\n${text}\n`,
    )
  const faulty = compileCases()
  expect(cases.map((text, n) => [text, !faulty.has(n)])).toEqual([
    ...right.map((text) => [text, true]),
    ...wrong.map((text) => [text, false]),
  ])
  // An error anywhere else has no number.
  expect([...faulty].filter(Number.isNaN)).toEqual([])
}, 120_000)

it('calls an action of a document', async () => {
  const { createGateway } = await import(join(folder, 'index.ts'))
  const { createGithub } = await import(join(folder, 'github.ts'))
  const headers = { authorization: `Bearer ${tokenOf('acme')}` }
  const github = createGithub(createGateway({ baseUrl: gateway.url, headers }), 'acme')
  const { data, error } = await github('list_repo_branches', { owner: 'ada', repo: 'engine' })
  expect([error, data]).toMatchObject([undefined, { success: true, data: { login: 'ada' } }])
  expect(upstream.requests.at(-1)?.url).toBe('/repos/ada/engine/branches')
})

it('calls a gateway, and its admin API', async () => {
  const { createGateway } = await import(join(folder, 'index.ts'))
  const { url } = gateway
  const caller = createGateway({ baseUrl: url, headers: { authorization: `Bearer ${tokenOf('acme')}` } })
  const called = await caller.POST('/api/v1/{tenant}/github', {
    params: { path: { tenant: 'acme' } },
    body: { action: 'get_user', username: 'ada' },
  })
  expect([called.error, called.data]).toMatchObject([undefined, { success: true, data: { login: 'ada' } }])
  const refused = await caller.POST('/api/v1/{tenant}/github', { params: { path: { tenant: 'acme' } }, body: {} })
  expect([refused.data, refused.error]).toMatchObject([undefined, { code: 'VALIDATION_ERROR' }])

  const admin = createGateway({ baseUrl: url, headers: { 'x-admin-key': gateway.adminKey } })
  const { data } = await admin.GET('/admin/tenants/{tenant}', { params: { path: { tenant: 'acme' } } })
  expect(data).toMatchObject({ id: 'acme' })
})
