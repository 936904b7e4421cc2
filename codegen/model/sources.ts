import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PackageJson } from './read-package.ts'

const repository = join(import.meta.dirname, '..', '..')

/** The code that generates code, relative to the repository; a test compares the list with codegen's imports. */
export const machinery = [
  'codegen',
  'core',
  // The OpenAPI document describes the routes of these.
  ...[
    'admin',
    'backup',
    'configuration',
    'connect',
    'files',
    'forms',
    'health',
    'http',
    'jobs',
    'oauth',
    'pages',
    'store',
    'suggestions',
    'threads',
    'webhooks',
  ].map((name) => `server/${name}`),
]

/** Tests also write modules into folders that begin with a dot. */
const isLeftOut = (name: string): boolean =>
  name === 'node_modules' || name.startsWith('.') || name.endsWith('.test.ts')

/** The files below a folder, sorted by name; the path itself if it is a file; none if nothing is there. */
const filesBelow = (path: string): string[] => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !isLeftOut(name))
  return names.sort().flatMap((name) => filesBelow(join(path, name)))
}

/** The installed packages that a project names as plugins. */
const installed = (root: string): readonly string[] =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson).patchbay?.providers ?? []

const digestFiles = (addAll: (add: (base: string, path: string) => void) => void): string => {
  const hash = new Bun.CryptoHasher('sha256')
  addAll((base, path) => {
    for (const file of filesBelow(join(base, path))) {
      const bytes = readFileSync(file)
      // The length separates the files, so that moving bytes from one file to the next changes the digest.
      hash.update(`${file.slice(base.length)}\0${bytes.length}\0`).update(bytes)
    }
  })
  return hash.digest('hex')
}

/**
 * A digest of everything that a project's generated code depends on: the plugins, codegen itself, and the versions of all
 * packages. It is a digest of contents, because the times of files say little after a checkout.
 */
export const digestOfSources = (root: string): string =>
  digestFiles((add) => {
    for (const path of machinery) add(repository, path)
    add(root, 'bun.lock')
    add(root, 'providers')
    for (const name of installed(root)) add(root, `node_modules/${name}`)
  })

/** A digest of all that the server is bundled from. `sources`: the digest of its generated code's sources, which covers the machinery. */
export const digestOfServer = (root: string, sources: string): string => {
  const server = digestFiles((add) => {
    const digested = ['server/generated', ...machinery]
    const paths = readdirSync(join(root, 'server')).map((name) => `server/${name}`)
    for (const path of paths) if (!digested.includes(path)) add(root, path)
  })
  return new Bun.CryptoHasher('sha256').update(sources).update(server).update(Bun.version).digest('hex')
}
