/**
 * `bun run test`: Vitest, then the check that its report shows every requirement. Fails when either does, or when
 * Vitest leaves no report. In one process, as a started script may change which bun the shell finds. What needs MongoDB
 * is left out where none can be had, and that is said; with `REQUIRE_MONGODB` it is a failure.
 *
 * `bun run test core/call`: the tests whose path contains that, and no check. All arguments go to Vitest.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAllShown } from './e2e/check-requirements.ts'
import { missingMongodb } from './mongodb.ts'
import { findChromium } from './oauth/chromium.ts'

const root = join(import.meta.dirname, '..')
const missing = missingMongodb()

/** Whether all tests have passed. */
const runVitest = (...options: string[]): boolean => {
  const projects = missing === undefined ? [] : ['--project=embedded']
  return Bun.spawnSync([process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...projects, ...options], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
  }).success
}

const runAll = async (): Promise<boolean> => {
  const report = join(root, 'test-results/vitest.json')
  rmSync(report, { force: true })
  const isPassed = runVitest('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  return (await isAllShown(report)) && isPassed
}

const options = process.argv.slice(2)
const isPassed = options.length > 0 ? runVitest(...options) : await runAll()
if (missing !== undefined) console.log(`mongodb: NOT RUN (${missing})`)
if (!findChromium())
  console.log('browser tests: NOT RUN (no Chromium; .ci/install-chromium gets one, CHROMIUM_PATH names one)')
process.exit(isPassed && (missing === undefined || !process.env.REQUIRE_MONGODB) ? 0 : 1)
