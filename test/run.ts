/**
 * `npx bun run test`: Vitest, then the check that its report shows every requirement. Fails when either does, or when
 * Vitest leaves no report. In one process, as a started script may change which bun the shell finds. What needs something
 * that this machine is missing is left out, and that is said; with `REQUIRE_MONGODB` a missing MongoDB is a failure.
 *
 * Files that fail in a whole run, or in that of what was left out, are run a second time by themselves, six at most. A test that passes
 * only then is named: it depends on its neighbours or on the machine's load, and that is a fault to be found, but no reason to refuse
 * somebody else's change.
 *
 * `npx bun run test:fast` leaves out what `test/lanes.ts` says; a whole run names files that have become too slow for it.
 *
 * `npx bun run test core/call`: the tests whose path contains that, and no check. All arguments go to Vitest.
 *
 * `bun test/run.ts --left-out-of <report>`: the files of which another checkout left tests out, by its report. Here nothing may be missing
 * but the vendors' documents, which no package has.
 */
import { rmSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { findMissing, isAllShown, printMissing, type Report, readReport } from './e2e/check-requirements.ts'
import { findFailedFiles, findUnsteadyTests, mergeReports } from './e2e/second-run.ts'
import { findLanes, findLong } from './lanes.ts'
import { missingMongodb } from './mongodb.ts'
import { findChromium } from './oauth/chromium.ts'
import { runInGroup } from './run-in-group.ts'
import { missingDocuments } from './vendor-documents/documents.ts'

const root = join(import.meta.dirname, '..')
const reportPath = join(root, 'test-results/vitest.json')
const isFast = process.env.TEST_LANES === 'fast'
const missing = isFast ? undefined : missingMongodb()

/** Tests start `bun` and tools of the packages by their names, wherever this run has its own Bun from. */
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  // Browsers write names of files in the character set of the locale; without one that is ASCII.
  LANG: process.env.LANG || 'C.UTF-8',
}

/** Resolves to `true` if all tests passed. */
const runVitest = (...options: string[]): Promise<boolean> => {
  const projects = missing === undefined ? [] : ['--project=embedded']
  const command = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...projects, ...options]
  return runInGroup(command, { cwd: root, env })
}

/** Throws where Vitest leaves no report. */
const runWithReport = async (...options: string[]): Promise<{ isPassed: boolean; report: Report }> => {
  rmSync(reportPath, { force: true })
  const isPassed = await runVitest(
    ...options,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
  )
  const report = await readReport(reportPath)
  printMissing(report)
  return { isPassed, report }
}

const mostSeconds = 10

/** Only names them: on a busy machine every file takes long. */
const printSlowFiles = ({ testResults }: Report): void => {
  const { slow, browser, mongodb } = findLanes(root)
  const leftOut = new Set([...slow, ...browser, ...mongodb])
  for (const { name, startTime, endTime } of testResults) {
    const path = relative(root, name)
    const seconds = (endTime - startTime) / 1000
    if (seconds > mostSeconds && !leftOut.has(path))
      console.log(`${path} took ${seconds.toFixed()} s: consider "// Test lanes: slow" (test/lanes.ts)`)
  }
}

const mostRepeated = 6

/** Runs the files, by default all, and those that failed a second time. The report that stays has both runs. */
const runSteadily = async (...files: string[]): Promise<{ isPassed: boolean; report: Report }> => {
  const first = await runWithReport(...files)
  const failed = findFailedFiles(first.report).map((file) => relative(root, file))
  if (first.isPassed || failed.length === 0 || failed.length > mostRepeated) return first
  console.log(`${failed.length} files failed; running them by themselves: ${failed.join(', ')}`)
  const second = await runWithReport(...failed)
  for (const test of findUnsteadyTests(first.report, second.report))
    console.error(`UNSTEADY, passed only in the second run: ${test}`)
  const report = mergeReports(first.report, second.report)
  await Bun.write(reportPath, JSON.stringify(report))
  return { isPassed: second.isPassed, report }
}

const runAll = async (): Promise<boolean> => {
  const { isPassed, report } = await runSteadily()
  printSlowFiles(report)
  return isAllShown(report) && isPassed
}

const runLeftOut = async (path: string): Promise<boolean> => {
  const tests = [...findMissing(await readReport(path)).values()].flat()
  const files = new Set(tests.map(({ file }) => relative(join(dirname(path), '..'), file)))
  console.log(`${tests.length} tests were left out there, in ${files.size} files`)
  if (files.size === 0) return true
  const { isPassed, report } = await runSteadily(...files)
  const reasons = [...findMissing(report).keys()].filter((reason) => reason !== missingDocuments)
  for (const reason of reasons) console.error(`may not be missing here: ${reason}`)
  return isPassed && reasons.length === 0
}

/** Otherwise somebody who names such a file gets "No test files found". */
const printLong = (options: readonly string[]): void => {
  const files = findLong(options, findLanes(root).long)
  if (files.length === 0) return
  console.log(`left out, as their lane is "long": ${files.join(', ')}`)
  console.log('to run them: TEST_LANES=long npx bun run test <path>')
}

const options = process.argv.slice(2)
const runAsAsked = async (): Promise<boolean> => {
  if (options[0] === '--left-out-of') return runLeftOut(options[1] ?? '')
  return options.length > 0 ? runVitest(...options) : runAll()
}

const isPassed = await runAsAsked()
if (process.env.TEST_LANES !== 'long') printLong(options)
if (missing !== undefined) console.log(`mongodb: NOT RUN (${missing})`)
if (isFast) console.log('the fast lane: "npx bun run test" runs what was left out')
else if (!findChromium())
  console.log('browser tests: NOT RUN (no Chromium; .ci/install-chromium gets one, CHROMIUM_PATH names one)')
process.exit(isPassed && (missing === undefined || !process.env.REQUIRE_MONGODB) ? 0 : 1)
