// Test lanes: slow

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { smallProvider, temporaryProject } from '../testing/temporary-project.ts'

const repository = resolve(import.meta.dirname, '../..')

/** The repository's own rules, on the files of another folder. */
const compilerOptions = async (): Promise<string> => {
  const text = await readFile(join(repository, 'tsconfig.json'), 'utf8')
  return JSON.stringify({ ...JSON.parse(text), include: ['providers', 'server'] })
}

describe('codegen new', () => {
  test('makes a provider that type-checks, passes its test, generates, and calls the path that it shows', async () => {
    await using project = await temporaryProject({ 'tsconfig.json': await compilerOptions() })
    const scaffolded = await project.codegen('new', 'google-drive')
    expect(scaffolded).toMatchObject({
      code: 0,
      out: expect.stringContaining('wrote providers/google-drive/items.ts'),
    })
    expect(scaffolded.out).toContain('npx bun run codegen')
    expect(await project.codegen()).toMatchObject({
      code: 1,
      error: expect.stringContaining('the host api.example.com is a placeholder'),
    })
    const file = 'providers/google-drive/index.ts'
    const index = await Bun.file(join(project.root, file)).text()
    await project.write({ [file]: index.replace('api.example.com', 'www.googleapis.com') })
    expect(await project.codegen()).toMatchObject({ code: 0, out: expect.stringContaining('google-drive') })

    const tsc = Bun.spawn(
      [process.execPath, join(repository, 'node_modules/typescript-native/bin/tsc'), '-p', project.root],
      {
        stdout: 'pipe',
      },
    )
    expect(await new Response(tsc.stdout).text()).toBe('')
    expect(await tsc.exited).toBe(0)

    const tested = Bun.spawn([process.execPath, 'test', 'providers/google-drive'], {
      cwd: project.root,
      stderr: 'pipe',
    })
    expect(await new Response(tested.stderr).text()).toContain('2 pass')
    expect(await tested.exited).toBe(0)

    const { registry } = await import(join(project.root, 'server/generated/registry.js'))
    const [{ provider, source }] = registry
    expect(source.check('get_item').body({ action: 'get_item', item_id: 'a/b' })).toBe(true)
    expect(provider.actions.get_item.request({ item_id: 'a/b' }, { settings: {} })).toMatchObject({
      method: 'GET',
      path: '/items/a%2Fb',
    })
    expect(provider.id).toBe('google-drive')
  })

  test.each([
    ['a wrong id', 'Google', "doesn't match ^[a-z][a-z0-9-]{0,23}$"],
    ['a path', '../evil', "doesn't match"],
    ['a folder that is there', 'alpha', 'providers/alpha exists already'],
    [
      'the id of an installed package',
      'beta',
      'the id beta is taken by provider-beta (node_modules/provider-beta/index.ts)',
    ],
  ])('refuses %s and touches nothing', async (_, id, want) => {
    await using project = await temporaryProject({
      ...smallProvider('alpha'),
      ...smallProvider('beta', 'node_modules/provider-beta'),
      'package.json': JSON.stringify({ patchbay: { providers: ['provider-beta'] } }),
    })
    expect(await project.codegen('new', id)).toMatchObject({ code: 1, error: expect.stringContaining(want) })
    expect(await readdir(join(project.root, 'providers'))).toEqual(['alpha'])
    expect(existsSync(join(project.root, '..', 'evil'))).toBe(false)
  })

  test('without an id, or with an unknown flag, prints how it is used', async () => {
    await using project = await temporaryProject({})
    expect(await project.codegen('new')).toMatchObject({
      code: 1,
      error: expect.stringContaining('npx bun run codegen new <id>'),
    })
    expect((await project.codegen('new')).error).toMatch(/^name the provider/)
    expect((await project.codegen('chekc')).error).toMatch(/^there is no command chekc/)
    expect(await project.codegen('--wrong')).toMatchObject({ code: 1, error: expect.stringContaining('--wrong') })
    expect(await project.codegen('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--frozen') })
  })
})
