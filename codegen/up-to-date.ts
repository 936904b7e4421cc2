import { join } from 'node:path'
import { isMadeOf } from './generated-folder.ts'
import { lockDifferences } from './lock-differences.ts'
import { digestOfSources } from './sources.ts'

/**
 * Sees to it that a project's generated code is that of its sources, and returns how its plugins differ from
 * `providers.lock.json`. The code is made in a process of its own: a gateway shall not hold what makes it in memory, and
 * imports its plugins anew. Throws Error with what is wrong with the plugins.
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
