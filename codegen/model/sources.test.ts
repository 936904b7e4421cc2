import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { digestOfSources, machinery } from './sources.ts'

const repository = join(import.meta.dirname, '..', '..')

/** The files of this repository that a module imports, directly or through other files and `@patchbay/core`. */
const importedBy = async (start: string): Promise<string[]> => {
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  const seen = new Set<string>()
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { path } of transpiler.scanImports(await Bun.file(file).text())) {
      if (!/^\.|^@patchbay\//.test(path)) continue
      const target = Bun.resolveSync(path, dirname(file))
      if (target.endsWith('.ts')) await visit(target)
    }
  }
  await visit(start)
  return [...seen].map((file) => relative(repository, file))
}

test('the digest covers every file of this repository that codegen imports', async () => {
  const files = await importedBy(join(repository, 'codegen/main.ts'))
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !machinery.some((path) => file === path || file.startsWith(`${path}/`)))).toEqual([])
})

test('each change of a plugin, of its name or of the packages changes the digest; tests do not', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sources-'))
  const write = async (file: string, text: string): Promise<string> => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
    return digestOfSources(root)
  }
  const named = JSON.stringify({ patchbay: { providers: ['tides'] } })
  try {
    const different = [
      await write('package.json', '{}'),
      await write('providers/alpha/index.ts', 'a'),
      await write('providers/alpha/index.ts', 'b'),
      await write('providers/alpha/data.json', '{}'),
      await write('providers/alpha/testing/used.ts', 'a'),
      await write('bun.lock', '{}'),
      await write('package.json', named).then(() => write('node_modules/tides/index.js', 'a')),
      await write('node_modules/tides/index.js', 'b'),
    ]
    expect(new Set(different).size).toBe(different.length)
    const last = different.at(-1)
    expect(await write('providers/alpha/index.test.ts', 'a')).toBe(last)
    expect(await write('node_modules/other/index.js', 'a')).toBe(last)
    expect(await write('node_modules/tides/node_modules/dependency/index.js', 'a')).toBe(last)
  } finally {
    await rm(root, { recursive: true })
  }
})
