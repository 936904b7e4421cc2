// Test lanes: slow

import { globSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfTheRepository } from '../repository-copy.ts'
import { readReport } from './check-requirements.ts'

const leftOut = `
import { test } from 'vitest'
test('needs what is not here', ({ task, skip }) => {
  task.meta.missing = 'a program'
  skip()
})
`

/** Fails, but passes when it is run again. */
const unsteady = `
import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('passes the second time', () => {
  const isSecond = existsSync('has-run')
  writeFileSync('has-run', '')
  expect(isSecond).toBe(true)
})
`

test('what a run has left out stands in its report, also where files that failed were run again', async () => {
  const copy = copyOfTheRepository()
  onTestFinished(() => rmSync(copy, { recursive: true }))
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(copy, 'node_modules'))
  for (const file of globSync('**/*.test.ts', { cwd: copy, exclude: ['node_modules'] })) rmSync(join(copy, file))
  writeFileSync(join(copy, 'test/left-out.test.ts'), leftOut)
  writeFileSync(join(copy, 'test/unsteady.test.ts'), unsteady)
  const run = async (...options: string[]): Promise<string> => {
    const env = { ...process.env, TEST_LANES: 'fast' }
    const child = Bun.spawn([process.execPath, 'test/run.ts', ...options], { cwd: copy, env, stderr: 'pipe' })
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
    await child.exited
    return stdout + stderr
  }
  expect(await run()).toContain('UNSTEADY, passed only in the second run: passes the second time')
  const report = join(copy, 'test-results/vitest.json')
  const { testResults, numPassedTests, numFailedTests } = await readReport(report)
  const statuses = testResults.map(({ name, assertionResults }) => [name, assertionResults[0]?.status])
  expect(statuses.toSorted()).toEqual([
    [join(copy, 'test/left-out.test.ts'), 'skipped'],
    [join(copy, 'test/unsteady.test.ts'), 'passed'],
  ])
  expect([numPassedTests, numFailedTests]).toEqual([1, 0])
  expect(await run('--left-out-of', report)).toContain('1 tests were left out there, in 1 files')
})
