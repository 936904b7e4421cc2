/**
 * Loaded before everything else in each process of a run: `isMutantOn` says whether a mutant is the one of the test file that runs now, which
 * a copy of a test file has in its name, or the one of the whole process (`MUTANT`). If `REACHED_FILE` names a file, it also adds a line
 * `<number> <test file>` there, once for each test file. A process that a test starts gets the name of that test's file in `REACHED_BY`.
 */
import { appendFileSync } from 'node:fs'
import { readMutantOfCopy } from './copy-names.ts'

const reached = new Set<number>()
let testFile: string | undefined
let mutant: number | undefined

const world = globalThis as {
  // Vitest's own note of the file that a worker runs.
  readonly __vitest_worker__?: { readonly filepath?: string }
  isMutantOn?: (n: number) => boolean
}

const { BUN_OPTIONS = '', REACHED_FILE, REACHED_BY, MUTANT } = process.env
const ofProcess = MUTANT === undefined ? undefined : Number(MUTANT)
const findTestFile = (): string | undefined => world.__vitest_worker__?.filepath ?? REACHED_BY

const note = (n: number): void => {
  if (testFile === undefined || REACHED_FILE === undefined || reached.has(n)) return
  reached.add(n)
  appendFileSync(REACHED_FILE, `${n} ${testFile}\n`)
}

world.isMutantOn = (n) => {
  const now = findTestFile()
  if (now !== testFile) {
    reached.clear()
    testFile = now
    mutant = now === undefined ? undefined : readMutantOfCopy(now)
  }
  note(n)
  return n === (mutant ?? ofProcess)
}

type Spawn = (command: string[], options?: { env?: Record<string, string | undefined> }) => unknown
const spawn = Bun.spawn as unknown as Spawn
const spawnTelling: Spawn = (command, { env = process.env, ...options } = {}) =>
  spawn(command, { ...options, env: { ...env, BUN_OPTIONS, REACHED_FILE, MUTANT, REACHED_BY: findTestFile() } })
Object.assign(Bun, { spawn: spawnTelling })
