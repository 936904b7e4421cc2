import { expect, test } from 'vitest'
import { applyMutant, applyProbes, findMutants } from './find-mutants.ts'

const changes = (source: string) =>
  findMutants('a.ts', source).map((mutant) => [mutant.operator, applyMutant(source, mutant)])

test.each([
  ['negate a condition', 'if (a) b', 'if (!(a)) b'],
  ['negate a condition', 'const b = a ? 1n : 2n', 'const b = !(a) ? 1n : 2n'],
  ['drop a statement', 'log(a)', ';'],
  ['one more', 'const b = a < 3', 'const b = a < (3 + 1)'],
  ['one less', 'const b = a < 3', 'const b = a < (3 - 1)'],
  ['swap a constant', 'const b = true', 'const b = false'],
])('%s: %s', (operator, source, mutated) => {
  expect(changes(source)).toContainEqual([operator, mutated])
})

test.each([
  'type A = { b: true; c: 1 }',
  'interface A { b: false }',
  "import { a } from 'a'",
  'const a = { limit: 5 }',
])('nothing of "%s" is changed: it is not run, or is a setting', (source) => expect(changes(source)).toEqual([]))

test('what is in no function runs when the module is loaded', () => {
  const source = 'const a = 1\nconst b = () => 2\nclass C { d = 3 }\nconst e = (f = 4) => { g(5) }'
  const atLoad = findMutants('a.ts', source).filter(({ operator, runsAtLoad }) => operator === 'one more' && runsAtLoad)
  expect(atLoad.map(({ before }) => before)).toEqual(['1'])
})

test('probes tell what is run, and change nothing', () => {
  const source = 'if (a > 1) b(true); else { c(2) }\nreturn a ? 3 : d'
  const reached: number[] = []
  const probed = applyProbes(source, new Map(findMutants('a.ts', source).entries()))
  const run = new Function('reachedMutant', 'a', 'b', 'c', 'd', probed)
  const told: unknown[] = []
  const tell = (value: unknown) => told.push(value)
  expect(run((n: number) => reached.push(n), 5, tell, tell, 4)).toBe(3)
  expect(told).toEqual([true])
  const lines = findMutants('a.ts', source).map(({ before }) => before)
  expect(reached.map((n) => lines[n])).toEqual(['a > 1', '1', '1', 'b(true);', 'true', 'a', '3', '3'])
})
