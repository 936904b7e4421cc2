import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { generatedFiles, generatedFolder } from '../codegen/model/generated-folder.ts'
import { folderOnDisk } from './folders.ts'

const root = join(import.meta.dirname, '..')

/** Copies what the first start makes, where this repository has it: the copy's sources are the same, so it need not be made anew. */
const copyGenerated = (folder: string): void => {
  const [from, to] = [join(root, generatedFolder), join(folder, generatedFolder)]
  mkdirSync(to, { recursive: true })
  for (const name of generatedFiles) if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name))
  if (!existsSync(join(from, 'bundle'))) return
  const bundle = realpathSync(join(from, 'bundle'))
  cpSync(bundle, join(to, basename(bundle)), { recursive: true })
  symlinkSync(basename(bundle), join(to, 'bundle'))
}

/** A new folder with what a clone would hold: the files that git knows, and the new ones that it doesn't ignore. */
export const copyOfTheRepository = ({ withGenerated = false } = {}): string => {
  const folder = folderOnDisk()
  const listed = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  for (const file of listed.stdout.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  if (withGenerated) copyGenerated(folder)
  return folder
}
