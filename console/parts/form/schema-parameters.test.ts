import { expect, test } from 'vitest'
import { readSchemaForm, readSchemaParameters } from './schema-parameters.ts'

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
