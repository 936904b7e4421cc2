/**
 * Works on Vitest's JSON report: each requirement must have been shown by a test that carries its id in the title, as
 * `[7-timeout]`, and passed in this run. Nothing may be skipped.
 */
import { pending, type Requirement, requirements } from './requirements.ts'

/** What is read of the report of Vitest's `json` reporter. */
export interface Report {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly title: string; readonly fullName: string; readonly status: string }[]
  }[]
}

export interface Lists {
  readonly requirements: readonly Pick<Requirement, 'id' | 'text'>[]
  readonly pending: readonly { readonly id: string; readonly reason: string }[]
}

const idsIn = (title: string): string[] =>
  [...title.matchAll(/\[(\d+(?:\.\d+)?-[a-z0-9-]+)\]/g)].map(([, id = '']) => id)

/** Everything that is wrong with a run, one line each; none: all is shown. */
export const findGaps = ({ requirements, pending }: Lists, report: Report): string[] => {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: name })),
  )
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
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, file, status }) => `${status === 'failed' ? 'failed' : 'skipped'}: ${fullName} (${file})`),
    ...[...statuses.keys()].filter((id) => !known.has(id)).map((id) => `[${id}] stands in a title but in no list`),
    ...pending.filter(({ id }) => !known.has(id)).map(({ id }) => `[${id}] is pending but no requirement`),
    ...pending.filter(({ id }) => has(id, 'passed')).map(({ id }) => `[${id}] is pending, yet a test shows it`),
    ...requirements
      .filter(({ id }) => !waiting.has(id) && (!has(id, 'passed') || has(id, 'failed')))
      .map(({ id, text }) => `[${id}] is not shown by a test that passed: ${text}`),
  ]
}

/** Prints what is wrong with the run of a report, and how many tests it had; `true`: nothing is wrong. */
export const isAllShown = async (path: string): Promise<boolean> => {
  const report: Report = await Bun.file(path).json()
  const gaps = findGaps({ requirements, pending }, report)
  for (const gap of gaps) console.error(`  ${gap}`)
  const shown = requirements.length - pending.length
  if (gaps.length > 0) console.error(`requirements: ${gaps.length} faults`)
  else console.log(`requirements: ${shown} of ${requirements.length} rows shown, ${pending.length} pending`)
  console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`)
  return gaps.length === 0
}
