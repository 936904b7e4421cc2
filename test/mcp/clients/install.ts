/** Installs the clients and SDKs of other vendors, of exact versions, that tests connect to the gateway. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

const here = import.meta.dirname

/** Folder of the program, or the reason why it is missing. */
export interface Installed {
  readonly folder: string
  readonly missing: string | undefined
}

/** Another run may have been first: its folder is as good. */
const putInPlace = (from: string, to: string): void => {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

/**
 * Runs `command` in a folder with copies of the named files, once for each content of them, and keeps the folder below `~/.cache/patchbay`.
 * Several test runs may do so at once: the first that is ready puts its folder there.
 */
const install = async (name: string, files: readonly string[], command: readonly string[]): Promise<Installed> => {
  const digest = createHash('sha256')
  for (const file of files) digest.update(readFileSync(join(here, file))).update('\0')
  const folder = join(homedir(), '.cache/patchbay', `mcp-${name}-${digest.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return { folder, missing: undefined }
  const building = `${folder}.${process.pid}`
  mkdirSync(building, { recursive: true })
  for (const file of files) copyFileSync(join(here, file), join(building, basename(file)))
  try {
    const child = Bun.spawn([...command], { cwd: building, stdout: 'ignore', stderr: 'pipe' })
    const errors = await child.stderr.text()
    if ((await child.exited) !== 0) return { folder, missing: `${name} could not be installed: ${errors.slice(-500)}` }
    putInPlace(building, folder)
    return { folder, missing: undefined }
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}

/** Claude Code, Codex and Gemini CLI from npm, in `node_modules/.bin` of the folder. */
export const installNpmClients = (): Promise<Installed> =>
  install('npm', ['package.json', 'bun.lock'], [process.execPath, 'install', '--frozen-lockfile'])

const pip = 'python3 -m pip install --quiet --no-deps --only-binary :all: --root-user-action=ignore'

/** The Python SDK from PyPI, for `PYTHONPATH`; wheels are those of one version of Python. */
export const installPythonSdk = async (): Promise<Installed> => {
  if (Bun.which('python3') === null) return { folder: '', missing: 'there is no python3' }
  const [, version = ''] = /(3\.\d+)/.exec(Bun.spawnSync(['python3', '--version']).stdout.toString()) ?? []
  return install(
    `python${version}`,
    ['requirements.txt'],
    [...pip.split(' '), '--target', '.', '-r', 'requirements.txt'],
  )
}

/** The program of `go-sdk`, built as `client` in the folder. */
export const buildGoClient = async (): Promise<Installed> =>
  Bun.which('go') === null
    ? { folder: '', missing: 'there is no Go to build a client of its SDK with' }
    : install('go', ['go-sdk/main.go', 'go-sdk/go.mod', 'go-sdk/go.sum'], ['go', 'build', '-o', 'client', '.'])
