/**
 * Works on Vitest's JSON report: each requirement must have been shown by a test that carries its id in the title, as
 * `[7-timeout]`, and passed in this run. A test may be skipped only for something that this machine is missing, which its `meta` says.
 */
import { pending, type Requirement, requirements } from './requirements.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped: what this machine is missing. */
    missing?: string | undefined
  }
}

interface ReportedTest {
  readonly title: string
  readonly fullName: string
  readonly status: string
  readonly meta?: { readonly missing?: string | undefined }
}

/** The members that are read from a report of Vitest's `json` reporter. */
export interface Report {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    /** Milliseconds of Unix time. */
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly ReportedTest[]
  }[]
}

export interface Lists {
  readonly requirements: readonly Pick<Requirement, 'id' | 'text'>[]
  readonly pending: readonly { readonly id: string; readonly reason: string }[]
}

const idsIn = (title: string): string[] =>
  [...title.matchAll(/\[(\d+(?:\.\d+)?-[a-z0-9-]+)\]/g)].map(([, id = '']) => id)

const testsIn = (report: Report) =>
  report.testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })))

/** A test that was skipped for what this machine is missing has the status `missing`. */
const statusOf = ({ status, meta }: ReportedTest): string =>
  status !== 'passed' && status !== 'failed' && meta?.missing ? 'missing' : status

/** The tests that were skipped for what this machine is missing, by that. */
export const findMissing = (report: Report) => {
  const missing = testsIn(report).filter((test) => statusOf(test) === 'missing')
  return Map.groupBy(missing, ({ meta }) => meta?.missing ?? '')
}

/** Everything that is wrong with a run, one line each; none: all is shown that can be shown on this machine. */
export const findGaps = ({ requirements, pending }: Lists, report: Report): string[] => {
  const tests = testsIn(report).map((test) => ({ ...test, status: statusOf(test) }))
  const known = new Set(requirements.map(({ id }) => id))
  const waiting = new Map(pending.map(({ id, reason }) => [id, reason]))
  const statuses = Map.groupBy(
    tests.flatMap(({ title, status }) => idsIn(title).map((id) => ({ id, status }))),
    ({ id }) => id,
  )
  const has = (id: string, status: string): boolean => statuses.get(id)?.some((test) => test.status === status) ?? false

  return [
    ...(report.success ? [] : ['the test run itself failed']),
    ...tests
      .filter(({ status }) => status !== 'passed' && status !== 'missing')
      .map(({ fullName, file, status }) => `${status === 'failed' ? 'failed' : 'skipped'}: ${fullName} (${file})`),
    ...[...statuses.keys()].filter((id) => !known.has(id)).map((id) => `[${id}] stands in a title but in no list`),
    ...pending.filter(({ id }) => !known.has(id)).map(({ id }) => `[${id}] is pending but no requirement`),
    ...pending.filter(({ id }) => has(id, 'passed')).map(({ id }) => `[${id}] is pending, yet a test shows it`),
    ...requirements
      .filter(({ id }) => !waiting.has(id) && !has(id, 'missing') && (!has(id, 'passed') || has(id, 'failed')))
      .map(({ id, text }) => `[${id}] is not shown by a test that passed: ${text}`),
  ]
}

export const readReport = (path: string): Promise<Report> => Bun.file(path).json()

/** Prints what was left out for what this machine is missing. */
export const printMissing = (report: Report): void => {
  for (const [missing, tests] of findMissing(report)) console.log(`${tests.length} tests: NOT RUN (${missing})`)
}

/** Prints what is wrong with a run, and how many tests it had; `true`: nothing is wrong. */
export const isAllShown = (report: Report): boolean => {
  const gaps = findGaps({ requirements, pending }, report)
  for (const gap of gaps) console.error(`  ${gap}`)
  const shown = requirements.length - pending.length
  if (gaps.length > 0) {
    const one = gaps.length === 1
    console.error(
      `requirements: ${gaps.length} ${one ? 'fault' : 'faults'}, listed above: tests that failed or were skipped, and rows of test/e2e/requirements.ts that no passing test shows`,
    )
  }
  if (gaps.length === 0)
    console.log(`requirements: ${shown} of ${requirements.length} rows shown, ${pending.length} pending`)
  console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`)
  return gaps.length === 0
}
