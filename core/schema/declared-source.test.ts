import { expect, test } from 'vitest'
import { declaredSource } from './declared-source.ts'
import type { ActionChecks } from './source.ts'
import { crm } from './testing/crm.ts'

const checksOf = (...names: string[]): Record<string, () => ActionChecks> =>
  Object.fromEntries(names.map((name) => [name, () => ({ body: (value) => value === name })]))
const names = Object.keys(crm.actions)

test('a declared source finds actions and checks by name, and nothing under the names that every object inherits', () => {
  const source = declaredSource(crm, checksOf(...names))
  expect(source.names()).toEqual(names)
  expect(source.action('search')).toBe(crm.actions.search)
  expect(source.check('search')?.body('search')).toBe(true)
  for (const name of ['constructor', 'toString', '__proto__', ''])
    expect([source.action(name), source.check(name)]).toEqual([undefined, undefined])
})

test.each([
  ['an action without checks', names.slice(1)],
  ['checks without an action', [...names, 'gone']],
])('%s is refused by name', (_, checked) => {
  const [unpaired = ''] = [...names, 'gone'].filter((name) => names.includes(name) !== checked.includes(name))
  expect(() => declaredSource(crm, checksOf(...checked))).toThrow(`(${unpaired}): run npx bun run codegen`)
})

test('a declared source names its reads and writes, and makes one tool of each list of names', () => {
  const source = declaredSource(crm, checksOf(...names))
  expect([source.names('read'), source.names('write')]).toEqual([['search', 'list'], ['create']])
  const reads = source.tool(source.names('read'))
  expect(reads.inputSchema.properties).toMatchObject({ action: { enum: ['search', 'list'] } })
  expect(reads.annotations.readOnlyHint).toBe(true)
  expect(source.tool(source.names('read'))).toBe(reads)
  expect(source.tool(['create', 'gone']).inputSchema.properties).toMatchObject({ action: { enum: ['create'] } })
})

test('a provider that lists some of its actions has one tool, which counts the others by their things', () => {
  const source = declaredSource({ ...crm, listed: ['search'] }, checksOf(...names))
  expect(source.listed).toEqual(['search'])
  const { description, inputSchema } = source.tool(source.names())
  expect(description).toContain('- search: ')
  expect(description).not.toContain('- create: ')
  expect(description).toContain('2 other actions, by group: list 1, create 1. Find them with the action find')
  expect(inputSchema.additionalProperties).toBe(true)
  expect(source.names('write')).toEqual(['create'])
})
