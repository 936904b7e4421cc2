import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyOfTheRepository } from '../repository-copy.ts'
import { startServerProcess } from '../server-process.ts'

/** Runs a command of Bun's and answers what it printed; throws Error with that where it fails. */
export const bun = async (cwd: string, ...args: string[]): Promise<string> => {
  const child = Bun.spawn([process.execPath, ...args], { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, error, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`bun ${args.join(' ')} exited with ${code}\n${out}${error}`)
  return out
}

interface Manifest {
  patchbay: { providers: string[] }
}

/**
 * With all plugins each run of codegen takes four times as long. The last keeps the lines of the first two apart from those that a test's own
 * plugins add to the lock file, as in a project with all of them.
 */
const keptProviders = ['demo', 'hubspot', 'linear']

/**
 * A clone of this project in a folder, by default a fresh one, with three of its plugins and its packages installed: a test may change
 * anything.
 */
export const createProject = async (root = copyOfTheRepository()) => {
  const providers = join(root, 'providers')
  const dropped = readdirSync(providers).filter((name) => !keptProviders.includes(name))
  for (const name of dropped) rmSync(join(providers, name), { recursive: true })
  await bun(root, 'install')
  return {
    root,
    read: (file: string): string => readFileSync(join(root, file), 'utf8'),
    /** Names the installed packages that are plugins, in the root package.json. */
    name(...providers: string[]): void {
      const manifest = JSON.parse(this.read('package.json')) as Manifest
      writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, patchbay: { providers } }, null, 2))
    },
    /** Its gateway, where calls of the provider `id` go to `origin`. */
    start: (id: string, origin: string) =>
      startServerProcess({ cwd: root, env: { PROVIDER_ORIGINS: JSON.stringify({ [id]: origin }) } }),
    remove: (): void => rmSync(root, { recursive: true }),
  }
}

/** Packs the package of a folder as `bun publish` would, and answers the tarball's path. */
export const pack = async (folder: string, destination: string): Promise<string> =>
  (await bun(folder, 'pm', 'pack', '--quiet', '--destination', destination)).trim()
