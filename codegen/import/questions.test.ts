import { expect, test } from 'vitest'
import { questionsOf } from './questions.ts'
import { documentOf, sliceOf } from './testing/slice-of.ts'

test('a header that most operations require is proposed as a setting of the account', async () => {
  const header = { name: 'Ledger-Tenant-Id', in: 'header', required: true, schema: { type: 'string' } }
  const operation = (operationId: string) => ({ operationId, parameters: [header], responses: {} })
  const root = documentOf({
    '/books': { get: operation('list_books') },
    '/shelves': { get: operation('list_shelves') },
    '/ping': { get: { operationId: 'ping', responses: {} } },
  })
  expect(questionsOf(root, await sliceOf(root)).filter(({ id }) => id.startsWith('header'))).toMatchObject([
    {
      id: 'header Ledger-Tenant-Id',
      question: 'Is the header Ledger-Tenant-Id the same in every call of an account? 2 of 3 operations require it',
      overlay:
        "settings: { ledger_tenant_id: pattern('^[A-Za-z0-9-]+$', 100, '...') }, headers: { 'Ledger-Tenant-Id': '{settings.ledger_tenant_id}' },",
    },
  ])
})
