import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applyMutant, type Mutant } from './find-mutants.ts'
import type { Copy, FileResult } from './prepare-copy.ts'
import { type Probed, withSources } from './probe-tests.ts'

/** The result of a mutant's run. */
export interface Verdict {
  readonly mutant: Mutant
  /** A test file that fails with it, or how it was noticed otherwise; `undefined`: it wasn't. */
  readonly noticedBy: string | undefined
  /** The number of test files that were run. */
  readonly run: number
  /** The number of test files that reach it. */
  readonly reachedBy: number
}

/**
 * Shares of what the whole suite takes, run together until one fails: most mutants are noticed by the first. They are shares, as seconds mean little on
 * a busy machine. What these miss is read by a person.
 */
const rounds = [0.01, 0.04, 0.2]
/** A mutant may run for ever: that is noticed. */
const limits = { mostCpuSeconds: 200, mostMs: 1_200_000 }

/** The test files that have noticed other mutants of a folder, the last first: most notice the next one, too. */
const noticing = new Map<string, readonly string[]>()
const mostTried = 4

/** The files in groups that take as long together as `rounds` says, where all files take `wholeSeconds`; the rest is left out. */
const intoRounds = (files: readonly FileResult[], wholeSeconds: number): readonly (readonly string[])[] => {
  const groups: string[][] = rounds.map(() => [])
  let [nth, seconds] = [0, 0]
  for (const file of files) {
    seconds += file.seconds
    if (seconds > (rounds[nth] ?? 0) * wholeSeconds && (groups[nth]?.length ?? 0) > 0)
      [nth, seconds] = [nth + 1, file.seconds]
    groups[nth]?.push(file.path)
  }
  return groups.filter((group) => group.length > 0)
}

/** The test files that were seen to pass without a change after they had failed with one. */
const steady = new Set<string>()

/** A run that was ended by a limit, in place of a test file. */
const withoutEnd = 'a run without end'

/** The files that fail in a run; those that it didn't come to an end of, if no other failed. */
const runOnce = (
  copy: Copy,
  paths: readonly string[],
): { readonly failed: readonly string[]; readonly isLate: boolean } => {
  const results = copy.runTests(paths, { bail: true, ...limits }) ?? []
  const failed = results.filter(({ isFailed }) => isFailed)
  if (failed.length > 0) return { failed: failed.map(({ path }) => path), isLate: failed.every(({ isLate }) => isLate) }
  const isWhole = paths.every((path) => results.some((result) => result.path === path))
  return isWhole ? { failed: [], isLate: false } : { failed: [withoutEnd], isLate: true }
}

/** The files that fail with a mutant and pass without it. What ran into a limit is run once more, as the machine may have been busy. */
const findFailed = (copy: Copy, paths: readonly string[], texts: ReadonlyMap<string, string>): readonly string[] => {
  const failed = withSources(copy.folder, texts, () => {
    const first = runOnce(copy, paths)
    return first.isLate ? runOnce(copy, paths).failed : first.failed
  })
  if (failed.length === 0 || failed.some((path) => steady.has(path) || path === withoutEnd)) return failed
  const anyway = new Map(copy.runTests(failed, limits)?.map(({ path, isFailed }) => [path, isFailed]))
  for (const path of failed) (anyway.get(path) === false ? steady : copy.failing).add(path)
  return failed.filter((path) => steady.has(path))
}

/** Changes the copy, and runs the tests that reach the change until one fails. */
export const judge = (copy: Copy, mutant: Mutant, { reaching, wholeSeconds }: Probed): Verdict => {
  const { file } = mutant
  const texts = new Map([[file, applyMutant(readFileSync(join(copy.folder, file), 'utf8'), mutant)]])
  const reached = (reaching.get(mutant) ?? []).filter(({ path }) => !copy.failing.has(path))
  const known = (noticing.get(dirname(file)) ?? []).filter((path) => reached.some((result) => result.path === path))
  const others = reached.filter(({ path }) => !known.includes(path))
  const about = { mutant, reachedBy: reached.length }
  let run = 0
  for (const paths of [known, ...intoRounds(others, wholeSeconds)]) {
    if (paths.length === 0) continue
    run += paths.length
    const [noticedBy] = findFailed(copy, paths, texts)
    if (noticedBy === undefined) continue
    noticing.set(dirname(file), [...new Set([noticedBy, ...known])].slice(0, mostTried))
    return { ...about, noticedBy, run }
  }
  return { ...about, noticedBy: undefined, run }
}
