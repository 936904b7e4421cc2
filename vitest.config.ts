import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findChromium } from './test/oauth/chromium.ts'

/** `test/run.ts` says so at the end of a run without them. */
const browserTests = findChromium()
  ? []
  : [
      'test/oauth/browser.test.ts',
      'test/oauth/own-grants-browser.test.ts',
      'test/docs/reference-browser.test.ts',
      'test/connect/browser.test.ts',
      'test/console/*-browser.test.ts',
    ]

const mongodbOnly = ['test/contract/mongodb.test.ts', 'test/mongodb/*.test.ts', 'server/store/mongo/*.test.ts']

const inFolder = (folder: string, ...names: string[]): string[] => names.map((name) => `test/${folder}/${name}.test.ts`)

/** What a user sees of a store beyond its contract. What never asks the store differently runs on the embedded one alone. */
const onBothStores = [
  ...inFolder(
    'call-path',
    'access',
    'audit',
    'billable',
    'cache',
    'grants',
    'own-limits',
    'policy-check',
    'rate-limits',
    'refresh',
    'refresh-ahead',
    'vendor-limits',
  ),
  ...inFolder('call-path', 'failing-vendor', 'refusals', 'rejected'),
  ...inFolder(
    'e2e',
    'admin',
    'admin-answers',
    'authentication',
    'crash',
    'crons',
    'health',
    'key-rotation',
    'limits',
    'loading',
  ),
  ...inFolder(
    'e2e',
    'mcp-login',
    'property',
    'refresh-crash',
    'revocation-crash',
    'seed-oauth',
    'suggestions',
    'usage',
    'vendor-watch',
  ),
  ...inFolder('connect', 'choices', 'crash'),
  ...inFolder('mcp', 'continuation', 'limits'),
  ...inFolder('oauth', 'attacks', 'clients', 'dance', 'enterprise', 'grants', 'own-grants', 'registration', 'scopes'),
  ...inFolder('attacks', 'forge-an-identity-assertion', 'widen-what-an-application-may-do'),
]

/** Vitest begins with the largest files. These are small and take longest: the last of them would run alone. */
const longest =
  /test\/(contract\/(mongodb|sqlite)|mongodb\/(migrate|key-rotation)|e2e\/(refresh-crash|key-rotation))\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification): boolean => longest.test(moduleId)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Many tests wait for a process or a timer: one worker more than cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // Loading the gateway anew takes longer than most files. No module holds state: files may share a process.
    isolate: false,
    // Bun imports TypeScript by itself, in half the time. What it can't do, mocking modules, no test does.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // These end what hangs. They are long, as a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
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
          include: [...mongodbOnly, ...onBothStores],
          env: { TEST_STORE: 'mongodb' },
          globalSetup: 'test/start-mongodb.ts',
        },
      },
    ],
  },
})
