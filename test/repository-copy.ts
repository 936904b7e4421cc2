import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOnDisk } from './folders.ts'

const root = join(import.meta.dirname, '..')

/** A new folder with what a clone would hold: the files that git knows, and the new ones that it doesn't ignore. */
export const copyOfTheRepository = (): string => {
  const folder = folderOnDisk()
  const listed = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  for (const file of listed.stdout.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  return folder
}
