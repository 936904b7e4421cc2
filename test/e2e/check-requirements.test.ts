import { expect, test } from 'vitest'
import { findGaps, findMissing, type Report } from './check-requirements.ts'
import { pending, requirements } from './requirements.ts'

const report = (...tests: [title: string, status: string][]): Report => ({
  success: tests.every(([, status]) => status !== 'failed'),
  numPassedTests: tests.filter(([, status]) => status === 'passed').length,
  numFailedTests: tests.filter(([, status]) => status === 'failed').length,
  testResults: [
    {
      status: 'passed',
      name: 'a.test.ts',
      startTime: 0,
      endTime: 0,
      assertionResults: tests.map(([title, status]) => ({ title, fullName: title, status })),
    },
  ],
})

const lists = {
  requirements: [
    { id: '7-timeout', text: 'TIMEOUT 504' },
    { id: '4.1-mcp', text: 'POST /mcp' },
  ],
  pending: [{ id: '4.1-mcp', reason: 'later' }],
}

const cases: { name: string; tests: [string, string][]; gaps: RegExp[] }[] = [
  {
    name: 'a passed test with the id shows a row; a pending row needs none; other brackets are not ids',
    tests: [
      ['a slow provider [7-timeout]', 'passed'],
      ['an address [::1] without an id', 'passed'],
    ],
    gaps: [],
  },
  { name: 'a row without a test is a gap', tests: [['no id', 'passed']], gaps: [/\[7-timeout\] is not shown.*504/] },
  {
    name: 'a skipped test shows nothing and is named',
    tests: [['[7-timeout] later', 'skipped']],
    gaps: [/skipped: \[7-timeout\] later \(a\.test\.ts\)/, /\[7-timeout\] is not shown/],
  },
  {
    name: 'a todo is a skip',
    tests: [
      ['[7-timeout]', 'passed'],
      ['to be written', 'todo'],
    ],
    gaps: [/skipped: to be written/],
  },
  {
    name: 'a failed test spoils a row that another test shows',
    tests: [
      ['[7-timeout] one', 'passed'],
      ['[7-timeout] two', 'failed'],
    ],
    gaps: [/the test run itself failed/, /failed: \[7-timeout\] two/, /\[7-timeout\] is not shown/],
  },
  {
    name: 'an id in no list is a gap',
    tests: [['[7-timeout] [7-tiemout]', 'passed']],
    gaps: [/\[7-tiemout\] stands in a title but in no list/],
  },
  {
    name: 'a pending row that is shown already is a gap',
    tests: [['[7-timeout] [4.1-mcp]', 'passed']],
    gaps: [/\[4\.1-mcp\] is pending, yet a test shows it/],
  },
]

test.each(cases)('$name', ({ tests, gaps }) => {
  const found = findGaps(lists, report(...tests))
  expect(found).toHaveLength(gaps.length)
  for (const [index, gap] of gaps.entries()) expect(found[index]).toMatch(gap)
})

test('a run that failed without a failed test, e.g. a file that did not load, is a gap', () => {
  const broken = { ...report(['[7-timeout]', 'passed']), success: false }
  expect(findGaps(lists, broken)).toEqual(['the test run itself failed'])
})

test('a test that is skipped for what the machine is missing is told with its reason, and is not a fault', () => {
  const ran = report(['[7-timeout] of a disk', 'skipped'], ['of a document', 'skipped'], ['of another', 'skipped'])
  const reasons = ['strace is not installed', 'no documents', 'no documents']
  const [file] = ran.testResults
  if (!file) throw new Error('the report has no file')
  const assertionResults = file.assertionResults.map((test, index) => ({ ...test, meta: { missing: reasons[index] } }))
  const missing = { ...ran, testResults: [{ ...file, assertionResults }] }
  expect(findGaps(lists, missing)).toEqual([])
  expect([...findMissing(missing)].map(([reason, { length }]) => [reason, length])).toEqual([
    ['strace is not installed', 1],
    ['no documents', 2],
  ])
})

test('a pending id that is not a requirement is a gap', () => {
  const found = findGaps({ ...lists, pending: [...lists.pending, { id: '4.1-mpc', reason: 'a typo' }] }, report())
  expect(found).toContain('[4.1-mpc] is pending but no requirement')
})

test('each id is there once, and each pending row says why', () => {
  const ids = requirements.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(pending.map(({ id }) => id)).size).toBe(pending.length)
  expect(pending.filter(({ reason }) => reason === '')).toEqual([])
})
