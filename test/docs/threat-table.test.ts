import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import configuration from '../../vitest.config.ts'
import { findLanes } from '../lanes.ts'
import { findUnshown, readThreats, runFiles, titlesOf } from './threat-table.ts'

const root = join(import.meta.dirname, '../..')
const page = 'docs/security.md'

/** The globs of the projects in `vitest.config.ts`. */
const projects = (configuration.test?.projects ?? []).map((project) => {
  if (typeof project !== 'object' || !('test' in project))
    throw new Error('a project is not written in vitest.config.ts')
  return { include: project.test?.include ?? [], exclude: project.test?.exclude ?? [] }
})
/** Those of a whole run, and those of the long run, which comes before a release. */
const testFiles = new Set([...runFiles(root, projects), ...findLanes(root).long])

test('each threat in docs/security.md has a test that is run, and each attack in test/attacks has a row', () => {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  expect(findUnshown(readThreats(read(page)), { page, testFiles, read })).toEqual([])
})

describe('the check of the threat table', () => {
  const head = '# Threats\n\n| who | what they try | how it is met | test |\n|---|---|---|---|\n'
  const source = `
    describe('a stolen code', () => { test.each(rows)("to %j is the owner's [4.2-token]", run) })
    it.skipIf(slow)(\`takes no key\`, run)
    expect.soft('no title')`
  const check = (rows: string, files = ['test/theft.test.ts']) =>
    findUnshown(readThreats(head + rows), { page, testFiles: new Set(files), read: () => source })

  test.each([
    ['a title of a describe', '[a stolen code](../test/theft.test.ts)'],
    ['the title of a test without its requirement', "[to %j is the owner's](../test/theft.test.ts)"],
    ["a file's name", '[theft.test.ts](../test/theft.test.ts)'],
    ['two links', '[theft.test.ts](../test/theft.test.ts), [takes no key](../test/theft.test.ts)'],
  ])('takes a row with %s', (_name, cell) => {
    expect(check(`| a thief | plays a code back | a code works once | ${cell} |`)).toEqual([])
  })

  test.each([
    ['without a link', 'by hand', /:5: the last cell has no link/],
    [
      'whose file is missing',
      '[x](../test/thief.test.ts)',
      /:5: test\/thief\.test\.ts is not a file that the test run has/,
    ],
    ['whose title is missing', '[no title](../test/theft.test.ts)', /:5: .* has no test or describe .* "no title"/],
    ['with an empty cell', '', /:5: a row has four cells/],
  ])('refuses a row %s, and says where', (_name, cell, fault) => {
    const faults = check(`| a thief | plays a code back | a code works once | ${cell} |`)
    expect(faults).toEqual([expect.stringMatching(fault)])
  })

  test('refuses a page whose table is gone', () => {
    expect(() => readThreats('# Threats\n\n| who | what |\n|---|---|\n')).toThrow('no table with the columns')
  })

  test('refuses an attack without a row, whatever else is tested', () => {
    const faults = check('| a thief | a | b | [theft.test.ts](../test/theft.test.ts) |', [
      'test/theft.test.ts',
      'test/attacks/steals-a-code.test.ts',
    ])
    expect(faults).toEqual([`test/attacks/steals-a-code.test.ts is named by no row of ${page}`])
  })

  test('counts a file as run only where a project includes it', () => {
    expect(testFiles).toContain('test/mongodb/injection.test.ts')
    expect(testFiles).toContain('core/vault/vault.test.ts')
    const mongodb = { include: ['test/mongodb/*.test.ts'], exclude: ['test/mongodb/start.test.ts'] }
    const some = runFiles(root, [mongodb])
    expect([some.has('test/mongodb/start.test.ts'), some.has('test/mongodb/injection.test.ts')]).toEqual([false, true])
    expect(some).not.toContain('core/vault/vault.test.ts')
  })

  test('reads titles as the source has them', () => {
    expect([...titlesOf(source)]).toEqual(['a stolen code', "to %j is the owner's", 'takes no key'])
  })
})
