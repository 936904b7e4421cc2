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
  }[]
}

/** The result of one test file. */
export interface FileResult {
  /** Relative to the repository. */
  readonly path: string
  readonly isFailed: boolean
  readonly seconds: number
}

/** A copy of the repository, installed, in which code is changed and tests run. */
export interface Copy {
  readonly folder: string
  /** The test files that fail without a change, too: they notice nothing. */
  readonly failing: Set<string>
  /**
   * Runs test files, all of them if none is named. `undefined`: there is no report, as the run was ended after `mostMs`, or could not begin.
   */
  runTests(
    paths: readonly string[],
    how?: { readonly bail?: boolean; readonly env?: Readonly<Record<string, string>>; readonly mostMs?: number },
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

const drawMutants = (folder: string, rooms: readonly string[], count: number): readonly Mutant[] => {
  const sources = rooms.flatMap((room) =>
    [...new Bun.Glob(`${room}/**/*.ts`).scanSync(folder)].filter((path) => !path.endsWith('.test.ts')).sort(),
  )
  const hash = runIn(join(import.meta.dirname, '../..'), ['git', 'rev-parse', 'HEAD']).stdout.toString()
  const random = seeded(Number.parseInt(hash.slice(0, 8), 16))
  return sources
    .flatMap((path) => findMutants(path, readFileSync(join(folder, path), 'utf8')))
    .map((mutant) => ({ mutant, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

/** Copies and installs the repository, and draws the mutants. Throws Error if that fails. */
export const prepareCopy = (
  rooms: readonly string[],
  count: number,
): { readonly copy: Copy; readonly mutants: readonly Mutant[] } => {
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
    runTests(paths, { bail = false, env, mostMs } = {}) {
      rmSync(reportPath, { force: true })
      const command = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project=embedded']
      const options = ['--passWithNoTests', '--reporter=json', `--outputFile=${reportPath}`]
      runIn(
        folder,
        [...command, ...options, ...(bail ? ['--bail=1'] : []), ...paths],
        { TEST_LANES: 'fast', ...env },
        mostMs,
      )
      if (!existsSync(reportPath)) return undefined
      const { testResults }: Report = JSON.parse(readFileSync(reportPath, 'utf8'))
      return testResults.map(({ name, status, startTime, endTime }) => ({
        path: relative(folder, name),
        isFailed: status === 'failed',
        seconds: (endTime - startTime) / 1000,
      }))
    },
  }
  return { copy, mutants: drawMutants(folder, rooms, count) }
}
