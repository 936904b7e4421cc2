import { defineConfig } from 'vitest/config'
import { findChromium } from './test/oauth/chromium.ts'

/** `test/run.ts` says so at the end of a run without them. */
const browserTests = findChromium() ? [] : ['test/oauth/browser.test.ts', 'test/docs/reference-browser.test.ts']

/** They look into the files of the embedded store, or test no gateway. */
const embeddedOnly = [
  'test/call-path/unwritable-audit.test.ts',
  'test/e2e/check-requirements.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/find-secret.test.ts',
  'test/e2e/secrets.test.ts',
  'test/e2e/start-stop.test.ts',
  'test/e2e/stops-under-load.test.ts',
  'test/mcp/dialects.test.ts',
  'test/mcp/fast-path.test.ts',
  'test/oauth/browser.test.ts',
  'test/oauth/secrets.test.ts',
]
const mongodbOnly = ['test/contract/mongodb.test.ts', 'test/mongodb/*.test.ts', 'server/store/mongo/*.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What is waited for comes: a second, Vitest's own, is short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // The ids of requirements stand at the end of titles: none may be cut off.
    taskTitleValueFormatTruncate: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', ...mongodbOnly, ...browserTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'mongodb',
          include: [
            ...mongodbOnly,
            'test/call-path/*.test.ts',
            'test/e2e/*.test.ts',
            'test/mcp/*.test.ts',
            'test/oauth/*.test.ts',
          ],
          exclude: embeddedOnly,
          env: { TEST_STORE: 'mongodb' },
          globalSetup: 'test/start-mongodb.ts',
        },
      },
    ],
  },
})
