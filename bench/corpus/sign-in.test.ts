import { describe, expect, test } from 'vitest'
import { documentOf, sliceOf } from '../../codegen/import/testing/slice-of.ts'
import {
  cutDocuments,
  cutName,
  missingDocuments,
  sharedDocuments,
  wholeDocuments,
} from '../../test/vendor-documents/documents.ts'
import { judgeBeginning, readBeginning } from './sign-in.ts'
import { beginningSummary, beginningTargets } from './sign-in-table.ts'

const missed = (rows: Parameters<typeof beginningTargets>[0]) => beginningTargets(rows).filter(({ isMet }) => !isMet)

test('nothing about sign-in and servers of vendors’ documents is wrong without a question', async () => {
  const rows = []
  for (const [, name] of sharedDocuments) rows.push(await readBeginning(cutDocuments, cutName(name)))
  expect(missed(rows)).toEqual([])
  const jira = rows.find(({ document }) => document.startsWith('atlassian'))
  expect(jira?.servers.asked).toBeGreaterThan(0)
})

/** One of each kind; `bun run corpus` judges all. */
const documents = [
  'googleapis__calendar.yaml',
  'whapi__bets.yaml',
  'zapier__nla.yaml',
  'zoom__zoom.yaml',
  'id4i__id4i-api.yaml',
  'vtex__intelligent-search-api.yaml',
]

test.skipIf(missingDocuments)(
  'the same of vendors’ whole documents',
  { meta: { missing: missingDocuments } },
  async () => {
    const rows = []
    for (const name of documents) rows.push(await readBeginning(wholeDocuments, name))
    expect(missed(rows)).toEqual([])
  },
)

describe('a fault is found', () => {
  const schemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, bearer: { type: 'http', scheme: 'bearer' } }
  const root = documentOf(
    { '/a': { get: {} }, '/open': { get: { security: [] } }, '/two': { get: { security: [{ key: [], bearer: [] }] } } },
    { security: [{ key: [] }], components: { securitySchemes: schemes } },
  )

  test('where a credential arrives in another place than the document says, or where none is wanted', async () => {
    const result = await sliceOf(root)
    // The import's question is about the other document, so nothing is asked here.
    const other = {
      ...root,
      security: [{ bearer: [] }],
      paths: { '/a': { get: {} }, '/open': { get: {} }, '/two': { get: {} } },
    }
    const { signIn } = judgeBeginning('x', other, {
      ...result,
      actions: result.actions.map((one) => ({
        ...one,
        operation: { ...one.operation, node: { security: [{ key: [] }] } },
      })),
    })
    expect(signIn.wrong).toEqual([
      'GET /a: header x-key instead of [["header authorization bearer"]]',
      'GET /open: no credential',
      'GET /two: header x-key instead of [["header authorization bearer"]]',
    ])
  })

  test('where calls go to another server', async () => {
    const result = await sliceOf(root)
    const moved = { ...result, slice: { ...result.slice, server: 'https://api.other.com/v1' } }
    const { servers } = judgeBeginning('x', root, moved)
    expect(servers.wrong).toEqual(
      ['/a', '/open', '/two'].map(
        (path) => `GET ${path}: https://api.other.com/v1 instead of https://api.shelves.com/v1`,
      ),
    )
    const braces = { ...result, slice: { ...result.slice, server: 'https://api.shelves.com/{v}' } }
    expect(judgeBeginning('x', root, braces).servers.wrong[0]).toBe('GET /a: the base path /{v}')
    const row = { document: 'x', servers, signIn: { right: 3, asked: 0, wrong: [] } }
    expect(missed([row]).map(({ what }) => what)).toEqual(['servers of operations'])
    expect(beginningSummary([row])).toContain('WRONG x GET /a: https://api.other.com/v1 instead of')
  })
})
