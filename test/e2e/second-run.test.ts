import { expect, test } from 'vitest'
import type { Report } from './check-requirements.ts'
import { findFailedFiles, findUnsteadyTests, mergeReports } from './second-run.ts'

const report = (files: Readonly<Record<string, Readonly<Record<string, string>>>>): Report => ({
  success: !JSON.stringify(files).includes('failed'),
  numPassedTests: 0,
  numFailedTests: 0,
  testResults: Object.entries(files).map(([name, tests]) => ({
    name,
    status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
    startTime: 0,
    endTime: 1,
    assertionResults: Object.entries(tests).map(([title, status]) => ({ title, fullName: title, status })),
  })),
})

const first = report({ '/a.test.ts': { one: 'passed', two: 'failed' }, '/b.test.ts': { three: 'passed' } })

test('a test that passes only in the second run is named, and no longer fails the run', () => {
  const second = report({ '/a.test.ts': { one: 'passed', two: 'passed' } })
  expect(findFailedFiles(first)).toEqual(['/a.test.ts'])
  expect(findUnsteadyTests(first, second)).toEqual(['two (/a.test.ts)'])
  expect(mergeReports(first, second)).toMatchObject({ success: true, numPassedTests: 3, numFailedTests: 0 })
})

test('a test that fails twice fails the run', () => {
  const second = report({ '/a.test.ts': { one: 'passed', two: 'failed' } })
  expect(findUnsteadyTests(first, second)).toEqual([])
  expect(mergeReports(first, second)).toMatchObject({ success: false, numPassedTests: 2, numFailedTests: 1 })
})

test('another test that fails in the second run only fails the run', () => {
  const second = report({ '/a.test.ts': { one: 'failed', two: 'passed' } })
  expect(mergeReports(first, second)).toMatchObject({ success: false, numFailedTests: 1 })
})

test('a file that could not be loaded is run again', () => {
  const broken = {
    ...report({}),
    success: false,
    testResults: [{ name: '/c.test.ts', status: 'failed', startTime: 0, endTime: 1, assertionResults: [] }],
  }
  expect(findFailedFiles(broken)).toEqual(['/c.test.ts'])
})
