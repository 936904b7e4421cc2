// Test lanes: slow

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../codegen/import/testing/slice-of.ts'
import { cutDocuments, missingDocuments, wholeDocuments } from '../../test/vendor-documents/documents.ts'
import { judgeDocument } from './faithfulness.ts'
import { faithfulnessSummary, faithfulnessTargets } from './faithfulness-table.ts'

const judgeAll = async (folder: string, documents: readonly string[]) => {
  const rows = []
  for (const document of documents) rows.push(await judgeDocument(folder, document))
  expect(rows.map(({ samples }) => samples > 10)).toEqual(documents.map(() => true))
  expect(faithfulnessTargets(rows).filter(({ isMet }) => !isMet)).toEqual([])
  expect(
    rows.flatMap(({ refused, lost, misfits, unjudged, refusedAnswers }) => [
      ...refused,
      ...lost,
      ...misfits,
      ...unjudged,
      ...refusedAnswers,
    ]),
  ).toEqual([])
}

/** Small ones with forms, multipart bodies, circles, styles and texts; `bun run corpus` judges all. */
test('requests of the operations in use of vendors’ documents are as the documents have them', () =>
  judgeAll(cutDocuments, ['notion__independent-notion.json', 'googleapis__calendar.json', 'googleapis__drive.json']))

test.skipIf(missingDocuments)(
  'requests of vendors’ whole documents are as the documents have them',
  { meta: { missing: missingDocuments } },
  () =>
    judgeAll(wholeDocuments, [
      'hubspot__crm-associations.json',
      'notion__independent-notion.json',
      'googleapis__calendar.yaml',
    ]),
)

describe('each part of an operation is judged', () => {
  const own = mkdtempSync(join(tmpdir(), 'faithfulness-'))
  afterAll(() => rmSync(own, { recursive: true }))

  const judge = async (operation: object, path = '/items/{id}', more: object = {}) => {
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
    const item = { parameters: [id], post: { operationId: 'post', responses: {}, ...operation } }
    const root = documentOf({ [path]: item }, more)
    await Bun.write(join(own, 'one.json'), JSON.stringify(root))
    return judgeDocument(own, 'one.json')
  }
  const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more })
  const list = { type: 'array', items: { type: 'string' }, minItems: 2 }
  const object = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }
  const body = (type: string, schema: object) => ({ requestBody: { required: true, content: { [type]: { schema } } } })

  test.each<[string, object, string?]>([
    ['lists in the query', { parameters: [query('a', list), query('b', list, { explode: false })] }],
    ['lists with pipes', { parameters: [query('a', list, { style: 'pipeDelimited', explode: false })] }],
    ['objects in the query', { parameters: [query('a', object, { style: 'deepObject' })] }],
    ['headers', { parameters: [{ name: 'X-A', in: 'header', required: true, schema: list }] }],
    ['a body', body('application/json', object)],
    ['a body in a type of its own', body('application/merge-patch+json', object)],
    ['a body that is a list', body('application/json', { type: 'array', items: object })],
    ['a body of several forms', body('application/json', { oneOf: [object, list] })],
    ['a form', body('application/x-www-form-urlencoded', object)],
    [
      'a multipart body',
      body('multipart/form-data', {
        ...object,
        properties: { a: { type: 'string' }, f: { type: 'string', format: 'binary' } },
      }),
    ],
    ['a parameter that stands in the path alone', { parameters: [] }, '/items/{id}/{undeclared}'],
    ['a text', body('text/plain', { type: 'string' })],
    ['a body beside a file that isn’t there', { ...body('application/json', object), 'x-more': { $ref: './no.json' } }],
    ['bytes', body('image/png', { type: 'string', format: 'binary' })],
  ])('%s', async (_, operation, path) => {
    const { samples, taken, unsampled, ...rest } = await judge(operation, path)
    expect([samples, taken, unsampled]).toEqual([2, 2, 0])
    expect(rest).toMatchObject({ refused: [], lost: [], misfits: [], unjudged: [], refusedAnswers: [] })
  })

  test('a schema that refers to a part of another one', async () => {
    const shelf = { definitions: { size: object }, properties: { of: { $ref: '#/components/parameters/id/schema' } } }
    const ofSize = { $ref: '#/components/schemas/Shelf/definitions/size' }
    const components = { schemas: { Shelf: shelf }, parameters: { id: query('id', { type: 'string' }) } }
    expect(await judge(body('application/json', ofSize), '/items/{id}', { components })).toMatchObject({ taken: 2 })
  })

  test('that Prism reads the parts of a multipart body as texts is not the fault of an action', async () => {
    const parts = { type: 'object', required: ['a', 'b'], properties: { a: object, b: list } }
    const row = await judge(body('multipart/form-data', parts))
    expect([row.taken, row.misfits]).toEqual([
      0,
      Array(2).fill(expect.stringMatching(/ must be object; .* must be array$/)),
    ])
    expect(faithfulnessTargets([row]).filter(({ isMet }) => !isMet)).toEqual([])
  })

  test('a fault is found, and keeps the targets from being met', () => {
    const row = {
      document: 'x',
      samples: 1,
      unsampled: 0,
      taken: 0,
      unjudged: [],
      refusedAnswers: [],
      toolTokens: 1,
      describeTokens: 1,
      firstUseMs: 1,
    }
    const faulty = { ...row, refused: ['POST /: a'], lost: ['POST /: b'], misfits: ['POST /: c'] }
    const missed = faithfulnessTargets([faulty]).filter(({ isMet }) => !isMet)
    expect(missed.map(({ what }) => what)).toEqual([
      'requests that Prism takes',
      'refused although valid',
      'values without a place',
    ])
    expect(faithfulnessSummary([faulty])).toMatch(/REFUSED x POST \/: a\nLOST x POST \/: b\nMISFITS x POST \/: c/)
  })
})
