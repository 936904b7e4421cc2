/** Compares a second run of the failed files with the first, by Vitest's JSON reports. */
import type { Report } from './check-requirements.ts'

/** A file that couldn't even be loaded has failed without a test. */
export const findFailedFiles = ({ testResults }: Report): string[] => [
  ...new Set(
    testResults
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' || assertionResults.some((test) => test.status === 'failed'),
      )
      .map(({ name }) => name),
  ),
]

const listTests = ({ testResults }: Report, status: string): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter((test) => test.status === status).map(({ fullName }) => `${fullName} (${name})`),
  )

/** The tests that failed in the first run and no longer in the second. */
export const findUnsteadyTests = (first: Report, second: Report): string[] => {
  const failed = new Set(listTests(second, 'failed'))
  const passed = new Set(listTests(second, 'passed'))
  return listTests(first, 'failed').filter((test) => passed.has(test) && !failed.has(test))
}

/** The first run, with the results of the second where a file was run again. */
export const mergeReports = (first: Report, second: Report): Report => {
  const repeated = new Set(second.testResults.map(({ name }) => name))
  const testResults = [...first.testResults.filter(({ name }) => !repeated.has(name)), ...second.testResults]
  const count = (status: string): number =>
    testResults.reduce(
      (sum, { assertionResults }) => sum + assertionResults.filter((test) => test.status === status).length,
      0,
    )
  return { success: second.success, numPassedTests: count('passed'), numFailedTests: count('failed'), testResults }
}
