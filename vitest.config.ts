import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findLanes } from './test/lanes.ts'
import { findChromium } from './test/oauth/chromium.ts'

const lanes = findLanes(import.meta.dirname)

/** `bun run test:fast` and `bun run long`. The tests' own processes don't see it: what they read of this file holds for all lanes. */
const isFast = process.env.TEST_LANES === 'fast'
const isLong = process.env.TEST_LANES === 'long'

/** `test/run.ts` says so at the end of a run without them. */
const leftOut = [
  ...(findChromium() && !isFast ? [] : lanes.browser),
  ...(isFast ? lanes.slow : []),
  ...(isLong ? [] : lanes.long),
]
const onMongodb = [...lanes.mongodb, ...lanes['both-stores'], ...lanes['long-on-mongodb']]
const longOnMongodb = new Set([...lanes.long, ...lanes['long-on-mongodb']])

const slow = new Set([...lanes.slow, ...lanes.browser].map((path) => join(import.meta.dirname, path)))

/**
 * Runs the files that wait for MongoDB first, then the slow ones; within each group, Vitest's own order begins with the
 * longest or largest. The hundreds of short files come last, and none of them runs alone for long.
 */
class ShortFilesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      if (project.name === 'mongodb') return 0
      return slow.has(moduleId) ? 1 : 2
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: ShortFilesLast },
    // Many tests wait for a process or a timer: two workers more than cores keep the cores busy.
    maxWorkers: availableParallelism() + 2,
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
          include: isLong ? [...lanes.long] : ['**/*.test.ts'],
          exclude: ['**/node_modules/**', ...lanes.mongodb, ...leftOut],
          env: { TEST_LANES: '' },
        },
      },
      {
        extends: true,
        test: {
          name: 'mongodb',
          include: onMongodb.filter((path) => longOnMongodb.has(path) === isLong),
          env: { TEST_STORE: 'mongodb' },
          globalSetup: 'test/start-mongodb.ts',
        },
      },
    ],
  },
})
