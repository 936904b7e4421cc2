/**
 * Loaded before everything else in each process of a run with probes: `reachedMutant` adds a line `<number> <test file>` to the file that
 * `REACHED_FILE` names, once for each test file. A process that a test starts gets the name of that test's file in `REACHED_BY`.
 */
import { appendFileSync } from 'node:fs'

const reached = new Set<number>()
let testFile: string | undefined

const world = globalThis as {
  // Vitest's own note of the file that a worker runs.
  readonly __vitest_worker__?: { readonly filepath?: string }
  reachedMutant?: (n: number) => void
}

const { BUN_OPTIONS = '', REACHED_FILE = '', REACHED_BY } = process.env
const findTestFile = (): string | undefined => world.__vitest_worker__?.filepath ?? REACHED_BY

world.reachedMutant = (n) => {
  const now = findTestFile()
  if (now !== testFile) reached.clear()
  testFile = now
  if (now === undefined || reached.has(n)) return
  reached.add(n)
  appendFileSync(REACHED_FILE, `${n} ${now}\n`)
}

type Spawn = (command: string[], options?: { env?: Record<string, string | undefined> }) => unknown
const spawn = Bun.spawn as unknown as Spawn
const spawnTelling: Spawn = (command, { env = process.env, ...options } = {}) =>
  spawn(command, { ...options, env: { ...env, BUN_OPTIONS, REACHED_FILE, REACHED_BY: findTestFile() } })
Object.assign(Bun, { spawn: spawnTelling })
