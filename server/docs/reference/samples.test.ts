import { expect, test } from 'vitest'
import type { OpenApiDocument, PlacedOperation } from './document.ts'
import { codeSamples } from './samples.ts'

const document: OpenApiDocument = {
  tags: [],
  paths: {},
  components: {
    schemas: {
      Person: {
        type: 'object',
        required: ['name', 'age', 'ok', 'friends'],
        properties: {
          name: { type: 'string', examples: ["O'Brien is true"] },
          age: { type: 'integer' },
          ok: { type: 'boolean' },
          friends: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
          nick: { type: 'string' },
        },
      },
    },
  },
}
const operation: PlacedOperation = {
  operationId: 'put_person',
  tags: ['People'],
  summary: 'Put',
  method: 'PUT',
  path: '/admin/people/{id}',
  security: [{ adminKey: [] }],
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Person' } } } },
}
const [[, curl], [, javaScript], [, python]] = codeSamples(operation, document) as [string, string][] as [
  [string, string],
  [string, string],
  [string, string],
]

test('a sample has the credential, and a body with what the schema requires, however deep it goes', () => {
  expect(curl).toContain('curl -X PUT "$PATCHBAY_URL/admin/people/<id>"')
  expect(curl).toContain('-H "x-admin-key: $ADMIN_KEY"')
  expect(curl).not.toContain('nick')
  expect(curl.match(/"age"/g)?.length).toBeLessThan(10)
})

test('each language quotes as it must', () => {
  expect(curl).toContain(String.raw`O'\''Brien is true`)
  expect(javaScript).toMatch(/'x-admin-key': `\$\{process\.env\.ADMIN_KEY\}`/)
  expect(python).toContain(`"O'Brien is true"`)
  expect(python).toContain('"ok": True')
})
