/**
 * The lanes of the test files. A file says what differs in its first line:
 *
 *     // Test lanes: both-stores, slow
 *
 * Without that line it runs on the embedded store, and in `bun run test:fast`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The lanes, and which files are in them. */
export const testLanes = {
  'both-stores': 'asks the store for more than its contract: runs on the embedded one and on MongoDB',
  'long-on-mongodb': 'is one of both stores, of which a whole run takes the embedded one, and `bun run long` MongoDB',
  mongodb: 'runs on MongoDB alone',
  browser: 'needs a Chromium',
  long: 'takes minutes, and repeats what a shorter one shows or looks at what only releases and fresh clones meet: only `bun run long` runs it',
  slow: 'needs a registry, a compiler, a shell, processes or seconds: is left out by `bun run test:fast`',
} as const

export type TestLane = keyof typeof testLanes

const marker = /^\/\/ Test lanes:(.*)$/m

const isLane = (word: string): word is TestLane => Object.hasOwn(testLanes, word)

/** The lanes that a file's first line names. Throws Error for a lane that there isn't, and where the line isn't the first. */
export const readLanes = (path: string, source: string): readonly TestLane[] => {
  const found = marker.exec(source)
  if (!found) return []
  if (found.index > 0) throw new Error(`${path}: "// Test lanes:" stands in the first line`)
  return (found[1] ?? '').split(',').map((part) => {
    const word = part.trim()
    if (isLane(word)) return word
    throw new Error(`${path}: there is no test lane "${word}"; there are ${Object.keys(testLanes).join(', ')}`)
  })
}

const folders = ['bench', 'cli', 'codegen', 'console', 'core', 'packages', 'providers', 'server', 'test']

/** With Node's own functions: tools that read `vitest.config.ts` may run in Node. */
const findTestFiles = (root: string): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules/'))
      .map((path) => join(folder, path)),
  )

/**
 * The files of the lane `long` that the words of `bun run test <words>` mean: those whose path contains one of them. Such a run has none of
 * them. A word behind an option, such as `-t <title>`, is no path.
 */
export const findLong = (words: readonly string[], long: readonly string[]): readonly string[] => {
  const paths = words.filter((word, at) => !word.startsWith('-') && !words[at - 1]?.startsWith('-'))
  return long.filter((file) => paths.some((path) => file.includes(path)))
}

/** The test files of each lane, as paths from the root of the repository. */
export const findLanes = (root: string): Readonly<Record<TestLane, readonly string[]>> => {
  const lanes: Record<TestLane, string[]> = {
    'both-stores': [],
    'long-on-mongodb': [],
    mongodb: [],
    browser: [],
    long: [],
    slow: [],
  }
  for (const path of findTestFiles(root)) {
    for (const lane of readLanes(path, readFileSync(join(root, path), 'utf8'))) lanes[lane].push(path)
  }
  return lanes
}
