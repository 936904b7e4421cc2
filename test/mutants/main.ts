/**
 * `bun run mutants [--count 200] [--rooms core/call,core/effects] [--tests core/effects,test/call-path]`: changes one thing in the code, and runs the
 * tests that reach it until one fails, of all those that `bun run test:fast` runs or of those whose path has one of the texts; so often as `count` says, drawn by the hash of the commit. What no test notices is printed: read it one by one, and write the test that was
 * missing. A change that can't be told from outside (a log line, a cache's size) may stay.
 *
 * All changes are in one copy of the sources, switched off. One run of all tests tells first which of them reach what, in their own process or in a
 * gateway's that they start. Then copies of test files run, each with one change switched on, many in one process. A change of what a module does when
 * it is loaded needs a process of its own; it is judged by the test files that run a function of that module.
 */
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describe } from './find-mutants.ts'
import { findReached } from './find-reached.ts'
import { judge } from './judge.ts'
import { prepareCopy } from './prepare-copy.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    rooms: { type: 'string', default: 'core/call,core/effects,core/vendor,core/access' },
    tests: { type: 'string' },
  },
})
const count = Number(values.count)
if (!(count > 0))
  throw new Error('usage: npx bun run mutants [--count 200] [--rooms core/call,core/effects] [--tests core/effects]')

const { copy, mutants, drawn } = prepareCopy(values.rooms.split(','), count)
process.on('exit', () => rmSync(copy.folder, { recursive: true, force: true }))

console.error(`${drawn.length} of ${mutants.length} possible changes are drawn. Looking which tests reach what`)
const reached = findReached(copy, mutants, values.tests?.split(',') ?? [])
if (copy.failing.size > 0) console.log(`Fail without a change, and are left out: ${[...copy.failing].join(', ')}`)
let told = 0
const verdicts = judge(copy, reached, drawn, ({ mutant, noticedBy }) => {
  console.error(
    `${++told} of ${drawn.length} ${noticedBy ? `noticed by ${noticedBy}` : 'SURVIVED'} ${describe(mutant)}`,
  )
})
const survivors = verdicts.filter(({ noticedBy }) => noticedBy === undefined)
console.log(`${drawn.length - survivors.length} of ${drawn.length} changes were noticed. Not noticed:`)
for (const { mutant, run, reachedBy } of survivors)
  console.log(`${describe(mutant)} (${run} of the ${reachedBy} test files that reach it were run)`)
