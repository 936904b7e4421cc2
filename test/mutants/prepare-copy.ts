import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { copyOfTheRepository } from '../repository-copy.ts'
import { seeded } from '../seeded.ts'
import { findMutants, type Mutant } from './find-mutants.ts'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[]
  }[]
}

/** Vitest's words. */
const timedOut = /^(Error: )?(Test|Hook) timed out in /

/** The result of one test file. */
export interface FileResult {
  /** Relative to the repository. */
  readonly path: string
  readonly isFailed: boolean
  /** It failed by Vitest's time limit alone: it hangs, or the machine was too busy for it. */
  readonly isLate: boolean
  readonly seconds: number
}

/** A copy of the repository, installed, in which tests run with `switch-mutants.ts`. */
export interface Copy {
  readonly folder: string
  /** The test files that fail without a change, too: they notice nothing. */
  readonly failing: Set<string>
  /**
   * Runs test files, all of them if none is named. `undefined`: there is no report, as the run was ended after `mostMs`, or could not begin.
   * A process that computes for more than `mostCpuSeconds` is ended: unlike a time limit, a busy machine doesn't reach that.
   */
  runTests(
    paths: readonly string[],
    how?: {
      readonly env?: Readonly<Record<string, string>>
      readonly mostMs?: number
      readonly mostCpuSeconds?: number
      /** In place of the limit of a test and of a hook that vitest.config.ts sets. */
      readonly testMs?: number
    },
  ): readonly FileResult[] | undefined
}

const runIn = (cwd: string, command: readonly string[], env: Readonly<Record<string, string>> = {}, timeout?: number) =>
  Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    ...(timeout !== undefined && { timeout }),
  })

const findAllMutants = (folder: string, rooms: readonly string[]): readonly Mutant[] => {
  const sources = rooms.flatMap((room) =>
    [...new Bun.Glob(`${room}/**/*.ts`).scanSync(folder)].filter((path) => !path.endsWith('.test.ts')).sort(),
  )
  return sources.flatMap((path) => findMutants(path, readFileSync(join(folder, path), 'utf8')))
}

const drawMutants = (mutants: readonly Mutant[], count: number): readonly Mutant[] => {
  const hash = runIn(join(import.meta.dirname, '../..'), ['git', 'rev-parse', 'HEAD']).stdout.toString()
  const random = seeded(Number.parseInt(hash.slice(0, 8), 16))
  return mutants
    .map((mutant) => ({ mutant, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

/** Copies and installs the repository, finds the mutants of the rooms, and draws some of them. Throws Error if that fails. */
export const prepareCopy = (
  rooms: readonly string[],
  count: number,
): { readonly copy: Copy; readonly mutants: readonly Mutant[]; readonly drawn: readonly Mutant[] } => {
  const folder = copyOfTheRepository()
  const prepared = [
    // Some tests ask Git which files there are.
    ['git', 'init', '--quiet'],
    ['git', 'add', '--all'],
    [process.execPath, 'install', '--frozen-lockfile'],
    [process.execPath, 'run', 'codegen'],
  ]
  for (const words of prepared) {
    const { success, stderr } = runIn(folder, words, { CI: 'true' })
    if (!success) throw new Error(`${words.join(' ')}: ${stderr}`)
  }

  const reportPath = join(folder, 'test-results/mutant.json')
  const failing = new Set<string>()
  const copy: Copy = {
    folder,
    failing,
    runTests(paths, { env, mostMs, mostCpuSeconds = 'unlimited', testMs } = {}) {
      rmSync(reportPath, { force: true })
      const limited = ['sh', '-c', `ulimit -t ${mostCpuSeconds}; exec "$@"`, 'sh']
      const command = [...limited, process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project=embedded']
      const options = ['--passWithNoTests', '--reporter=json', `--outputFile=${reportPath}`]
      const times = testMs === undefined ? [] : [`--testTimeout=${testMs}`, `--hookTimeout=${testMs}`]
      const switches = { BUN_OPTIONS: `--preload=${join(import.meta.dirname, 'switch-mutants.ts')}` }
      runIn(folder, [...command, ...options, ...times, ...paths], { TEST_LANES: 'fast', ...switches, ...env }, mostMs)
      if (!existsSync(reportPath)) return undefined
      const { testResults }: Report = JSON.parse(readFileSync(reportPath, 'utf8'))
      return testResults.map(({ name, status, startTime, endTime, assertionResults }) => {
        const messages = assertionResults.flatMap(({ failureMessages }) => failureMessages)
        return {
          path: relative(folder, name),
          isFailed: status === 'failed',
          isLate: messages.length > 0 && messages.every((message) => timedOut.test(message)),
          seconds: (endTime - startTime) / 1000,
        }
      })
    },
  }
  const mutants = findAllMutants(folder, rooms)
  return { copy, mutants, drawn: drawMutants(mutants, count) }
}
