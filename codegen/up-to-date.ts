import { join } from 'node:path'
import { isBundledFrom } from './emit/bundle.ts'
import { isGeneratedFrom } from './model/generated-folder.ts'
import { lockDifferences } from './model/lock-differences.ts'
import { digestOfServer, digestOfSources } from './model/sources.ts'

/** Codegen runs in its own process, so that the gateway doesn't keep codegen in memory and imports the plugins anew. */
const run = (command: string, root: string): void => {
  const { exitCode, stderr } = Bun.spawnSync(
    [process.execPath, join(import.meta.dirname, 'main.ts'), command, '--root', root],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  )
  if (exitCode !== 0) throw new Error(stderr.toString().trim() || `codegen exited with ${exitCode}`)
}

/**
 * Generates a project's code if its sources have changed, and returns how its plugins differ from `providers.lock.json`. Throws
 * Error that says what is wrong with the plugins.
 */
export const bringUpToDate = (root: string, sources = digestOfSources(root)): readonly string[] => {
  if (!isGeneratedFrom(root, sources)) run('generate', root)
  return lockDifferences(root)
}

/**
 * The same, and bundles the server if anything has changed that it is made of.
 * @public `server/main.ts` imports it by a path that it makes, as an image has no codegen
 */
export const bringServerUpToDate = (root: string): readonly string[] => {
  const sources = digestOfSources(root)
  const differences = bringUpToDate(root, sources)
  if (!isBundledFrom(root, digestOfServer(root, sources))) run('bundle', root)
  return differences
}
