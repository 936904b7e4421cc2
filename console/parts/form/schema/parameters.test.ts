import { expect, test } from 'vitest'
import { buildSampleParameters, readSchemaForm, readSchemaParameters } from './parameters.ts'

test('numbers keep every digit that a person typed, in a field of their own and in JSON', () => {
  const properties = {
    id: { type: 'integer' },
    size: { type: 'integer' },
    rate: { type: 'number' },
    of: { type: 'object' },
  }
  const form = new FormData()
  form.set('id', '1148028305960370177')
  form.set('size', '12')
  form.set('rate', '1.5')
  form.set('of', '{"id": 1148028305960370177}')
  const sent = readSchemaForm(readSchemaParameters({ properties }), form)
  expect(JSON.stringify(sent)).toBe('{"id":1148028305960370177,"size":12,"rate":1.5,"of":{"id":1148028305960370177}}')
})

const filter = {
  type: 'object',
  required: ['name', 'operator'],
  properties: { name: { type: 'string' }, operator: { enum: ['EQ', 'NEQ'] }, value: { type: 'string' } },
}

test.each([
  ['a text', { type: 'string' }, 'string', '…'],
  ['a list of objects', { type: 'array', items: filter }, 'array', [{ name: '…', operator: 'EQ' }]],
  ['a list or an object', { anyOf: [{ type: 'array', items: { type: 'string' } }, filter] }, 'array | object', ['…']],
  ['a number with a lower bound', { type: 'integer', minimum: 7 }, 'integer', 7],
  ['an object that needs nothing', { type: 'object', properties: { a: { type: 'boolean' } } }, 'object', { a: true }],
  ['anything', {}, '', {}],
])('%s has a type for people, and an example of its form', (_, schema, type, example) => {
  const parameters = readSchemaParameters({ properties: { of: schema }, required: ['of'] })
  expect(parameters[0]?.type).toBe(type)
  expect(buildSampleParameters(parameters)).toEqual({ of: example })
})

test('an example of a schema within itself ends', () => {
  const node: Record<string, unknown> = { type: 'object', required: ['next'] }
  node.properties = { next: node }
  const parameters = readSchemaParameters({ properties: { of: node }, required: ['of'] })
  expect(JSON.stringify(buildSampleParameters(parameters)).length).toBeLessThan(200)
})
