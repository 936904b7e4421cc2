import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCircles } from './house/circles.ts'
import { findAmbiguousNames } from './house/exported-names.ts'
import { readSourceFiles } from './house/source-files.ts'
import { findUnheardPromises } from './house/unheard-promises.ts'

const files = readSourceFiles(join(import.meta.dirname, '../..'))

describe('the house', () => {
  test('has no exported name with two meanings', () => {
    expect(Object.fromEntries(findAmbiguousNames(files))).toEqual({})
  })

  test('has no folder or file that imports, by way of others, one that imports it', () => {
    expect(findCircles(files)).toEqual([])
  })

  test('converts no moment by hand', () => {
    const ours = files.filter(({ path }) => /^(core|server|cli|console|packages|codegen)\//.test(path))
    expect(ours.filter(({ path }) => path !== 'core/time.ts').flatMap(conversionsByHand)).toEqual([])
  })

  test('leaves no promise alone but by inBackground', () => {
    const onServers = files.filter(({ path }) => /^(core|server|cli)\//.test(path) && path !== 'core/in-background.ts')
    expect(onServers.flatMap(findUnheardPromises)).toEqual([])
  })
})

/** A moment that changes its unit by hand: `core/time.ts` alone does that, so that the compiler finds moments of another unit. */
const conversionsByHand = ({ path, text }: { readonly path: string; readonly text: string }): string[] =>
  (
    text.match(
      /(?:Date\.now\(\)|getTime\(\)|Date\.parse\([^()]*\)) \/ 1000|new Date\([^()]*(?:\([^()]*\))? \* 1000.*/g,
    ) ?? []
  ).map((found) => `${path}: ${found}`)

describe('what is looked for', () => {
  const file = (path: string, text: string, ...imports: string[]) => ({ path, text, imports })

  test('is a name that two files declare, not one that is passed on or that both drivers of the store have', () => {
    const found = findAmbiguousNames([
      file('core/a.ts', 'export interface Plan {}\nexport const read = 1, write = 2'),
      file('core/b.ts', "export { Plan } from './a.ts'\nexport async function write() {}\nconst read = 1"),
      file('server/store/sqlite/grants.ts', 'export class Rows {}'),
      file('server/store/mongo/grants.ts', 'export type Rows = 1'),
    ])
    expect(Object.fromEntries(found)).toEqual({ write: ['core/a.ts', 'core/b.ts'] })
  })

  test('is a circle of a file and a folder beside it, named by the files that close it', () => {
    const found = findCircles([
      file('core/call/call.ts', '', 'core/fetch/send.ts'),
      file('core/fetch/send.ts', '', 'core/errors.ts'),
      file('core/errors.ts', '', 'core/fetch/texts.ts'),
      file('core/fetch/texts.ts', ''),
    ])
    expect(found).toEqual([
      { folder: 'core', imports: ['fetch > errors.ts (core/fetch/send.ts)', 'errors.ts > fetch (core/errors.ts)'] },
    ])
  })

  test.each([
    ['new Date(Number(text) * 1000)', 1],
    ['Math.floor(Date.now() / 1000) + days', 1],
    ['secondsOf(currentMs())', 0],
    ['Math.ceil((turn.getTime() - now.getTime()) / 1000)', 0],
  ])('is a moment that is converted by hand: %s', (text, count) => {
    expect(conversionsByHand(file('core/a.ts', text))).toHaveLength(count)
  })

  test('is an async callback whose promise nobody sees, and a chain whose last handler may throw', () => {
    const found = findUnheardPromises(
      file(
        'core/a.ts',
        [
          'setInterval(async () => { await f() }, 1)',
          'f().catch((error) => tell(error))',
          'f().finally(() => g())',
          'f().catch(() => undefined)',
          'f().then(resolve, reject)',
          "inBackground(f().catch(tell), 'work')",
        ].join('\n'),
      ),
    )
    expect(found).toEqual(['core/a.ts:1', 'core/a.ts:2', 'core/a.ts:3'])
  })
})
