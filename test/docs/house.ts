/**
 * `bun run house`: prints what the house looks like. Only names with two meanings, circles (house.test.ts) and returns of a call
 * (runs.test.ts) fail a build; the rest is for looking.
 */
import { join } from 'node:path'
import { findCircles } from './house/circles.ts'
import { findDuplicates } from './house/duplicates.ts'
import { findAmbiguousNames } from './house/exported-names.ts'
import { findLongFunctions } from './house/function-lengths.ts'
import { readSourceFiles, type SourceFile } from './house/source-files.ts'
import { countFiles, readableRuns } from './runs/readable-run.ts'

const most = 15

const countBy = <T>(items: readonly T[], key: (item: T) => string, size: (item: T) => number): [string, number][] => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + size(item))
  return [...counts].sort(([, a], [, b]) => b - a)
}
const folderOf = ({ path }: SourceFile): string => path.slice(0, path.lastIndexOf('/'))
const roomOf = ({ path }: SourceFile): string =>
  path
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\/[^/]*\.tsx?$/, '')
const print = (title: string, lines: readonly string[]): void =>
  console.log(`${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
const table = (rows: readonly [string, number][]): string[] => rows.map(([name, n]) => `${`${n}`.padStart(6)}  ${name}`)

/** Figures without a right or wrong in one place, which mean something in number. */
const looked = {
  'conversions of time (* 1000, / 1000, getTime, toISOString)':
    /[*/] (?:1000|1_000)\b|\.getTime\(\)|\.toISOString\(\)/g,
  'types by Pick<': /\bPick</g,
  'types of parts (...Parts)': /\b(?:interface|type) \w+Parts\b/g,
}
const countPlaces = (pattern: RegExp): number =>
  files.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0)

const root = join(import.meta.dirname, '../..')
const files = readSourceFiles(root)
const folders = countBy(files, folderOf, () => 1)
const crowded = folders.filter(([, count]) => count > most)
const ambiguous = [...findAmbiguousNames(files)]
const circles = findCircles(files)
const duplicates = await findDuplicates(root)

print(
  `folders: ${folders.length}; of more than ${most} files: ${crowded.length}; the fullest`,
  table(folders.slice(0, 5)),
)
print(
  `exported names with two meanings: ${ambiguous.length}`,
  ambiguous.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
)
print(
  `circles: ${circles.length}`,
  circles.flatMap(({ folder, imports }) => [folder, ...imports.map((line) => `  ${line}`)]),
)
print(
  'files to which a reader of a run returns',
  readableRuns().map((run) => `${run.title}: ${countFiles(run)}`),
)
print(`duplicates of 12 lines and more: ${duplicates.length}`, duplicates)
const long = findLongFunctions(files, 50)
print(
  `functions of more than 50 lines: ${long.length}; the longest`,
  long.slice(0, most).map(({ place, name, lines }) => `${`${lines}`.padStart(6)}  ${name}, ${place}`),
)
print(
  'to look at: each is a number of places',
  table(Object.entries(looked).map(([what, pattern]) => [what, countPlaces(pattern)])),
)
print('lines by room', table(countBy(files, roomOf, ({ text }) => text.split('\n').length - 1)))
