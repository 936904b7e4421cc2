import type { ReadableRun } from '../runs/readable-run.ts'
import { findCircles } from './circles.ts'
import { findAmbiguousNames } from './exported-names.ts'
import { findLongFunctions } from './function-lengths.ts'
import { readSourceFiles, type SourceFile } from './source-files.ts'

/** The files of a folder and the lines of a function from which on both are counted. */
export const bounds = { folder: 15, function: 50 } as const

/** Sums by key, the largest first. */
export const countBy = <T>(
  items: readonly T[],
  key: (item: T) => string,
  size: (item: T) => number,
): [string, number][] => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + size(item))
  return [...counts].sort(([, a], [, b]) => b - a)
}

export const folderOf = ({ path }: SourceFile): string => path.slice(0, path.lastIndexOf('/'))

const roomOf = ({ path }: SourceFile): string =>
  path
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\/[^/]*\.tsx?$/, '')

const linesOf = ({ text }: SourceFile): number => text.split('\n').length - 1

/** Places without a right or wrong in one place, which mean something in number. */
const places = {
  'conversions of time (* 1000, / 1000, getTime, toISOString)':
    /[*/] (?:1000|1_000)\b|\.getTime\(\)|\.toISOString\(\)/g,
  'types by Pick<': /\bPick</g,
  'types of parts (...Parts)': /\b(?:interface|type) \w+Parts\b/g,
}

/** What is counted of the sources of a checkout. */
export const countFigures = (files: readonly SourceFile[]): readonly [string, number][] => {
  const lines = files.reduce((sum, file) => sum + linesOf(file), 0)
  return [
    ['files', files.length],
    ['lines', lines],
    ['lines a file', Math.round(lines / files.length)],
    [
      `folders of more than ${bounds.folder} files`,
      countBy(files, folderOf, () => 1).filter(([, n]) => n > bounds.folder).length,
    ],
    [`functions of more than ${bounds.function} lines`, findLongFunctions(files, bounds.function).length],
    ['exported names with two meanings', findAmbiguousNames(files).size],
    ['circles', findCircles(files).length],
    ...Object.entries(places).map(([what, pattern]): [string, number] => [
      what,
      files.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0),
    ]),
  ]
}

export const countLinesByRoom = (files: readonly SourceFile[]): readonly [string, number][] =>
  countBy(files, roomOf, linesOf)

const filesEntered = (runs: readonly ReadableRun[]): readonly [string, number][] =>
  runs.map(({ title, returns }): [string, number] => [`files entered: ${title}`, Object.keys(returns).length])

/** The figures of an earlier checkout beside those of this one, as a table of Markdown. `record` records the runs of a checkout. */
export const printBeside = (
  [before, now]: readonly [string, string],
  record: (root: string) => readonly ReadableRun[],
): string => {
  const [old, current] = [before, now].map((root) => {
    const files = readSourceFiles(root)
    const figures = [
      ...countFigures(files),
      ...filesEntered(record(root)),
      ...countLinesByRoom(files).map(([room, n]): [string, number] => [`lines of ${room}`, n]),
    ]
    return new Map(figures)
  })
  const names = [...new Set([...(current ?? []), ...(old ?? [])].map(([name]) => name))]
  const rows = names.map((name) => `| ${name} | ${old?.get(name) ?? '–'} | ${current?.get(name) ?? '–'} |`)
  return ['| figure | before | now |', '| --- | ---: | ---: |', ...rows].join('\n')
}
