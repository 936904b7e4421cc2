import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Path of a program of a Debian package: in PATH, or unpacked below `~/.cache/patchbay` (nothing is installed). `undefined` if it is
 * unavailable.
 */
export const debianProgram = (name: string, packagedAs = name): string | undefined => {
  const installed = Bun.which(name)
  if (installed) return installed
  const folder = join(homedir(), '.cache/patchbay/debian', name)
  const find = (): string | undefined =>
    ['usr/sbin', 'usr/bin'].map((path) => join(folder, path, name)).find((path) => existsSync(path))
  const unpacked = find()
  if (unpacked || !Bun.which('apt-get') || !Bun.which('dpkg')) return unpacked
  mkdirSync(folder, { recursive: true })
  const options = { cwd: folder, stdout: 'ignore', stderr: 'ignore' } as const
  if (!Bun.spawnSync(['apt-get', 'download', packagedAs], options).success) return undefined
  const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.deb'))
  Bun.spawnSync(['dpkg', '-x', archive, '.'], options)
  return find()
}
