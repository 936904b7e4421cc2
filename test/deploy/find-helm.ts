import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const installer = join(import.meta.dirname, '../../.ci/install-helm')

/** The Helm in PATH, or the one that `.ci/install-helm` has built. */
export const findHelm = (): string | undefined => {
  const [, version = ''] = /^version=(.*)$/m.exec(readFileSync(installer, 'utf8')) ?? []
  const built = join(homedir(), '.cache/patchbay', `helm-${version}`, 'helm')
  return Bun.which('helm') ?? (existsSync(built) ? built : undefined)
}
