import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nameCopy } from './copy-names.ts'
import type { Mutant } from './find-mutants.ts'
import type { Reached } from './find-reached.ts'
import type { Copy, FileResult } from './prepare-copy.ts'

/** The result of a mutant's runs. */
export interface Verdict {
  readonly mutant: Mutant
  /** A test file that fails with it, or how it was noticed otherwise; `undefined`: it wasn't. */
  readonly noticedBy: string | undefined
  /** The number of test files that were run. */
  readonly run: number
  /** The number of test files that reach it. */
  readonly reachedBy: number
}

/** A mutant of which it isn't decided yet whether it is noticed. */
interface Undecided {
  readonly n: number
  readonly mutant: Mutant
  readonly reachedBy: number
  left: readonly FileResult[]
  run: number
}

/** A mutant and a test file that is run with it. */
interface Trial {
  readonly n: number
  readonly path: string
}

/** The test files that a mutant is run with in each round: most are noticed in the first. What all rounds miss is read by a person. */
const rounds = [2, 4, 10]
/** The mutants whose copies of test files run together. */
const together = 12
/** A mutant may run or wait for ever. The limit of processor time is one that a busy machine doesn't reach; the others are tried once more. */
const limits = { mostCpuSeconds: 200, mostMs: 600_000, testMs: 20_000 }
const limitsAlone = { ...limits, testMs: 90_000 }

/** Stands at the end of a copy: the first failure is enough, and the other tests may each wait for their time limit. */
const untilFailure = `
import { beforeEach as beforeEachWithMutant } from 'vitest'
let hasMutantFailed = false
beforeEachWithMutant(({ onTestFailed, skip }) => {
  if (hasMutantFailed) skip()
  onTestFailed(() => {
    hasMutantFailed = true
  })
})
`

const withoutEnd = 'a run without end'

/** Runs trials together, each as a copy of its test file. Returns the ones that failed, and the ones that came to no end or only ran into a limit. */
const runTrials = (
  copy: Copy,
  trials: readonly Trial[],
  within = limits,
): { readonly failed: readonly Trial[]; readonly late: readonly Trial[] } => {
  const copies = trials.map(({ n, path }) => nameCopy(path, n))
  for (const { n, path } of trials) {
    const text = readFileSync(join(copy.folder, path), 'utf8')
    writeFileSync(join(copy.folder, nameCopy(path, n)), text + untilFailure)
  }
  try {
    const results = new Map(copy.runTests(copies, within)?.map((result) => [result.path, result]))
    const resultOf = ({ n, path }: Trial) => results.get(nameCopy(path, n))
    return {
      failed: trials.filter((trial) => resultOf(trial)?.isFailed && !resultOf(trial)?.isLate),
      late: trials.filter((trial) => resultOf(trial)?.isLate ?? true),
    }
  } finally {
    for (const path of copies) rmSync(join(copy.folder, path))
  }
}

/** Runs test files with one mutant in the whole process, from its start on. Returns the first that failed, or how the run ended otherwise. */
const runAtLoad = (copy: Copy, n: number, paths: readonly string[]): string | undefined => {
  const results = copy.runTests(paths, { ...limitsAlone, env: { MUTANT: String(n) } }) ?? []
  const failed = results.find(({ isFailed, isLate }) => isFailed && !isLate)
  if (failed) return failed.path
  const isWhole = paths.every((path) => results.some((result) => result.path === path && !result.isLate))
  return isWhole ? undefined : withoutEnd
}

