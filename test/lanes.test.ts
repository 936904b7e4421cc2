import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLanes, findLong, readLanes } from './lanes.ts'

const root = join(import.meta.dirname, '..')
const lanes = findLanes(root)

test('the first line of a test file names its lanes', () => {
  expect(readLanes('a.test.ts', '// Test lanes: both-stores, slow\n\nimport')).toEqual(['both-stores', 'slow'])
  expect(readLanes('a.test.ts', "import { test } from 'vitest'\n")).toEqual([])
})

test.each([
  [
    'a lane that there is not',
    '// Test lanes: both-store\n',
    'a.test.ts: there is no test lane "both-store"; there are',
  ],
  ['a line further down', "import 'vitest'\n// Test lanes: slow\n", 'a.test.ts: "// Test lanes:" stands in the first'],
])('%s is refused, with the file', (_, source, fault) => {
  expect(() => readLanes('a.test.ts', source)).toThrow(fault)
})

test.each<[words: string[], long: string[]]>([
  [['console/tenants'], ['test/console/tenants-browser.test.ts']],
  [['--project', 'embedded', 'test/console/tenants-browser.test.ts'], ['test/console/tenants-browser.test.ts']],
  [['console/screens', '-t', 'tenants'], []],
])('of `bun run test` with the words %j, %j wait for the long lane', (words, long) => {
  expect(findLong(words, ['test/console/tenants-browser.test.ts', 'test/upgrade/embedded.test.ts'])).toEqual(long)
})

test('the fast lane needs neither MongoDB nor a browser', () => {
  const files = [...new Bun.Glob('test/**/*.test.ts').scanSync(root)]
  expect(files.filter((path) => path.startsWith('test/mongodb/') && !lanes.mongodb.includes(path))).toEqual([])
  const leftOut = [...lanes.browser, ...lanes.slow, ...lanes.long]
  const opensBrowser = (path: string): boolean =>
    /^import .*(playwright-core|chromium\.ts)'/m.test(readFileSync(join(root, path), 'utf8'))
  expect(files.filter((path) => opensBrowser(path) && !leftOut.includes(path))).toEqual([])
})
