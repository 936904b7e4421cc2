import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAPI3 } from 'openapi-typescript'
import { readAdminApi } from '../codegen/client/admin-api.ts'
import { openapiTypes } from '../codegen/client/openapi-types.ts'
import { loadRegistry } from '../server/registry.ts'
import { temporaryFolder } from './gateway.ts'

const root = join(import.meta.dirname, '..')

/**
 * Compiles a copy of a client of the admin API with the types of a gateway whose document differs. Returns the compiler's errors, a line
 * each.
 */
export const compileClient = async (
  client: 'cli' | 'console',
  change: (document: string) => string,
): Promise<readonly string[]> => {
  // It makes the document, if that is missing.
  await loadRegistry()
  const folder = temporaryFolder()
  const document: OpenAPI3 = JSON.parse(change(JSON.stringify(await readAdminApi(root))))
  cpSync(join(root, client), join(folder, client), {
    recursive: true,
    filter: (path) => !/\/(generated|node_modules|dist)(\/|$)/.test(path.slice(root.length)),
  })
  mkdirSync(join(folder, client, 'generated'))
  writeFileSync(join(folder, client, 'generated/api.d.ts'), await openapiTypes(document))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  const settings = {
    extends: client === 'console' ? './console/tsconfig.json' : './tsconfig.json',
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: [client],
    exclude: ['**/*.test.ts'],
  }
  writeFileSync(join(folder, 'client.json'), JSON.stringify(settings))
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const { stdout } = Bun.spawnSync([process.execPath, tsc, '--checkers', '1', '-p', 'client.json'], { cwd: folder })
  rmSync(folder, { recursive: true })
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line.startsWith(`${client}/`))
}
