import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingDocuments, wholeDocuments } from '../vendor-documents/documents.ts'

const root = join(import.meta.dirname, '../..')

/** One step of the long run. */
export interface LongStep {
  readonly name: string
  /** The property that the step shows, for the table in CONTRIBUTING.md. */
  readonly shows: string
  /** The command, run from the root of the repository. */
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Why it can't be done here. */
  readonly missing?: string | undefined
}

const tests = 'test/run.ts'

/** The test files whose work by chance `TEST_TIMES` multiplies. */
const byChance = [...new Bun.Glob('{bench,cli,codegen,core,packages,server,test}/**/*.test.ts').scanSync(root)].filter(
  (path) =>
    !path.includes('node_modules/') && /from '[./]*(test\/)?times\.ts'/.test(readFileSync(join(root, path), 'utf8')),
)

export const longSteps: readonly LongStep[] = [
  {
    name: 'long-tests',
    shows:
      'the tests that take minutes: the contract on other MongoDBs, both stores where one is enough, a release, a commit in a fresh clone',
    command: [tests, '--reporter=default'],
    env: { TEST_LANES: 'long', REQUIRE_MONGODB: '1' },
  },
  {
    name: 'by-chance',
    shows: 'all tests that generate their cases, ten times as many of them: chaos, kills under load, properties',
    command: [tests, ...byChance],
    env: { TEST_TIMES: '10', REQUIRE_MONGODB: '1' },
  },
  { name: 'kills', shows: 'writes, with kills at each step', command: ['test/effects/kill/main.ts', '--times', '30'] },
  {
    name: 'kills-on-mongodb',
    shows: 'the same on MongoDB',
    command: ['test/effects/kill/main.ts', '--times', '30', '--mongodb'],
  },
  { name: 'stops', shows: 'stops with writes under way', command: ['test/effects/stop/main.ts'] },
  {
    name: 'approvals',
    shows: 'that nothing but what was approved is sent, over 10,000 cases',
    command: ['test/approvals/main.ts'],
  },
  {
    name: 'corpus',
    shows: "that every vendor's document is imported, and requests are faithful to it",
    command: ['bench/corpus/main.ts'],
    missing: existsSync(wholeDocuments) ? undefined : missingDocuments,
  },
  {
    name: 'openapi',
    shows:
      'that no answer contradicts the OpenAPI document, by ten thousand requests of Schemathesis and its sequences',
    command: ['test/conformance/run.ts', '--openapi'],
  },
  { name: 'proxies', shows: 'the proxies that we ship', command: [tests, 'test/deploy'] },
  {
    name: 'mutants',
    shows: 'changes of the code that no test notices (it lists them, and never fails)',
    command: ['test/mutants/main.ts'],
  },
]
