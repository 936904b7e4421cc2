/**
 * `bun run mutants [--count 200] [--rooms core/call,core/effects]`: changes one thing in the code, and runs the tests until one fails; so often as `count`
 * says, drawn by the hash of the commit. What no test notices is printed: read it one by one, and write the test that was missing.
 * A change that can't be told from outside (a log line, a cache's size) may stay.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { copyOfTheRepository } from '../repository-copy.ts'
import { seeded } from '../seeded.ts'
import { applyMutant, findMutants, type Mutant } from './find-mutants.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    rooms: { type: 'string', default: 'core/call,core/effects,core/vendor,core/access' },
  },
})
const count = Number(values.count)
const rooms = values.rooms.split(',')
if (!(count > 0)) throw new Error('usage: npx bun run mutants [--count 200] [--rooms core/call,core/effects]')

const copy = copyOfTheRepository()
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
const runIn = (command: readonly string[], env: Readonly<Record<string, string>> = {}, timeout?: number) =>
  Bun.spawnSync([...command], {
    cwd: copy,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    ...(timeout !== undefined && { timeout }),
  })
const prepared = [
  // Some tests ask Git which files there are.
  ['git', 'init', '--quiet'],
  ['git', 'add', '--all'],
  [process.execPath, 'install', '--frozen-lockfile'],
  [process.execPath, 'run', 'codegen'],
]
for (const words of prepared) {
  const { success, stderr } = runIn(words, { CI: 'true' })
  if (!success) throw new Error(`${words.join(' ')}: ${stderr}`)
}

const sources = rooms.flatMap((room) =>
  [...new Bun.Glob(`${room}/**/*.ts`).scanSync(copy)].filter((path) => !path.endsWith('.test.ts')).sort(),
)
const hash = Bun.spawnSync(['git', 'rev-parse', 'HEAD'], { cwd: join(import.meta.dirname, '../..') }).stdout.toString()
const random = seeded(Number.parseInt(hash.slice(0, 8), 16))
const drawn = sources
  .flatMap((path) => findMutants(path, readFileSync(join(copy, path), 'utf8')))
  .map((mutant) => ({ mutant, rank: random() }))
  .sort((one, other) => one.rank - other.rank)
  .slice(0, count)
  .map(({ mutant }) => mutant)

/** First what lies nearest; whatever isn't noticed there may be noticed anywhere. */
const stagesOf = ({ file }: Mutant): readonly (readonly string[])[] => [
  [`${dirname(file)}/`],
  ['test/call-path/', 'test/effects/', 'test/approvals/', 'test/mcp/'],
  [],
]
/** A mutant may run for ever: that is noticed. */
const mostMs = 600_000

const reportPath = join(copy, 'test-results/mutant.json')
/** The tests that have noticed other mutants of a folder, the last first: most notice the next one, too, and all others need not run. */
const noticing = new Map<string, readonly string[]>()
const mostTried = 4

/** The test files that fail, until one does; `undefined`: none does. */
const findFailed = (paths: readonly string[]): readonly string[] | undefined => {
  const command = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project=embedded', '--bail=1']
  const without = [...failing].map((path) => `--exclude=${path}`)
  const options = ['--passWithNoTests', '--reporter=json', `--outputFile=${reportPath}`, ...without, ...paths]
  rmSync(reportPath, { force: true })
  if (runIn([...command, ...options], { TEST_LANES: 'fast' }, mostMs).success) return undefined
  // There is no report of a run that was ended, or that could not begin.
  if (!existsSync(reportPath)) return []
  const { testResults }: Report = JSON.parse(readFileSync(reportPath, 'utf8'))
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(copy, name))
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

/** Test files that fail without a change, too: they notice nothing. */
const failing = new Set<string>()
/** Test files that were seen to pass without a change. */
const passing = new Set<string>()

interface Change {
  make(): void
  takeBack(): void
}

/** The test files of these that fail without the change, too; `undefined`: none does. */
const findFailingAnyway = (paths: readonly string[], change: Change): readonly string[] | undefined => {
  const unknown = paths.filter((path) => !passing.has(path))
  // There is no test to ask where the mutant ran for ever.
  if (unknown.length === 0) return undefined
  change.takeBack()
  const failed = findFailed(unknown)
  change.make()
  for (const path of failed ? [] : unknown) passing.add(path)
  return unknown.length < paths.length ? undefined : failed
}

const isNoticed = ({ file }: Mutant, change: Change, stages: readonly (readonly string[])[]): boolean => {
  const folder = dirname(file)
  const known = noticing.get(folder) ?? []
  for (const paths of known.length > 0 ? [known, ...stages] : stages) {
    for (let failed = findFailed(paths); failed; failed = findFailed(paths)) {
      const anyway = findFailingAnyway(failed, change)
      if (!anyway) {
        noticing.set(folder, [...new Set([...failed, ...known])].slice(0, mostTried))
        return true
      }
      for (const path of anyway) failing.add(path)
    }
  }
  return false
}

const describe = ({ file, line, operator, before, after }: Mutant): string =>
  `${file}:${line}: ${operator}: ${before.replace(/\s+/g, ' ').slice(0, 90)} -> ${after.replace(/\s+/g, ' ').slice(0, 90)}`

const survivors: Mutant[] = []
for (const [nth, mutant] of drawn.entries()) {
  const path = join(copy, mutant.file)
  const source = readFileSync(path, 'utf8')
  const change: Change = {
    make: () => writeFileSync(path, applyMutant(source, mutant)),
    takeBack: () => writeFileSync(path, source),
  }
  change.make()
  const noticed = isNoticed(mutant, change, stagesOf(mutant))
  change.takeBack()
  if (!noticed) survivors.push(mutant)
  console.error(`${nth + 1} of ${drawn.length} ${noticed ? 'noticed ' : 'SURVIVED'} ${describe(mutant)}`)
}
if (failing.size > 0) console.log(`Failed without a change, and were left out: ${[...failing].join(', ')}`)
console.log(`${drawn.length - survivors.length} of ${drawn.length} changes were noticed. Not noticed:`)
for (const survivor of survivors) console.log(describe(survivor))
