import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageNames } from './package-names.ts'

const run = (root: string, ...words: readonly string[]): void => {
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, ...words], { cwd: root })
  if (!success) throw new Error(`bun ${words.join(' ')} failed: ${stdout}${stderr}`)
}

const writeJson = (path: string, value: object): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['esnext', 'dom'],
  types: [],
  declaration: true,
  rewriteRelativeImportExtensions: true,
  strict: true,
  skipLibCheck: true,
  outDir: 'dist',
  rootDir: 'source',
}

/** Its version of openapi-fetch is the one that the console uses. */
const buildManifest = (root: string) => {
  const [project, console] = ['package.json', 'console/package.json'].map((path) =>
    JSON.parse(readFileSync(join(root, path), 'utf8')),
  )
  return {
    name: packageNames.client,
    version: project.version,
    description: 'A typed client of a Patchbay gateway: calls of the included providers, and the admin API',
    license: project.license,
    type: 'module',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './*': { types: './dist/*.d.ts', default: './dist/*.js' },
    },
    files: ['dist'],
    dependencies: { 'openapi-fetch': console.dependencies['openapi-fetch'] },
  }
}

/**
 * Writes the files of the package `@patchbay/client` into a folder of the repository, where the compiler finds its packages: the gateway's
 * API, and a module for each provider with an imported document, whose types are read only where it is imported.
 */
export const writeClientPackage = (root: string, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  const source = join(folder, 'source')
  run(root, 'codegen/main.ts', 'client', '--out', source)
  writeJson(join(folder, 'package.json'), buildManifest(root))
  writeJson(join(folder, 'tsconfig.json'), { compilerOptions, include: ['source'] })
  run(root, 'node_modules/typescript-native/bin/tsc', '-p', folder)
  for (const name of ['source', 'tsconfig.json']) rmSync(join(folder, name), { recursive: true })
}
