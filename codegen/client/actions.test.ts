import { apiKey, behind, provider } from '@patchbay/core/provider'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { shelves } from '../../core/imported/testing/shelves.ts'
import { clientActions } from './actions.ts'
import { createCall } from './template/actions.ts'

const hostile = '*/ export const evil = 1 /*'

test('nothing that a document says becomes code of the client', async () => {
  const item = { type: 'object', description: hostile, properties: { [hostile]: { const: `'; ${hostile}` } } }
  const hostileProvider = provider({
    id: 'lamp-shop',
    title: `Lamps ${hostile}`,
    origin: 'https://a.example',
    auth: apiKey({ header: 'X' }),
    actions: {},
    overlay: behind(),
  })
  const slice = { ...shelves, schemas: { ...shelves.schemas, item, [`item ${hostile}`]: item } }
  const document = { slice, file: '', digest: '' }
  const text = await clientActions({ provider: hostileProvider, document } as never)
  const { statements, parseDiagnostics } = ts.createSourceFile(
    'a.ts',
    text,
    ts.ScriptTarget.ESNext,
  ) as ts.SourceFile & {
    readonly parseDiagnostics: readonly unknown[]
  }
  const names = statements.flatMap((one) => {
    if (ts.isVariableStatement(one))
      return one.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text)
    return ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one) ? [one.name.text] : []
  })
  expect(parseDiagnostics).toEqual([])
  expect(names.toSorted()).toEqual(
    [
      'paths',
      'webhooks',
      'components',
      '$defs',
      'operations',
      'ActionParameters',
      'CallOptions',
      'createLampShop',
    ].toSorted(),
  )
})

test('the options of a call are sent as the gateway takes them', () => {
  const sent: unknown[] = []
  const call = createCall({ POST: (_path: string, request: unknown) => sent.push(request) } as never, 'acme')
  const [action, parameters] = ['list_lamps', { room: 'hall' }] as never[]
  call(action as never, parameters as never, { idempotencyKey: 'a-key', repeat: true, dryRun: true })
  call(action as never, parameters as never)
  expect(sent).toEqual([
    {
      params: { path: { tenant: 'acme' }, header: { 'Idempotency-Key': 'a-key', 'X-Repeat': 'true' } },
      body: { action: 'list_lamps', room: 'hall', dry_run: true },
    },
    { params: { path: { tenant: 'acme' }, header: {} }, body: { action: 'list_lamps', room: 'hall' } },
  ])
})
