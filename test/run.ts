/**
 * `bun run test`: Vitest, then the check that its report shows every requirement. Fails when either does, or when
 * Vitest leaves no report. In one process, as a started script may change which bun the shell finds. What needs MongoDB
 * is left out where none can be had, and that is said; with `REQUIRE_MONGODB` it is a failure.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAllShown } from './e2e/check-requirements.ts'
import { missingMongodb } from './mongodb.ts'
import { findChromium } from './oauth/chromium.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, 'test-results/vitest.json')
rmSync(report, { force: true })

const missing = missingMongodb()
const projects = missing === undefined ? [] : ['--project=embedded']
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const vitest = Bun.spawnSync([process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...projects, ...reporters], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit'],
})
if (missing !== undefined) console.log(`mongodb: NOT RUN (${missing})`)
const shown = await isAllShown(report)
if (!findChromium())
  console.log('browser tests: NOT RUN (no Chromium; .ci/install-chromium gets one, CHROMIUM_PATH names one)')
const complete = missing === undefined || !process.env.REQUIRE_MONGODB
process.exit(vitest.exitCode === 0 && shown && complete ? 0 : 1)
