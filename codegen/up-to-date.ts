import { join } from 'node:path'
import { isMadeOf } from './generated-folder.ts'
import { lockDifferences } from './lock-differences.ts'
import { digestOfSources } from './sources.ts'

/**
 * Generates a project's code if its sources have changed, and returns how its plugins differ from `providers.lock.json`. Codegen
 * runs in its own process, so that the gateway doesn't keep codegen in memory and imports the plugins anew. Throws Error that
 * says what is wrong with the plugins.
 */
export const bringUpToDate = (root: string): readonly string[] => {
  if (!isMadeOf(root, digestOfSources(root))) {
    const { exitCode, stderr } = Bun.spawnSync(
      [process.execPath, join(import.meta.dirname, 'main.ts'), 'generate', '--root', root],
      { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
    )
    if (exitCode !== 0) throw new Error(stderr.toString().trim() || `codegen exited with ${exitCode}`)
  }
  return lockDifferences(root)
}
