import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findLanes } from './test/lanes.ts'
import { findChromium } from './test/oauth/chromium.ts'

const lanes = findLanes(import.meta.dirname)

/** `bun run test:fast`. The tests' own processes don't see it: what they read of this file holds for all lanes. */
const isFast = process.env.TEST_LANES === 'fast'

/** `test/run.ts` says so at the end of a run without them. */
const leftOut = [...(findChromium() && !isFast ? [] : lanes.browser), ...(isFast ? lanes.slow : [])]

/** Vitest begins with the largest files. */
const begunFirst = new Set(lanes['begins-first'].map((path) => join(import.meta.dirname, path)))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification): boolean => begunFirst.has(moduleId)
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
    // These end what hangs. They are long, as a busy machine is not a failure.
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
          exclude: ['**/node_modules/**', ...lanes.mongodb, ...leftOut],
          env: { TEST_LANES: '' },
        },
      },
      {
        extends: true,
        test: {
          name: 'mongodb',
          include: [...lanes.mongodb, ...lanes['both-stores']],
          env: { TEST_STORE: 'mongodb' },
          globalSetup: 'test/start-mongodb.ts',
        },
      },
    ],
  },
})
