import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generate } from './generate.ts'
import { problemLine } from './problem.ts'
import { smallProvider, temporaryProject } from './testing/temporary-project.ts'

const three = { ...smallProvider('alpha'), ...smallProvider('beta'), ...smallProvider('gamma') }

describe('the same plugins give the same bytes', () => {
  test('in two runs and in two orders of the files', async () => {
    await using project = await temporaryProject(three)
    const runs = await Promise.all([
      generate(project.root),
      generate(project.root),
      generate(project.root, (names) => names.toReversed()),
    ])
    const [first, ...others] = runs.map(({ files }) => [...(files ?? [])])
    expect(first?.map(([name]) => name)).toContain('gamma/checks.ts')
    for (const other of others) expect(other).toEqual(first)
  })
})

describe('codegen --check', () => {
  test('prints nothing when all files are up to date, and lists those that are not', async () => {
    await using project = await temporaryProject(three)
    const fresh = await project.codegen('--check')
    expect(fresh).toMatchObject({ code: 1, error: expect.stringContaining('missing: server/generated/registry.ts') })
    expect(existsSync(join(project.root, 'server'))).toBe(false)

    expect(await project.codegen()).toMatchObject({ code: 0, error: '' })
    expect(await project.codegen('--check')).toMatchObject({ code: 0, error: '' })

    const registry = join(project.root, 'server/generated/registry.ts')
    await writeFile(registry, `${await readFile(registry, 'utf8')}\n`)
    await project.write({ 'server/generated/delta/tool.ts': '' })
    expect((await project.codegen('--check')).error.split('\n').slice(0, 2)).toEqual([
      'left over: server/generated/delta/tool.ts',
      'changed: server/generated/registry.ts',
    ])

    await project.codegen()
    expect(existsSync(join(project.root, 'server/generated/delta'))).toBe(false)
    expect(await project.codegen('--check')).toMatchObject({ code: 0 })
  })

  test('shows the hosts that a provider calls', async () => {
    await using project = await temporaryProject(smallProvider('alpha'))
    await project.codegen()
    const registry = await readFile(join(project.root, 'server/generated/registry.ts'), 'utf8')
    expect(registry).toContain('origins: ["https://alpha.example.com"]')
    expect(registry).toContain('tokenHosts: ["login.alpha.example.com"]')
    expect(registry).toContain('version: "1.2.3"')
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
    const { files, ids } = await generate(project.root)
    expect(ids).toEqual(['alpha', 'beta'])
    expect(files?.get('registry.ts')).toContain("import beta_provider from 'provider-beta'")
  })

  test('and all that cannot be loaded are reported at once with their files, and nothing is written', async () => {
    await using project = await temporaryProject({
      ...smallProvider('alpha'),
      'providers/broken/package.json': '{"name": "broken", "version": "1"}',
      'providers/broken/index.ts': 'throw new Error("no such thing")',
      'providers/empty/package.json': '{"name": "empty", "version": "1"}',
      'providers/empty/index.ts': 'export const x = 1',
      'providers/nameless/package.json': '{}',
      'package.json': JSON.stringify({ patchbay: { providers: ['provider-missing'] } }),
    })
    const { problems } = await generate(project.root)
    expect(problems?.map(problemLine)).toEqual([
      expect.stringMatching(/^node_modules\/provider-missing: can't be loaded: /),
      "providers/broken/index.ts: can't be loaded: no such thing",
      expect.stringMatching(/^providers\/empty\/index\.ts: has no provider as its default export/),
      expect.stringMatching(/^providers\/nameless\/package\.json: needs a "name" and a "version"/),
    ])
    const { code, error } = await project.codegen()
    expect({ code, last: error.trim().split('\n').at(-1) }).toEqual({ code: 1, last: '4 to fix; nothing was written' })
    expect(existsSync(join(project.root, 'server'))).toBe(false)
  })

  test('and a wrong action is reported with its own file', async () => {
    await using project = await temporaryProject(smallProvider('alpha'))
    const file = 'providers/alpha/items.ts'
    await project.write({ [file]: (smallProvider('alpha')[file] ?? '').replace('Get an item', '') })
    const { error } = await project.codegen()
    expect(error).toMatch(/^providers\/alpha\/items\.ts: alpha\.get: `description` is empty/)
  })
})
