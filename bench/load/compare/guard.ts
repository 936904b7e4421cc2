import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Comparison, comparisonTable, countHigher, mainThreadOf, meansOf } from './comparison.ts'
import { measureSideBySide } from './side-by-side.ts'

const own = join(import.meta.dirname, '../../..')
/** The largest ratio to the figure of the release before. */
const mostDearer = 1.05
const rounds = 5

/**
 * The costs of a call that are over 5 % higher in B. Time counts only if each pair agrees: otherwise the difference is
 * the machine's.
 */
export const findDearer = (comparisons: readonly Comparison[]): string[] =>
  comparisons.flatMap((comparison) => {
    const { kind, allocated } = comparison
    const [a, b] = meansOf(comparison, mainThreadOf)
    const { higher, pairs } = countHigher(comparison, mainThreadOf)
    const isSlower = b > a * mostDearer && higher === pairs
    const [bytesA = Number.NaN, bytesB = Number.NaN] = [allocated.a, allocated.b]
    return [
      ...(isSlower ? [`a ${kind} takes ${b.toFixed(0)} us of the main thread instead of ${a.toFixed(0)}`] : []),
      ...(bytesB > bytesA * mostDearer
        ? [`a ${kind} allocates ${(bytesB / 1000).toFixed(1)} KB instead of ${(bytesA / 1000).toFixed(1)}`]
        : []),
    ]
  })

const run = (cwd: string, ...command: string[]): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, env: { ...process.env, CI: 'true' } })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed: ${stderr.toString().trim()}`)
  return stdout.toString().trim()
}

/** The last tag of a version before this commit; `undefined` if none exists. */
const lastTag = (): string | undefined =>
  run(own, 'git', 'tag', '--merged', 'HEAD', '--sort=-version:refname', '--list', 'v*').split('\n')[0] || undefined

/** A checkout of the tag, installed; it is kept for the next time. */
const checkOut = (tag: string): string => {
  const folder = join(homedir(), '.cache/patchbay/tags', tag)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  run(own, 'git', 'clone', '--quiet', '--branch', tag, own, `${folder}.new`)
  run(`${folder}.new`, process.execPath, 'install', '--frozen-lockfile')
  run(`${folder}.new`, process.execPath, 'run', 'codegen')
  run(dirname(folder), 'mv', `${folder}.new`, folder)
  return folder
}

/** Compares the calls of this checkout with those of the last tag, or of `against`. Prints what it found; `true`: nothing is over 5 % dearer. */
export const guard = async (against?: string): Promise<boolean> => {
  const tag = against === undefined ? lastTag() : undefined
  const before = against ?? (tag && checkOut(tag))
  if (before === undefined) {
    console.log('NOT RUN: there is no tag of a version to compare with')
    return true
  }
  const { comparisons, bare } = await measureSideBySide({
    trees: [before, own],
    kinds: ['miss', 'hit', 'write'],
    rounds,
    seconds: 0.5,
    each: 1,
    onMongodb: false,
  })
  const dearer = findDearer(comparisons)
  console.log(`A: ${tag ?? before}, B: this checkout\n\n${comparisonTable(comparisons, bare)}\n`)
  for (const line of dearer) console.log(`DEARER: ${line}`)
  if (dearer.length === 0) console.log('No call costs over 5 % more.')
  return dearer.length === 0
}
