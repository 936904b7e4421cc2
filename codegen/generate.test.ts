// Test lanes: slow

import { existsSync } from 'node:fs'
import { readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generate } from './generate.ts'
import { problemLine } from './model/problem.ts'
import { smallProvider, temporaryProject } from './testing/temporary-project.ts'
import { bringUpToDate } from './up-to-date.ts'

const three = { ...smallProvider('alpha'), ...smallProvider('beta'), ...smallProvider('gamma') }
const action = 'providers/alpha/items.ts'
/** The small provider's action file with one text replaced. */
const changed = (text: string, other: string): Record<string, string> => ({
  [action]: (smallProvider('alpha')[action] ?? '').replace(text, other),
})

describe('the same plugins give the same bytes', () => {
  test('in two runs and in two orders of the files', async () => {
    await using project = await temporaryProject(three)
    const runs = await Promise.all([
      generate(project.root, 'digest'),
      generate(project.root, 'digest'),
      generate(project.root, 'digest', (names) => names.toReversed()),
    ])
    const [first, ...others] = runs.map(({ files }) => [...(files ?? [])])
    expect(first?.map(([name]) => name)).toEqual([
      'openapi.json',
      'demo-openapi.json',
      'providers.lock.json',
      'demo-registry.js',
      'registry.js',
    ])
    for (const other of others) expect(other).toEqual(first)
  })
})

describe('generated code matches its sources', () => {
  test('after any change it is generated again; without a change it is left alone', async () => {
    await using project = await temporaryProject(three)
    const [registry = '', openapi = ''] = ['registry.js', 'openapi.json'].map((name) =>
      join(project.root, 'server/generated', name),
    )
    bringUpToDate(project.root)
    expect(await readFile(openapi, 'utf8')).toContain('Get an item')

    await project.write(changed('Get an item', 'Get one item'))
    bringUpToDate(project.root)
    expect(await readFile(openapi, 'utf8')).toContain('Get one item')

    const { ctimeMs } = await Bun.file(registry).stat()
    bringUpToDate(project.root)
    expect((await Bun.file(registry).stat()).ctimeMs).toBe(ctimeMs)

    await rm(join(project.root, 'providers/gamma'), { recursive: true })
    bringUpToDate(project.root)
    expect(await readFile(registry, 'utf8')).not.toContain('gamma')
  })

  test('when many processes start at once, each finds it complete', async () => {
    await using project = await temporaryProject(three)
    const begun = await Promise.all(Array.from({ length: 4 }, () => project.codegen('generate')))
    expect(begun.map(({ code, error }) => [code, error])).toEqual(begun.map(() => [0, '']))
    const { registry } = await import(join(project.root, 'server/generated/registry.js'))
    expect(registry.map(({ package: name }: { package: string }) => name)).toEqual([
      'provider-alpha',
      'provider-beta',
      'provider-gamma',
    ])
    expect(registry[0].source.check('get').body({ action: 'get', item_id: '7' })).toBe(true)
    expect(
      await Array.fromAsync(new Bun.Glob('*').scan({ cwd: join(project.root, 'server/generated'), dot: true })),
    ).toHaveLength(5)
  })

  test('a faulty plugin is named, and nothing is written', async () => {
    await using project = await temporaryProject({ ...three, ...changed('Get an item', '') })
    expect(() => bringUpToDate(project.root)).toThrow(`${action}:4: alpha.get: \`description\` is empty`)
    expect(existsSync(join(project.root, 'server'))).toBe(false)
  })

  test('if the folder can’t be written, the error says what to do', async () => {
    await using project = await temporaryProject(three)
    // Not even root can create a folder there.
    await symlink('/proc', join(project.root, 'server'))
    expect(() => bringUpToDate(project.root)).toThrow(/server\/generated .* can't be written .*npx bun run codegen/)
  })
})

describe('providers.lock.json', () => {
  const read = async (root: string) => JSON.parse(await readFile(join(root, 'providers.lock.json'), 'utf8'))

  test('shows where the calls and tokens of a provider go, and its actions', async () => {
    await using project = await temporaryProject(three)
    expect(await project.codegen()).toMatchObject({ code: 0, error: '' })
    expect(await read(project.root)).toMatchObject({
      alpha: {
        package: 'provider-alpha',
        version: '1.2.3',
        origins: ['https://alpha.vendor-host.com'],
        tokenHosts: ['login.alpha.vendor-host.com'],
        actions: { get: 'read' },
      },
      beta: {},
      gamma: {},
    })
  })

  test('is compared by codegen --frozen, which names the differences and writes nothing', async () => {
    await using project = await temporaryProject(three)
    expect(await project.codegen('--frozen')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^alpha: added\n/),
    })
    expect(existsSync(join(project.root, 'providers.lock.json'))).toBe(false)
    await project.codegen()
    expect(await project.codegen('--frozen')).toMatchObject({ code: 0, error: '' })

    await project.write(changed('Get an item', 'Get one item'))
    const { code, error } = await project.codegen('--frozen')
    expect(code).toBe(1)
    expect(error.split('\n')).toEqual([
      'alpha: parameters, descriptions, requests or authentication changed',
      'review this, run `npx bun run codegen` and commit providers.lock.json',
      '',
    ])
    expect(bringUpToDate(project.root)).toEqual(['alpha: parameters, descriptions, requests or authentication changed'])
    expect((await project.codegen()).out).toContain('providers.lock.json is written: commit it')
    expect(bringUpToDate(project.root)).toEqual([])
  })

  test('is reported and rewritten if it is no longer JSON, as after a merge', async () => {
    await using project = await temporaryProject({ ...three, 'providers.lock.json': '{ "alpha": <<<' })
    expect(await project.codegen('--frozen')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^providers\.lock\.json: can't be read /),
    })
    await project.codegen()
    expect(Object.keys(await read(project.root))).toEqual(['alpha', 'beta', 'gamma'])
  })
})

