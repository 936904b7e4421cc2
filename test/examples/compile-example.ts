import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Compiles an example by its own tsconfig. Throws Error with the compiler's words; returns the folder of what Node runs. */
export const compileExample = (name: string): string => {
  // Within the repository, so that its packages are found.
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const folder = mkdtempSync(join(root, `test-results/${name}-`))
  afterAll(() => rmSync(folder, { recursive: true }))
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const how = ['-p', join(root, 'examples', name), '--noEmit', 'false', '--outDir', folder]
  const { stdout, success } = Bun.spawnSync([process.execPath, tsc, '--checkers', '1', ...how])
  if (!success) throw new Error(stdout.toString())
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  return folder
}
