// Test lanes: slow

/** The command line is checked by the types of the admin API: what the gateway renames doesn't compile. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAPI3 } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { readAdminApi } from '../../codegen/client/admin-api.ts'
import { openapiTypes } from '../../codegen/client/openapi-types.ts'
import { loadRegistry } from '../../server/registry.ts'
import { temporaryFolder } from '../gateway.ts'

const root = join(import.meta.dirname, '../..')

/** A copy of the command line with the types of a gateway whose document differs. Returns what the compiler says. */
const compile = async (rename: (document: string) => string): Promise<readonly string[]> => {
  const folder = temporaryFolder()
  const document: OpenAPI3 = JSON.parse(rename(JSON.stringify(await readAdminApi(root))))
  cpSync(join(root, 'cli'), join(folder, 'cli'), {
    recursive: true,
    filter: (path) => !/generated|node_modules/.test(path),
  })
  mkdirSync(join(folder, 'cli/generated'))
  writeFileSync(join(folder, 'cli/generated/api.d.ts'), await openapiTypes(document))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(root, 'tsconfig.json'), join(folder, 'base.json'))
  const compilerOptions = { incremental: false, tsBuildInfoFile: null }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: './base.json', compilerOptions, include: ['cli'], exclude: ['**/*.test.ts'] }),
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = Bun.spawnSync([process.execPath, tsc, '-p', '.'], { cwd: folder })
  rmSync(folder, { recursive: true })
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('cli/'))
}

test('a member, a parameter and a route that the gateway renames do not compile, and nothing else fails', async () => {
  // It makes the document, if that is missing.
  await loadRegistry()
  const errors = await compile((document) =>
    document
      .replaceAll('"rejected_at"', '"refused_at"')
      .replaceAll('"calls_per_minute"', '"most_calls"')
      .replaceAll('"name":"outcome"', '"name":"result"')
      .replaceAll('"billable_calls"', '"paid_calls"')
      .replaceAll('"/admin/crons"', '"/admin/schedules"'),
  )
  const files = new Set(errors.map((line) => line.split('(')[0]))
  expect([...files].toSorted()).toEqual(
    ['accounts', 'audit', 'jobs', 'status', 'tokens', 'usage'].map((name) => `cli/commands/${name}.ts`),
  )
})
