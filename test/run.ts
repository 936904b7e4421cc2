/**
 * `bun run test`: Vitest, then the check of its report against the specification's rows. Fails when either does, or when
 * Vitest leaves no report. In one process, as a started script may change which bun the shell finds.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAllShown } from './e2e/check-requirements.ts'
import { findChromium } from './oauth/chromium.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, 'test-results/vitest.json')
rmSync(report, { force: true })
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const vitest = Bun.spawnSync([process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...reporters], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit'],
})
const shown = await isAllShown(report)
if (!findChromium())
  console.log('browser tests: NOT RUN (no Chromium; .ci/install-chromium gets one, CHROMIUM_PATH names one)')
process.exit(vitest.exitCode === 0 && shown ? 0 : 1)
