import { defineConfig } from 'vitest/config'
import { findChromium } from './test/oauth/chromium.ts'

/** `test/run.ts` says so at the end of a run without them. */
const browserTests = findChromium() ? [] : ['test/oauth/browser.test.ts']

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', ...browserTests],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // The ids of requirements stand at the end of titles: none may be cut off.
    taskTitleValueFormatTruncate: 0,
  },
})
