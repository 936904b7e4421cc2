// Test lanes: slow

import { describe, expect, test } from 'vitest'
import { markFunctions, markName } from './runs/mark-functions.ts'
import { countReturns, readRun } from './runs/read-run.ts'
import { readableRuns } from './runs/readable-run.ts'
import type { FunctionRun } from './runs/record-runs.ts'

describe('a reader', () => {
  test.each([
    ['miss', 'core/call/call.ts'],
    ['hit', 'core/call/call.ts'],
    ['mcp', 'core/call/call.ts'],
    ['admin', 'server/admin/route/mount.ts'],
  ])('of the run %s returns to no file more than three times', (name, passed) => {
    const run = readableRuns().find((found) => found.name === name)
    expect(run?.returns).toHaveProperty([passed])
    expect(Object.entries(run?.returns ?? {}).filter(([, times]) => times > 3)).toEqual([])
  })

  test('of a miss comes by the steps of the call, in their order', () => {
    const [miss] = readableRuns()
    const steps = [
      'admission/admit',
      'call/receive/prepare',
      'call/credential',
      'upstream/plan',
      'upstream/tries/send',
      'audit/audit-log',
    ]
    const places = steps.map((step) => miss?.text.lastIndexOf(`core/${step}.ts`) ?? -1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
  })
})

const transpiler = new Bun.Transpiler({ loader: 'ts' })

/** A source's result, and the names of the functions that ran for it. */
const runMarked = async (source: string): Promise<{ readonly result: unknown; readonly names: string[] }> => {
  const names: string[] = []
  const mark = (_file: string, name: string, body: () => unknown) => {
    names.push(name)
    return body()
  }
  const script = transpiler.transformSync(`${markFunctions(source, 'a.ts')}\nexport default result`)
  const run = new Function(markName, script.replace(/export (?:default |\{\s*)(\w+)[^;]*;?/, 'return $1;'))
  return { result: await run(mark), names }
}

describe('a marked source does as before, and tells of', () => {
  test.each<[what: string, source: string, result: unknown, names: string[]]>([
    ['a function', 'function a(n: number): number { return n + 1 }\nconst result = a(1)', 2, ['a']],
    ['an arrow function', 'const a = (n: number) => n + 1\nconst result = a(1)', 2, ['a']],
    ['one that gives an object', 'const a = (n: number) => ({ n })\nconst result = a(1)', { n: 1 }, ['a']],
    ['one that gives another', 'const a = (n: number) => (m: number) => n + m\nconst result = a(1)(2)', 3, ['a', '']],
    ['one that awaits', 'const a = async () => (await Promise.resolve(1)) + 1\nconst result = a()', 2, ['a']],
    ['a member', 'const a = { b: () => 1, c() { return this.b() } }\nconst result = a.c()', 1, ['c', 'b']],
    [
      'a class, its constructor and what it gets',
      'class A {\n  constructor(readonly n: number) {}\n  get twice() { return this.n * 2 }\n}\nconst result = new A(2).twice',
      4,
      ['constructor', 'twice'],
    ],
    [
      'a class that extends another, without its constructor',
      'class A { a() { return 1 } }\nclass B extends A {\n  constructor() { super() }\n  override a() { return super.a() + 1 }\n}\nconst result = new B().a()',
      2,
      ['a', 'a'],
    ],
    ['a generator not', 'function* a() { yield 1 }\nconst result = [...a()]', [1], []],
  ])('%s', async (_what, source, result, names) => {
    expect(await runMarked(source)).toEqual({ result, names })
  })
})

/** A run of a function that runs others: `a.one` is the function `one` of the file `a`. */
const runOf = (told: string, others: ((parent: FunctionRun) => FunctionRun)[] = []) => {
  return (parent?: FunctionRun): FunctionRun => {
    const [file = '', name = ''] = told.split('.')
    const run: FunctionRun = { file, name, parent, children: [], number: ++numbers }
    for (const other of others) run.children.push(other(run))
    return run
  }
}
let numbers = 0

describe('a file is returned to', () => {
  test.each<[what: string, run: FunctionRun, times: number]>([
    [
      'when it is entered again',
      runOf('a.x', [runOf('b.x', [runOf('w.x')]), runOf('c.x', [runOf('w.x')]), runOf('b.y')])(),
      1,
    ],
    [
      'not when it is entered twice in a row',
      runOf('a.x', [runOf('c.x', [runOf('w.x')]), runOf('b.x'), runOf('b.y', [runOf('w.x')])])(),
      0,
    ],
    [
      'not by its own functions',
      runOf('a.x', [runOf('b.x', [runOf('w.x'), runOf('b.y'), runOf('w.x'), runOf('b.z')])])(),
      0,
    ],
  ])('%s', (_what, run, times) => expect(countReturns(run).get('b')).toBe(times))

  test('unless it is a word, which asks nothing of another file', () => {
    const run = runOf('a.x', [runOf('w.x'), runOf('b.x', [runOf('w.x', [runOf('w.y')])]), runOf('w.z')])()
    expect([...countReturns(run).keys()]).toEqual(['a', 'b'])
    const { words, steps } = readRun(run)
    expect([...words]).toEqual([['w', new Set(['x', 'z'])]])
    expect(steps[0]?.words.get('w')).toEqual(new Set(['x', 'y']))
  })
})
