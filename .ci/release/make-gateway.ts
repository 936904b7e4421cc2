import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleGateway } from '../../codegen/emit/bundle.ts'
import { buildConsole } from '../../console/build.ts'
import { packageNames } from './package-names.ts'

/**
 * The used files of two large libraries: those that the pages of `/docs` load, and the check of patterns in a plugin of
 * one's own. The package has them in its own folder, without their dependencies, which nothing loads.
 */
const includedFiles = {
  'swagger-ui-dist': ['LICENSE', 'NOTICE', 'swagger-ui.css', 'swagger-ui-bundle.js'],
  recheck: ['LICENSE', 'lib/browser.js'],
} as const

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

const writeJson = (path: string, value: object): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

const copy = (root: string, folder: string, path: string): void =>
  cpSync(join(root, path), join(folder, path), { recursive: true })

/**
 * The package's dependencies beside its bundle: Bun, MongoDB's driver, which looks for optional packages itself, and
 * the libraries of which only a part is included.
 */
const buildManifest = (root: string) => {
  const { version, description, license, dependencies } = readJson<Manifest>(join(root, 'package.json'))
  const needed = Object.fromEntries(
    ['bun', 'mongodb', ...Object.keys(includedFiles)].map((name) => [name, dependencies[name]]),
  )
  const start = 'bin/start.mjs'
  return {
    name: packageNames.gateway,
    version,
    description,
    license,
    type: 'module',
    bin: { [packageNames.gateway]: start, patchbay: start },
    engines: { node: '>=22' },
    dependencies: needed,
    bundleDependencies: Object.keys(includedFiles),
  }
}

const copyIncluded = (root: string, folder: string): void => {
  for (const [name, files] of Object.entries(includedFiles)) {
    const [from, to] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
    mkdirSync(to, { recursive: true })
    const { version, license } = readJson<{ version: string; license: string }>(join(from, 'package.json'))
    writeJson(join(to, 'package.json'), { name, version, license })
    for (const file of files) cpSync(join(from, file), join(to, file))
  }
}

/** The documents that the nightly watch compares with the vendors'. */
const copyDocuments = (root: string, folder: string): void => {
  for (const id of readdirSync(join(root, 'providers'))) {
    if (!existsSync(join(root, 'providers', id, 'import.json'))) continue
    for (const file of ['document.json', 'import.json']) copy(root, folder, join('providers', id, file))
  }
}

const writeConsole = async (root: string, folder: string): Promise<void> => {
  const dist = join(folder, 'console/dist')
  mkdirSync(dist, { recursive: true })
  for (const [name, bytes] of await buildConsole(join(root, 'console'))) writeFileSync(join(dist, name), bytes)
}

const run = (root: string, ...words: readonly string[]): void => {
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, ...words], { cwd: root })
  if (!success) throw new Error(`bun ${words.join(' ')} failed: ${stdout}${stderr}`)
}

/** Writes the files of the package `patchbay-gateway` into a folder. Throws with what codegen, the site's build or the bundler says. */
export const writeGatewayPackage = async (root: string, folder: string): Promise<void> => {
  run(root, 'codegen/main.ts', 'generate')
  run(root, 'node_modules/vitepress/bin/vitepress.js', 'build', 'docs')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeJson(join(folder, 'package.json'), buildManifest(root))
  cpSync(join(root, '.ci/release/gateway/start.mjs'), join(folder, 'bin/start.mjs'))
  chmodSync(join(folder, 'bin/start.mjs'), 0o755)
  for (const path of [
    'LICENSE',
    'docs/site',
    'server/docs/page',
    'server/generated/openapi.json',
    'server/generated/demo-openapi.json',
  ])
    copy(root, folder, path)
  const programs = ['server/program.ts', 'server/commands/main.ts'].map((path) => join(root, path))
  await bundleGateway(root, programs, join(folder, 'server/generated/bundle'))
  copyIncluded(root, folder)
  copyDocuments(root, folder)
  await writeConsole(root, folder)
}
