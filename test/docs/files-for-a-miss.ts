/**
 * Prints the files of `core` that a reader opens to follow a call that the cache doesn't answer, from `core/call/call.ts`
 * on: those of the call path's folders, which are counted, and apart from them the pieces that it uses.
 */
import { join, relative } from 'node:path'
import { reachedFiles } from './reached-files.ts'

/** The call path's folders. */
const pathFolders = /^core\/(call|context|admission|upstream|cache|audit)\//
const most = 12

const root = join(import.meta.dirname, '../..')
const files = reachedFiles(join(root, 'core/call/call.ts'))
  .map((file) => relative(root, file))
  .sort()
const { path = [], others = [] } = Object.groupBy(files, (file) => (pathFolders.test(file) ? 'path' : 'others'))

const list = (names: readonly string[]): string => names.map((name) => `  ${name}\n`).join('')
console.log(`${path.length} files of the call path are opened for a miss (at most ${most}):\n${list(path)}`)
console.log(`and of what it uses:\n${list(others)}`)
if (path.length > most) process.exit(1)
