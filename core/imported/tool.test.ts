import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { largestDescription, type References, summaryTool } from '../schema/index.ts'
import { makeAction } from './make-action.ts'
import type { Slice, SliceAction } from './slice/slice.ts'

const tokens = (value: unknown): number => encode(JSON.stringify(value)).length

const words = 'The thing that is meant, with all that a vendor has to say about it. '.repeat(5)

/** As large as vendors' actions get: deep members, long enums, circles. */
const references: References = {
  '#/schemas/node': {
    type: 'object',
    description: words,
    properties: {
      kind: { enum: Array.from({ length: 200 }, (_, i) => `kind-${i}`), description: words },
      next: { $ref: '#/schemas/node' },
      all: { type: 'array', items: { $ref: '#/schemas/node' } },
    },
  },
}

const large = (name: string, count: number): SliceAction => ({
  method: 'POST',
  path: `/${name}`,
  description: words,
  group: 'all',
  params: Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `${name}_${i}`,
      { in: 'body', ...(i < 2 && { required: true }), schema: { $ref: '#/schemas/node' } } as const,
    ]),
  ),
})

const toolOf = (actions: number, parameters: number, groups: number) => {
  const names = Array.from({ length: actions }, (_, i) => `do_something_${i}`)
  const slice: Slice = { title: '', server: null, groups: {}, schemas: {}, actions: {} }
  return summaryTool({
    title: 'Large vendor',
    listed: names.map((name) => [name, makeAction(slice, large(name, parameters), references)] as const),
    groups: new Map(Array.from({ length: groups }, (_, i) => [`a group of things, number ${i}`, 1000 - i])),
    kinds: new Set(['read', 'write']),
  })
}

test.each([
  [0, 0, 300],
  [1, 3, 3],
  [8, 10, 50],
  [15, 20, 300],
])('a tool of %i listed actions with %i parameters each and %i groups has at most 3,000 tokens', (...sizes) => {
  const tool = toolOf(...sizes)
  expect(tokens(tool)).toBeLessThanOrEqual(3000)
  expect(tool.description).toContain('Find them with the action find')
  const { properties } = tool.inputSchema as { properties: Readonly<Record<string, { description?: string }>> }
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['action', 'query', 'name', 'pointer']))
  // Required members are never left out.
  for (let i = 0; i < sizes[0]; i++) expect(Object.keys(properties)).toContain(`do_something_${i}_0`)
  expect(JSON.stringify(tool)).not.toContain('$ref')
})

test.each([20, 40, 60, 70, 80])('a description is never cut by a client: %i characters an action', (characters) => {
  const slice: Slice = { title: '', server: null, groups: {}, schemas: {}, actions: {} }
  const action = { ...large('do', 2), description: 'x'.repeat(characters) }
  const { description } = summaryTool({
    title: 'Vendor',
    listed: Array.from({ length: 14 }, (_, i) => [`do_something_${i}`, makeAction(slice, action, references)] as const),
    groups: new Map(Array.from({ length: 90 }, (_, i) => [`things ${i}`, 10])),
    kinds: new Set(['read']),
  })
  expect(description.length).toBeLessThanOrEqual(largestDescription)
  expect(description).toMatch(/^\d+ other actions, by group: things 0 10, .* and \d+ more groups\. Find them/m)
})

test('a small tool says everything of its parameters', () => {
  const { inputSchema } = toolOf(1, 1, 1)
  expect(inputSchema.properties).toMatchObject({
    do_something_0_0: {
      type: 'object',
      properties: {
        next: { type: 'object', properties: { next: { type: 'object' } } },
        all: { items: { type: 'object' } },
      },
    },
  })
})
