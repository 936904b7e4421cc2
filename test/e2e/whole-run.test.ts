// Test lanes: slow

import { globSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfTheRepository } from '../repository-copy.ts'
import { readReport } from './check-requirements.ts'

/** Fails, but passes when it is run again. */
const unsteady = (title: string, before = ''): string => `
import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('${title}', ({ task, skip }) => {
  ${before}
  const isSecond = existsSync(task.id)
  writeFileSync(task.id, '')
  expect(isSecond).toBe(true)
})
`

const needsProgram = `
  if (!existsSync('program')) {
    task.meta.missing = 'a program'
    skip()
  }`

test('what a run has left out stands in its report and can be run, and files that failed are run again', async () => {
  const copy = copyOfTheRepository()
  onTestFinished(() => rmSync(copy, { recursive: true }))
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(copy, 'node_modules'))
  for (const file of globSync('**/*.test.ts', { cwd: copy, exclude: ['node_modules'] })) rmSync(join(copy, file))
  writeFileSync(join(copy, 'test/left-out.test.ts'), unsteady('needs what is not here', needsProgram))
  writeFileSync(join(copy, 'test/unsteady.test.ts'), unsteady('passes the second time'))
  const run = async (...options: string[]): Promise<{ code: number; said: string }> => {
    const env = { ...process.env, TEST_LANES: 'fast' }
    const child = Bun.spawn([process.execPath, 'test/run.ts', ...options], { cwd: copy, env, stderr: 'pipe' })
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { code: await child.exited, said: stdout + stderr }
  }
  expect((await run()).said).toContain('UNSTEADY, passed only in the second run: passes the second time')
  const report = join(copy, 'test-results/vitest.json')
  const { testResults, numPassedTests, numFailedTests } = await readReport(report)
  const statuses = testResults.map(({ name, assertionResults }) => [name, assertionResults[0]?.status])
  expect(statuses.toSorted()).toEqual([
    [join(copy, 'test/left-out.test.ts'), 'skipped'],
    [join(copy, 'test/unsteady.test.ts'), 'passed'],
  ])
  expect([numPassedTests, numFailedTests]).toEqual([1, 0])
  writeFileSync(join(copy, 'program'), '')
  const second = await run('--left-out-of', report)
  expect(second.said).toContain('1 tests were left out there, in 1 files')
  expect(second.said).toContain('UNSTEADY, passed only in the second run: needs what is not here')
  expect(second.code).toBe(0)
})
