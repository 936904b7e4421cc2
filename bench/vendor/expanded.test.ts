import type { JsonSchema } from '@patchbay/core/schema'
import { expect, test } from 'vitest'
import { expanded } from './expanded.ts'

const references = {
  '#/schemas/node': {
    type: 'object',
    properties: { next: { $ref: '#/schemas/node' }, due: { type: ['string', 'null'], format: 'date' } },
    required: ['due'],
  },
  '#/schemas/named': { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}

test('references, their circles and allOf become plain members', () => {
  const schema = { allOf: [{ $ref: '#/schemas/node' }, { $ref: '#/schemas/named' }] }
  const made = expanded(schema, references)
  expect(made).toMatchObject({
    type: 'object',
    properties: {
      next: { type: 'object' },
      due: { type: 'string', examples: ['2026-11-23'] },
      name: { type: 'string' },
    },
    required: ['due', 'name'],
  })
  expect(JSON.stringify(made)).not.toContain('$ref')
})

test('deep members are left out, if they may be, in place of values that would not fit', () => {
  const depthOf = ({ properties }: JsonSchema): number =>
    properties === undefined ? 0 : 1 + Math.max(...Object.values(properties as object).map(depthOf))
  const made = expanded({ $ref: '#/schemas/node' }, references)
  expect(depthOf(made)).toBe(2)
  expect(made).toMatchObject({ properties: { next: { properties: { due: {} } } } })
  expect(made).not.toHaveProperty('properties.next.properties.next')
})

test('the forms of oneOf, items and members of any name are expanded, too', () => {
  const named = { $ref: '#/schemas/named' }
  const plain = expect.objectContaining({ required: ['name'] })
  expect(expanded({ oneOf: [named, { type: 'string' }] }, references)).toMatchObject({
    anyOf: [plain, { type: 'string' }],
  })
  expect(expanded({ type: 'array', items: named }, references)).toMatchObject({ items: plain })
  expect(expanded({ additionalProperties: named }, references)).toMatchObject({ additionalProperties: plain })
})
