/** Packages that a few tests need and the repository doesn't: fetched once, and kept below `~/.cache/patchbay`. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'

const cache = join(homedir(), '.cache/patchbay')

/** Leaves the test out, and says why. */
type Skip = (reason: string) => unknown

/** Leaves a test out for what this machine is missing, and has the report say so: a whole run doesn't fail for it. */
export const leaveOut =
  ({ task, skip }: TestContext): Skip =>
  (reason) => {
    task.meta.missing = reason
    skip(reason)
  }

interface Installation {
  readonly name: string
  /** The file that pins the packages: a change of it rebuilds the folder. */
  readonly list: string
  readonly command: (folder: string) => readonly string[]
}

/** Several test runs may fetch at once: the first that is ready puts its folder there. */
const fetchPackages = async ({ name, list, command }: Installation, skip: Skip): Promise<string> => {
  const folder = join(cache, `${name}-${Bun.hash(list).toString(36)}`)
  if (existsSync(folder)) return folder
  const building = `${folder}.${process.pid}`
  mkdirSync(building, { recursive: true })
  const child = Bun.spawn([...command(building)], { cwd: building, stdout: 'pipe', stderr: 'pipe' })
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if ((await child.exited) === 0 && !existsSync(folder)) {
    renameSync(building, folder)
    return folder
  }
  rmSync(building, { recursive: true, force: true })
  if (existsSync(folder)) return folder
  const reason = `${name} can't be fetched: ${out}${error}`
  console.warn(`left out, as ${reason}`)
  skip(reason)
  throw new Error(reason)
}

/** A folder for `PYTHONPATH` with packages of PyPI, of a file of requirements. */
export const fetchPythonPackages = (name: string, requirements: string, skip: Skip): Promise<string> => {
  const command = (folder: string) => {
    writeFileSync(join(folder, 'requirements.txt'), requirements)
    const how = ['--quiet', '--root-user-action=ignore', '--disable-pip-version-check', '--target', folder]
    return ['python3', '-m', 'pip', 'install', ...how, '-r', join(folder, 'requirements.txt')]
  }
  return fetchPackages({ name, list: requirements, command }, skip)
}

/** A folder whose `node_modules` has packages of npm, by name and version. */
export const fetchNpmPackages = (name: string, dependencies: Readonly<Record<string, string>>, skip: Skip) => {
  const list = JSON.stringify({ name, private: true, dependencies })
  const command = (folder: string) => {
    writeFileSync(join(folder, 'package.json'), list)
    return [process.execPath, 'install', '--ignore-scripts']
  }
  return fetchPackages({ name, list, command }, skip)
}
