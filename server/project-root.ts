import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isRoot = (folder: string): boolean => existsSync(join(folder, 'package.json'))

/** The project's folder. Code that needs a file of the repository starts here, as a bundled module lies elsewhere than its source. */
export const projectRoot = ((): string => {
  let folder = import.meta.dirname
  while (!isRoot(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
})()
