/** Programs that no package registry has for Linux: built by Go, once for their sources, and kept below `~/.cache/patchbay`. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface BuiltPrograms {
  /** The folder of the programs; left out if they can't be built. */
  readonly folder?: string
  /** Why there are none; empty if there are. */
  readonly missing: string
}

/** Builds programs, by their names, of packages that a folder with a `go.mod` names. */
export const buildByGo = async (
  name: string,
  source: string,
  programs: Readonly<Record<string, string>>,
): Promise<BuiltPrograms> => {
  if (!Bun.which('go')) return { missing: `there is no Go to build ${name} with` }
  const files = readdirSync(source).toSorted()
  const digest = Bun.hash(files.map((file) => readFileSync(join(source, file), 'utf8')).join())
  const built = join(homedir(), `.cache/patchbay/${name}-${digest.toString(36)}`)
  if (existsSync(built)) return { folder: built, missing: '' }
  const building = `${built}.${process.pid}`
  mkdirSync(building, { recursive: true })
  cpSync(source, building, { recursive: true })
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod -buildvcs=false' }
  for (const [program, path] of Object.entries(programs)) {
    const command = ['go', 'build', '-o', program, path]
    const child = Bun.spawn(command, { cwd: building, env, stdout: 'ignore', stderr: 'pipe' })
    const errors = await child.stderr.text()
    if ((await child.exited) === 0) continue
    rmSync(building, { recursive: true })
    return { missing: `Go could not build ${name}: ${errors.slice(-500)}` }
  }
  // Another run may have been first: its folder is as good.
  if (existsSync(built)) rmSync(building, { recursive: true })
  else renameSync(building, built)
  return { folder: built, missing: '' }
}
