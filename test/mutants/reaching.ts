import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { applyProbes, type Mutant } from './find-mutants.ts'
import type { Copy, FileResult } from './prepare-copy.ts'

/** The test files that reach a mutant, the quickest first. */
export type Reaching = ReadonlyMap<Mutant, readonly FileResult[]>

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

/**
 * Runs all tests once, with a probe where each mutant would be. A file that fails in it is taken for one that fails without a change, too.
 * Throws Error if the tests leave no report.
 */
export const findReaching = (copy: Copy, mutants: readonly Mutant[]): Reaching => {
  const { folder, failing } = copy
  const byFile = Map.groupBy(mutants.entries(), ([, { file }]) => file)
  const probed = new Map(
    [...byFile].map(([file, own]) => [file, applyProbes(readFileSync(join(folder, file), 'utf8'), new Map(own))]),
  )
  const told = join(folder, 'test-results/reached.txt')
  mkdirSync(dirname(told), { recursive: true })
  const results = withSources(folder, probed, () =>
    copy.runTests([], {
      env: { BUN_OPTIONS: `--preload=${join(import.meta.dirname, 'tell-reached.ts')}`, REACHED_FILE: told },
    }),
  )
  if (!results) throw new Error('the tests left no report')
  const byPath = new Map(results.map((result) => [result.path, result]))
  for (const { path, isFailed } of results) if (isFailed) failing.add(path)

  const reaching = new Map<Mutant, FileResult[]>(mutants.map((mutant) => [mutant, []]))
  for (const line of readFileSync(told, 'utf8').trimEnd().split('\n')) {
    const [, n, path = ''] = /^(\d+) (.+)$/.exec(line) ?? []
    const mutant = mutants[Number(n)]
    const result = byPath.get(relative(folder, path))
    if (mutant && result && !result.isFailed) reaching.get(mutant)?.push(result)
  }
  for (const files of reaching.values()) files.sort((one, other) => one.seconds - other.seconds)
  return reaching
}
