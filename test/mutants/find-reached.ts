import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findImporters } from './find-importers.ts'
import { applySwitches, type Mutant } from './find-mutants.ts'
import type { Copy, FileResult } from './prepare-copy.ts'

/** Which tests reach what. */
export interface Reached {
  /** All mutants of the copy, by the numbers of their switches. */
  readonly mutants: readonly Mutant[]
  /** The test files that reach a mutant: those of its own room first, and of these and the others the quickest first. */
  readonly files: ReadonlyMap<Mutant, readonly FileResult[]>
}

/** Runs the tests once, all if none is named. Returns the files that pass, by the mutants that they ran. Throws Error if the tests leave no report. */
const runAll = (
  { folder, failing, runTests }: Copy,
  mutants: readonly Mutant[],
  tests: readonly string[],
): ReadonlyMap<Mutant, ReadonlySet<FileResult>> => {
  const told = join(folder, 'test-results/reached.txt')
  mkdirSync(dirname(told), { recursive: true })
  const results = runTests(tests, { env: { REACHED_FILE: told } })
  if (!results) throw new Error('the tests left no report')
  for (const { path, isFailed } of results) if (isFailed) failing.add(path)

  const passed = new Map(results.filter(({ isFailed }) => !isFailed).map((result) => [result.path, result]))
  const ranBy = new Map<Mutant, Set<FileResult>>(mutants.map((mutant) => [mutant, new Set()]))
  for (const line of readFileSync(told, 'utf8').trimEnd().split('\n')) {
    const [, n, path = ''] = /^(\d+) (.+)$/.exec(line) ?? []
    const mutant = mutants[Number(n)]
    const result = passed.get(relative(folder, path))
    if (mutant && result) ranBy.get(mutant)?.add(result)
  }
  return ranBy
}

/**
 * Puts all mutants into the copy's sources, switched off, and runs the tests once. A file that fails in it is taken for one that fails without a
 * change, too. A mutant that runs when its module is loaded is run by the first file of a process alone, whichever that is: it counts as reached by
 * the files that run a function of its module or, if none does, of the modules that import it.
 */
export const findReached = (copy: Copy, mutants: readonly Mutant[], tests: readonly string[]): Reached => {
  const texts = new Map<string, string>()
  for (const [file, own] of Map.groupBy(mutants.entries(), ([, { file }]) => file)) {
    const text = readFileSync(join(copy.folder, file), 'utf8')
    texts.set(file, text)
    writeFileSync(join(copy.folder, file), applySwitches(text, new Map(own)))
  }
  const ranBy = runAll(copy, mutants, tests)
  const importers = findImporters(texts)

  const running = Map.groupBy(
    mutants.filter(({ runsAtLoad }) => !runsAtLoad),
    ({ file }) => file,
  )
  const findUsing = (from: readonly string[], seen: ReadonlySet<string>): ReadonlySet<FileResult> => {
    const own = from.flatMap((file) => running.get(file) ?? [])
    const using = new Set(own.flatMap((mutant) => [...(ranBy.get(mutant) ?? [])]))
    const next = from.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file))
    return using.size > 0 || next.length === 0 ? using : findUsing(next, new Set([...seen, ...next]))
  }

  const files = new Map(
    mutants.map((mutant) => {
      const { file, runsAtLoad } = mutant
      const room = file.split('/').slice(0, 2).join('/')
      const isApart = ({ path }: FileResult) => Number(!path.startsWith(`${room}/`))
      const reached = runsAtLoad ? findUsing([file], new Set([file])) : (ranBy.get(mutant) ?? [])
      return [mutant, [...reached].sort((one, other) => isApart(one) - isApart(other) || one.seconds - other.seconds)]
    }),
  )
  return { mutants, files }
}
