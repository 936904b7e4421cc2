import { expect, test } from 'vitest'
import { applySwitches, findMutants } from './find-mutants.ts'

const places = (source: string) =>
  findMutants('a.ts', source).map(({ operator, before, after }) => [operator, before, after])

test.each([
  ['negate a condition', 'if (a) b', 'a', '!(a)'],
  ['negate a condition', 'const b = a ? 1n : 2n', 'a', '!(a)'],
  ['drop a statement', 'log(a)', 'log(a)', ';'],
  ['one more', 'const b = a < 3', '3', '(3 + 1)'],
  ['one less', 'const b = a < 3', '3', '(3 - 1)'],
  ['swap a constant', 'const b = true', 'true', 'false'],
])('%s: %s', (operator, source, before, after) => {
  expect(places(source)).toContainEqual([operator, before, after])
})

test.each([
  'type A = { b: true; c: 1 }',
  'interface A { b: false }',
  "import { a } from 'a'",
  'const a = { limit: 5 }',
])('nothing of "%s" is changed: it is not run, or is a setting', (source) => expect(places(source)).toEqual([]))

test('what is in no function runs when the module is loaded', () => {
  const source = 'const a = 1\nconst b = () => 2\nclass C { d = 3 }\nconst e = (f = 4) => { g(5) }'
  const atLoad = findMutants('a.ts', source).filter(({ operator, runsAtLoad }) => operator === 'one more' && runsAtLoad)
  expect(atLoad.map(({ before }) => before)).toEqual(['1'])
})

/** Runs the function that the source is the body of while one mutant is on, or none; `asked`: the places that were run. */
const runSwitched = (source: string, on?: number) => {
  const switched = applySwitches(source, new Map(findMutants('a.ts', source).entries()))
  const asked: number[] = []
  const said: unknown[] = []
  const isMutantOn = (n: number) => {
    asked.push(n)
    return n === on
  }
  const run = new Function('globalThis', 'a', 'say', switched)
  return { answer: run({ isMutantOn }, 5, (value: unknown) => said.push(value)), said, asked }
}

const source = 'if (a > 1) say(true); else { say(2) }\nreturn a ? 3 : a'

test('switches that are off tell what is run, and change nothing', () => {
  const { answer, said, asked } = runSwitched(source)
  expect([answer, said]).toEqual([3, [true]])
  const texts = findMutants('a.ts', source).map(({ before }) => before)
  expect(new Set(asked.map((n) => texts[n]))).toEqual(new Set(['a > 1', '1', 'say(true);', 'true', 'a', '3']))
})

test.each([
  ['negate a condition', 'a > 1', 3, [2]],
  ['drop a statement', 'say(true);', 3, []],
  ['swap a constant', 'true', 3, [false]],
  ['negate a condition', 'a', 5, [true]],
  ['one more', '3', 4, [true]],
  ['one less', '3', 2, [true]],
])('one that is on changes its own place: %s of %s', (operator, before, answer, said) => {
  const on = findMutants('a.ts', source).findIndex((mutant) => mutant.operator === operator && mutant.before === before)
  expect(runSwitched(source, on)).toMatchObject({ answer, said })
})

test('without switches the source does what it did', () => {
  const switched = applySwitches(source, new Map(findMutants('a.ts', source).entries()))
  expect(new Function('globalThis', 'a', 'say', switched)({}, 5, () => {})).toBe(3)
})