describe('plugins are found', () => {
  test('among installed packages only where the root package.json names them', async () => {
    await using project = await temporaryProject({
      ...smallProvider('alpha'),
      ...smallProvider('beta', 'node_modules/provider-beta'),
      ...smallProvider('gamma', 'node_modules/provider-gamma'),
      'package.json': JSON.stringify({ patchbay: { providers: ['provider-beta'] } }),
    })
    // In a process of its own: Bun remembers where packages were, and not, in folders that are gone.
    expect(await project.codegen()).toMatchObject({ code: 0 })
    const read = (name: string): Promise<string> => readFile(join(project.root, name), 'utf8')
    expect(Object.keys(JSON.parse(await read('providers.lock.json')))).toEqual(['alpha', 'beta'])
    expect(await read('server/generated/registry.js')).toContain('import beta_provider from "provider-beta"')
  })

  test('all plugins that can’t be loaded are reported at once with their files, and nothing is written', async () => {
    await using project = await temporaryProject({
      ...smallProvider('alpha'),
      'providers/broken/package.json': '{"name": "broken", "version": "1"}',
      'providers/broken/index.ts': 'throw new Error("no such thing")',
      'providers/empty/package.json': '{"name": "empty", "version": "1"}',
      'providers/empty/index.ts': 'export const x = 1',
      'providers/nameless/package.json': '{}',
      'package.json': JSON.stringify({ patchbay: { providers: ['provider-missing'] } }),
    })
    const { problems } = await generate(project.root, 'digest')
    expect(problems?.map(problemLine)).toEqual([
      expect.stringMatching(/^node_modules\/provider-missing: can't be loaded: /),
      "providers/broken/index.ts:1: broken: can't be loaded: no such thing",
      expect.stringMatching(/^providers\/empty\/index\.ts: has no provider as its default export/),
      expect.stringMatching(/^providers\/nameless\/package\.json: needs a "name" and a "version"/),
    ])
    const { code, error } = await project.codegen()
    expect({ code, last: error.trim().split('\n').at(-1) }).toEqual({ code: 1, last: '4 to fix; nothing was written' })
    expect(existsSync(join(project.root, 'server'))).toBe(false)
  })

  test('a faulty action is reported with its own file', async () => {
    await using project = await temporaryProject({ ...smallProvider('alpha'), ...changed('Get an item', '') })
    const { error } = await project.codegen()
    expect(error).toMatch(/^providers\/alpha\/items\.ts:4: alpha\.get: `description` is empty/)
  })
})
