import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../gateway.ts'
import { reachedFiles } from './reached-files.ts'

/** What is reached from `call.ts` in a folder of these files. */
const reachedIn = (files: Readonly<Record<string, string>>): string[] => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return reachedFiles(join(folder, 'call.ts'))
    .map((file) => relative(folder, file))
    .sort()
}

const leaf = 'export const a = 1\nexport const b = 2\nexport type T = string\n'

test.each<[what: string, files: Record<string, string>, reached: string[]]>([
  ['a value', { 'call.ts': "import { a } from './a.ts'", 'a.ts': leaf }, ['a.ts', 'call.ts']],
  [
    'a value of a value',
    { 'call.ts': "import './a.ts'", 'a.ts': "import { b } from './b.ts'", 'b.ts': leaf },
    ['a.ts', 'b.ts', 'call.ts'],
  ],
  [
    'a type not',
    { 'call.ts': "import type { T } from './a.ts'\nimport { type T as U } from './a.ts'", 'a.ts': leaf },
    ['call.ts'],
  ],
  ['a package not', { 'call.ts': "import { a } from 'a'\nimport { join } from 'node:path'" }, ['call.ts']],
  [
    'behind an index.ts the file that has the name, under any name',
    {
      'call.ts': "import { renamed } from './room/index.ts'",
      'room/index.ts':
        "export { a as renamed, type T } from './a.ts'\nexport { b } from './b.ts'\nexport type { T as U } from './b.ts'",
      'room/a.ts': leaf,
      'room/b.ts': leaf,
    },
    ['call.ts', 'room/a.ts'],
  ],
  [
    'behind an index.ts everything that is taken as a whole',
    {
      'call.ts': "import * as room from './room/index.ts'",
      'room/index.ts': "export { a } from './a.ts'\nexport * from './b.ts'",
      'room/a.ts': leaf,
      'room/b.ts': leaf,
    },
    ['call.ts', 'room/a.ts', 'room/b.ts'],
  ],
  [
    'two that import each other, each once',
    { 'call.ts': "import { a } from './a.ts'", 'a.ts': "import { call } from './call.ts'" },
    ['a.ts', 'call.ts'],
  ],
])('%s is reached', (_what, files, reached) => expect(reachedIn(files)).toEqual(reached))
