/**
 * `bun run house`: prints what the house looks like, each part as soon as it is known; half a minute, most of it for duplicates. Only names with two
 * meanings, circles (house.test.ts) and returns of a call (runs.test.ts) fail a build; the rest is for looking.
 *
 * `bun run house --beside <folder>`: the figures of an earlier checkout, in which everything is installed and generated, beside those of this one.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findCircles } from './house/circles.ts'
import { findDuplicates } from './house/duplicates.ts'
import { findAmbiguousNames } from './house/exported-names.ts'
import { bounds, countBy, countFigures, countLinesByRoom, folderOf, printBeside } from './house/figures.ts'
import { findLongFunctions } from './house/function-lengths.ts'
import { readSourceFiles } from './house/source-files.ts'
import { countFiles, readableRuns, recordRunsOf } from './runs/readable-run.ts'

const print = (title: string, lines: readonly string[]): void =>
  console.log(`${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
const table = (rows: readonly (readonly [string, number])[]): string[] =>
  rows.map(([name, n]) => `${`${n}`.padStart(7)}  ${name}`)

const printHouse = async (root: string): Promise<void> => {
  const files = readSourceFiles(root)
  print('figures', table(countFigures(files)))
  print('the fullest folders', table(countBy(files, folderOf, () => 1).slice(0, 5)))
  print(
    'exported names with two meanings',
    [...findAmbiguousNames(files)].map(([name, paths]) => `${name}: ${paths.join(', ')}`),
  )
  print(
    'circles',
    findCircles(files).flatMap(({ folder, imports }) => [folder, ...imports.map((line) => `  ${line}`)]),
  )
  print(
    `the longest functions of more than ${bounds.function} lines`,
    findLongFunctions(files, bounds.function)
      .slice(0, 15)
      .map(({ place, name, lines }) => `${`${lines}`.padStart(7)}  ${name}, ${place}`),
  )
  print('lines by room', table(countLinesByRoom(files)))
  console.error('Recording what requests run')
  print(
    'files to which a reader of a run returns',
    readableRuns().map((run) => `${run.title}: ${countFiles(run)}`),
  )
  console.error('Looking for duplicates')
  const duplicates = await findDuplicates(root)
  print(`duplicates of 12 lines and more: ${duplicates.length}`, duplicates)
}

const { beside } = parseArgs({ options: { beside: { type: 'string' } } }).values
const root = join(import.meta.dirname, '../..')
if (beside === undefined) await printHouse(root)
else console.log(printBeside([resolve(beside), root], recordRunsOf))
