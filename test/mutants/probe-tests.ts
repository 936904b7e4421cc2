import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findImporters } from './find-importers.ts'
import { applyProbes, type Mutant } from './find-mutants.ts'
import type { Copy, FileResult } from './prepare-copy.ts'

/** What a run of all tests tells. */
export interface Probed {
  /** The test files that reach a mutant: those of its own room first, and of these and the others the quickest first. */
  readonly reaching: ReadonlyMap<Mutant, readonly FileResult[]>
  /** The seconds of all test files, one after the other. */
  readonly wholeSeconds: number
}

/** Writes the sources with other text while `work` runs. */
export const withSources = <T>(folder: string, texts: ReadonlyMap<string, string>, work: () => T): T => {
  const before = [...texts.keys()].map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)
  for (const [file, text] of texts) writeFileSync(join(folder, file), text)
  try {
    return work()
  } finally {
    for (const [file, text] of before) writeFileSync(join(folder, file), text)
  }
}

/** The results of all test files, and the paths of those that ran each mutant; files that fail are left out. */
const runProbes = (copy: Copy, mutants: readonly Mutant[], texts: ReadonlyMap<string, string>) => {
  const { folder, failing } = copy
  const probed = new Map(
    [...Map.groupBy(mutants.entries(), ([, { file }]) => file)].map(([file, own]) => [
      file,
      applyProbes(texts.get(file) ?? '', new Map(own)),
    ]),
  )
  const told = join(folder, 'test-results/reached.txt')
  mkdirSync(dirname(told), { recursive: true })
  const results = withSources(folder, probed, () =>
    copy.runTests([], {
      env: { BUN_OPTIONS: `--preload=${join(import.meta.dirname, 'tell-reached.ts')}`, REACHED_FILE: told },
    }),
  )
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
  return { results, ranBy }
}

/**
 * Runs all tests once, with a probe where each mutant would be. A file that fails in it is taken for one that fails without a change, too.
 * A mutant that runs when its module is loaded is run by the first file of a process alone, whichever that is: it counts as reached by the files
 * that run a function of its module or, if none does, of the modules that import it.
 * Throws Error if the tests leave no report.
 */
export const probeTests = (copy: Copy, mutants: readonly Mutant[]): Probed => {
  const files = [...new Set(mutants.map(({ file }) => file))]
  const texts = new Map(files.map((file) => [file, readFileSync(join(copy.folder, file), 'utf8')]))
  const { results, ranBy } = runProbes(copy, mutants, texts)
  const importers = findImporters(texts)

  const running = Map.groupBy(
    mutants.filter(({ runsAtLoad }) => !runsAtLoad),
    ({ file }) => file,
  )
  const findUsing = (from: readonly string[], seen: ReadonlySet<string>): ReadonlySet<FileResult> => {
    const using = new Set(
      from.flatMap((file) => running.get(file) ?? []).flatMap((mutant) => [...(ranBy.get(mutant) ?? [])]),
    )
    const next = from.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file))
    return using.size > 0 || next.length === 0 ? using : findUsing(next, new Set([...seen, ...next]))
  }

  const reaching = new Map(
    mutants.map((mutant) => {
      const { file, runsAtLoad } = mutant
      const room = file.split('/').slice(0, 2).join('/')
      const isApart = ({ path }: FileResult) => Number(!path.startsWith(`${room}/`))
      const reached = runsAtLoad ? findUsing([file], new Set([file])) : (ranBy.get(mutant) ?? [])
      return [mutant, [...reached].sort((one, other) => isApart(one) - isApart(other) || one.seconds - other.seconds)]
    }),
  )
  return { reaching, wholeSeconds: results.reduce((sum, { seconds }) => sum + seconds, 0) }
}
