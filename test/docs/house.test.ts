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

  test('leaves no promise alone but by inBackground', () => {
    const onServers = files.filter(({ path }) => /^(core|server|cli)\//.test(path) && path !== 'core/in-background.ts')
    expect(onServers.flatMap(findUnheardPromises)).toEqual([])
  })
})

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
