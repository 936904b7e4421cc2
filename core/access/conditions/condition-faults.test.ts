import Type from 'typebox'
import { expect, test } from 'vitest'
import { conditionFaults } from './condition-faults.ts'
import { type DeclaredValues, declareParameters } from './declared-values.ts'

const any: DeclaredValues = { schemas: [], references: {} }
const declared = declareParameters({
  params: { text: Type.String(), amount: Type.Number(), to: Type.Array(Type.String()) },
})

const ways = ['items', 'contains', 'additionalProperties', 'properties/x'] as const

/** A condition on the item of an item of an item, so many times, or on members in the same way. */
const nested = (times: number, way: (typeof ways)[number]): object => {
  if (times === 0) return { const: 1 }
  const inner = nested(times - 1, way)
  return way === 'properties/x' ? { properties: { x: inner } } : { [way]: inner }
}

const faultsOf = (condition: object, values = any): readonly string[] =>
  conditionFaults(condition as Record<string, unknown>, '', values).map(({ path, message }) => `${path}: ${message}`)

test.each<[condition: object]>([
  [{ required: ['text'] }],
  [{ enum: [1] }],
  [{ enum: Array.from({ length: 200 }, (_, n) => n) }],
  [{ minLength: 0, maxItems: 1 }],
  [{ multipleOf: 0.01 }],
  [{ pattern: 'a'.repeat(500) }],
  [{ type: ['string', 'null'] }],
])('%j is a condition', (condition) => {
  expect(faultsOf(condition)).toEqual([])
})

test.each<[condition: object, fault: string]>([
  [{ required: [] }, '/required: must be a list of names'],
  [{ enum: [] }, '/enum: must be a list of 1 to 200 values'],
  [{ enum: Array.from({ length: 201 }, (_, n) => n) }, '/enum: must be a list of 1 to 200 values'],
  [{ minLength: -1 }, '/minLength: must be a whole number from 0'],
  [{ maxItems: 0.5 }, '/maxItems: must be a whole number from 0'],
  [{ multipleOf: 0 }, '/multipleOf: must be above 0'],
  [{ multipleOf: -1 }, '/multipleOf: must be above 0'],
  [{ pattern: 'a'.repeat(501) }, '/pattern: has more than 500 characters'],
  [{ type: [] }, '/type: must be one of string, number, integer, boolean, object, array, null, or a list of them'],
  [{ maximun: 1 }, '/maximun: is not a keyword of conditions'],
])('%j is none: %s', (condition, fault) => {
  const faults = faultsOf(condition)
  expect(faults.map((each) => each.slice(0, fault.length))).toEqual([fault])
})

test.each(ways)('conditions lie in each other eight times at most: %s', (way) => {
  expect(faultsOf(nested(8, way))).toEqual([])
  expect(faultsOf(nested(9, way))).toEqual([`${`/${way}`.repeat(9)}: is nested more than 8 times`])
})

test.each<[condition: object, fault: string]>([
  [{ properties: { txt: { const: 'a' } } }, '/properties/txt: the action has no such parameter there; did you mean'],
  [
    { properties: { amount: { minLength: 1 } } },
    '/properties/amount/minLength: is about values of the type string; the action takes number there',
  ],
  [
    { properties: { to: { items: { maximum: 1 } } } },
    '/properties/to/items/maximum: is about values of the type number; the action takes string there',
  ],
])('%j speaks of what the action does not take: %s', (condition, fault) => {
  expect(faultsOf(condition, declared).map((each) => each.slice(0, fault.length))).toEqual([fault])
})
