import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './gateway.ts'
import { runInGroup } from './run-in-group.ts'

/** A zombie, whose parent hasn't looked yet, runs no more. */
const isRunning = (pid: string): boolean => {
  const stat = `/proc/${pid}/stat`
  return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ')
}

test.each([
  ['exit 0', true],
  ['exit 1', false],
])(
  'what a command that ends with "%s" has left behind is ended, and how it ended is known',
  async (ending, isPassed) => {
    const file = join(temporaryFolder(), 'pid')
    const script = `sleep 1000 & echo $! > ${file}; ${ending}`
    expect(await runInGroup(['sh', '-c', script], { cwd: '/', env: process.env })).toBe(isPassed)
    const pid = readFileSync(file, 'utf8').trim()
    await expect.poll(() => isRunning(pid)).toBe(false)
  },
)

test('a command that there is not has failed', async () => {
  expect(await runInGroup(['/nowhere/to/be/found'], { cwd: '/', env: {} })).toBe(false)
})
