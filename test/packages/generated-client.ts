/**
 * Clients that generators make of the gateway's OpenAPI document. Making and compiling one takes up to a minute of a core, and is done once for
 * a document: what came of it stays beside the generator's packages, below the cache, and only its calls are made anew.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Env = Readonly<Record<string, string>>

interface Step {
  readonly command: readonly string[]
  /** What the command fetches: where that can't be had, the client's test is left out. */
  readonly fetches?: string
}

export interface ClientParts {
  readonly generator: string
  /** A file of `generated-clients`. */
  readonly program: string
  /** Further files by their names. */
  readonly files: Readonly<Record<string, string>>
  /** Run one after the other in the client's folder, which has the document as `openapi.json`. */
  readonly steps: readonly Step[]
  readonly env: Env
}

/** What a step couldn't fetch. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched'
}

/** Documents whose clients are kept: checkouts differ. */
const mostKept = 3

/** Runs a command in a folder, and returns what it prints. Throws Error with all that it printed if it fails. */
export const run = async (folder: string, command: readonly string[], env: Env = {}): Promise<string> => {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}\n${out}${error}`)
  return out
}

const removeOld = (packages: string, generator: string): void => {
  const made = new Bun.Glob(`${generator}-client-*`).scanSync({ cwd: packages, onlyFiles: false })
  const times = [...made].map((name) => ({ name, time: statSync(join(packages, name)).mtimeMs }))
  for (const { name } of times.toSorted((a, b) => b.time - a.time).slice(mostKept))
    rmSync(join(packages, name), { recursive: true, force: true })
}

/** The folder of a client, made in the folder of its generator's packages unless it is there. Throws NotFetched. */
export const makeClient = async (packages: string, parts: ClientParts): Promise<string> => {
  const { generator, program, files, steps, env } = parts
  const document = join(import.meta.dirname, '../../server/generated/openapi.json')
  const source = join(import.meta.dirname, 'generated-clients', program)
  const made = JSON.stringify([parts, readFileSync(source, 'utf8'), readFileSync(document, 'utf8')])
  const folder = join(packages, `${generator}-client-${Bun.hash(made).toString(36)}`)
  if (existsSync(folder)) return folder
  const building = `${folder}.${process.pid}`
  mkdirSync(building)
  try {
    cpSync(document, join(building, 'openapi.json'))
    cpSync(source, join(building, program))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(building, name), text)
    for (const { command, fetches } of steps) {
      await run(building, command, env).catch((error: Error) => {
        throw fetches === undefined ? error : new NotFetched(`${fetches} can't be fetched: ${error.message}`)
      })
    }
    // Another run may have made the same.
    if (!existsSync(folder)) renameSync(building, folder)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
  removeOld(packages, generator)
  return folder
}
