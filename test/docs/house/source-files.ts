import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import ts from 'typescript'

/** The rooms of production code. Providers are rooms of their own kind: their exports are actions. */
const rooms = ['core', 'server', 'codegen', 'console', 'cli', 'packages']

export const listRooms = (root: string): string[] => rooms.filter((room) => existsSync(join(root, room)))

export interface SourceFile {
  /** Relative to the repository. */
  readonly path: string
  readonly text: string
  /** The files of the repository that it imports, types as well. */
  readonly imports: readonly string[]
}

const isProduction = (path: string): boolean =>
  !/\.test\.tsx?$|\.d\.ts$|\/(testing|template|generated|\.generated|dist|node_modules)\//.test(path)

/** `@patchbay/core/fetch` is a folder of `core`, as its package.json says. */
const findImported = (root: string, from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [, room] = /^@patchbay\/core\/(.+)$/.exec(specifier) ?? []
  return [`core/${room}.ts`, `core/${room}/index.ts`].find((path) => room !== undefined && existsSync(join(root, path)))
}

const parsed = new WeakMap<object, ts.SourceFile>()

/** The file's syntax, whose nodes know their parents; parsed once. */
export const parseSource = (file: Pick<SourceFile, 'path' | 'text'>): ts.SourceFile => {
  const source = parsed.get(file) ?? ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
  parsed.set(file, source)
  return source
}

/** The production files of the rooms that exist. */
export const readSourceFiles = (root: string): SourceFile[] => {
  const paths = listRooms(root)
    .flatMap((room) => [...new Glob(`${room}/**/*.{ts,tsx}`).scanSync({ cwd: root })])
    .filter(isProduction)
    .sort()
  const known = new Set(paths)
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const imports = ts
      .preProcessFile(text, true, true)
      .importedFiles.map(({ fileName }) => findImported(root, path, fileName))
      .filter((imported): imported is string => imported !== undefined && known.has(imported))
    return { path, text, imports: [...new Set(imports)] }
  })
}