/** Runs mutants with the test files that reach them, and says of each whether one fails. `tell` hears of each verdict. */
export const judge = (
  copy: Copy,
  reached: Reached,
  drawn: readonly Mutant[],
  tell: (verdict: Verdict) => void,
): readonly Verdict[] => {
  /** The test files that were seen to pass without a change after they had failed with one. */
  const steady = new Set<string>()
  /** How many mutants of a folder a test file has noticed. */
  const noticed = new Map<string, Map<string, number>>()
  const verdicts: Verdict[] = []

  const decide = ({ mutant, reachedBy, run }: Undecided, noticedBy: string | undefined): void => {
    const ofFolder = noticed.get(dirname(mutant.file)) ?? new Map<string, number>()
    if (noticedBy !== undefined) ofFolder.set(noticedBy, (ofFolder.get(noticedBy) ?? 0) + 1)
    noticed.set(dirname(mutant.file), ofFolder)
    const verdict = { mutant, noticedBy, run, reachedBy }
    verdicts.push(verdict)
    tell(verdict)
  }
  /** The next files of a mutant: those that noticed others of its folder first. */
  const takeNext = (undecided: Undecided, count: number): readonly string[] => {
    const ofFolder = noticed.get(dirname(undecided.mutant.file))
    const times = ({ path }: FileResult) => ofFolder?.get(path) ?? 0
    const files = undecided.left
      .filter(({ path }) => !copy.failing.has(path))
      .sort((one, other) => times(other) - times(one))
    undecided.left = files.slice(count)
    undecided.run += Math.min(count, files.length)
    return files.slice(0, count).map(({ path }) => path)
  }
  /** Files that fail without a change, too, notice nothing. */
  const checkSteady = (paths: Iterable<string>): void => {
    const unknown = [...new Set(paths)].filter(
      (path) => path !== withoutEnd && !steady.has(path) && !copy.failing.has(path),
    )
    if (unknown.length === 0) return
    const results = new Map(copy.runTests(unknown, limitsAlone)?.map(({ path, isFailed }) => [path, isFailed]))
    for (const path of unknown) (results.get(path) === false ? steady : copy.failing).add(path)
  }
  const judgeTogether = (some: readonly Undecided[], count: number): readonly Undecided[] => {
    const trials = some.flatMap((undecided) => takeNext(undecided, count).map((path) => ({ n: undecided.n, path })))
    if (trials.length === 0) return some
    const { failed, late } = runTrials(copy, trials)
    checkSteady(failed.map(({ path }) => path))
    const noticing = new Map(failed.filter(({ path }) => steady.has(path)).map(({ n, path }) => [n, path]))
    // The machine may have been busy, or another mutant have ended the process.
    for (const trial of late) {
      if (noticing.has(trial.n)) continue
      const again = runTrials(copy, [trial], limitsAlone)
      if (again.failed.length > 0) noticing.set(trial.n, trial.path)
      if (again.late.length > 0) noticing.set(trial.n, withoutEnd)
    }
    for (const undecided of some) if (noticing.has(undecided.n)) decide(undecided, noticing.get(undecided.n))
    return some.filter(({ n }) => !noticing.has(n))
  }
  const judgeAlone = (undecided: Undecided, count: number): readonly Undecided[] => {
    const paths = takeNext(undecided, count)
    let noticedBy = paths.length > 0 ? runAtLoad(copy, undecided.n, paths) : undefined
    if (noticedBy === withoutEnd) noticedBy = runAtLoad(copy, undecided.n, paths)
    if (noticedBy !== undefined) checkSteady([noticedBy])
    if (noticedBy === undefined || copy.failing.has(noticedBy)) return [undecided]
    decide(undecided, noticedBy)
    return []
  }

  let open = drawn.map((mutant): Undecided => {
    const left = reached.files.get(mutant) ?? []
    return { n: reached.mutants.indexOf(mutant), mutant, left, reachedBy: left.length, run: 0 }
  })
  for (const count of rounds) {
    console.error(`${open.length} are open; the next ${count} test files of each`)
    const atCall = open.filter(({ mutant }) => !mutant.runsAtLoad)
    const stillOpen: Undecided[] = []
    for (let from = 0; from < atCall.length; from += together)
      stillOpen.push(...judgeTogether(atCall.slice(from, from + together), count))
    for (const undecided of open) if (undecided.mutant.runsAtLoad) stillOpen.push(...judgeAlone(undecided, count))
    open = stillOpen
  }
  for (const undecided of open) decide(undecided, undefined)
  return verdicts
}
