/**
 * `bun run long [<step> ...]`: what takes too long for every change, an hour or two together: run it before a release, and after work on what a step
 * looks at. Prints a table at the end, and fails where a step does. What a step printed stays in `test-results/long`.
 */
import { mkdirSync, openSync } from 'node:fs'
import { join, relative } from 'node:path'
import { markdownTable } from '../docs/tables/markdown-table.ts'
import { type LongStep, longSteps } from './steps.ts'

const root = join(import.meta.dirname, '../..')
const reports = join(root, 'test-results/long')
mkdirSync(reports, { recursive: true })

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !longSteps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`there is no step ${unknown.join(', ')}; there are ${longSteps.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const runStep = async ({ name, command, env, missing }: LongStep) => {
  if (missing) return { name, isPassed: true, result: `not run: ${missing}`, minutes: '0' }
  const report = join(reports, `${name}.txt`)
  const output = openSync(report, 'w')
  const startedAt = performance.now()
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  const isPassed = (await child.exited) === 0
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  const result = isPassed ? 'passed' : 'FAILED'
  console.error(`${name}: ${result} after ${minutes} min, ${relative(root, report)}`)
  return { name, isPassed, result, minutes }
}

const rows = []
for (const step of longSteps) if (asked.length === 0 || asked.includes(step.name)) rows.push(await runStep(step))
console.log(
  markdownTable(
    ['step', 'result', 'minutes'],
    rows.map(({ name, result, minutes }) => [name, result, minutes]),
  ),
)
process.exit(rows.every(({ isPassed }) => isPassed) ? 0 : 1)
