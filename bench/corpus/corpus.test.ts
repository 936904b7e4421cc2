// Test lanes: slow

import { expect, test } from 'vitest'
import { documentOf, sliceOf } from '../../codegen/import/testing/slice-of.ts'
import {
  cutDocuments,
  cutName,
  missingDocuments,
  sharedDocuments,
  wholeDocuments,
} from '../../test/vendor-documents/documents.ts'
import { lostParameters } from './lost-parameters.ts'
import { type CorpusRow, measure } from './measure.ts'
import { targetsOf } from './table.ts'

/** One of each kind; `bun run corpus` measures all. */
const documents = [
  'docker__engine.yaml',
  'figma__openapi-openapi.yaml',
  'github__api-github-com.json',
  'intercom__api-intercom-io-yaml.yaml',
  'slack__web-api-slack-web-openapi-v2.json',
  'xero__xero-accounting.yaml',
  'zoom__zoom.yaml',
]

const measureAll = async (folder: string, names: readonly string[]): Promise<CorpusRow[]> => {
  const rows: CorpusRow[] = []
  for (const name of names) rows.push(await measure(folder, name))
  return rows
}

const findLosses = (rows: readonly CorpusRow[]): string[] =>
  rows.flatMap(({ lost, uncompiled, failed }) => [...lost, ...uncompiled, ...(failed ? [failed] : [])])

test('the operations in use of vendors’ documents become actions without losing a parameter', async () => {
  const cuts = sharedDocuments.flatMap(([, name]) => (documents.includes(name) ? [cutName(name)] : []))
  const rows = await measureAll(cutDocuments, cuts)
  expect(rows).toHaveLength(5)
  expect(findLosses(rows)).toEqual([])
  for (const { operations, actions } of rows) expect(actions).toBe(operations)
  expect(rows.every(({ operations }) => operations >= 8)).toBe(true)
})

test.skipIf(missingDocuments)(
  'vendors’ whole documents become providers without losing a parameter',
  { meta: { missing: missingDocuments } },
  async () => {
    const rows = await measureAll(wholeDocuments, documents)
    expect(findLosses(rows)).toEqual([])
    expect(targetsOf(rows).filter(({ isMet }) => !isMet)).toEqual([])
    const github = rows.find(({ document }) => document.startsWith('github'))
    expect(github).toMatchObject({ operations: 845, actions: 845, lost: [], tooLong: 0 })
  },
)

const parameters = [
  { name: 'page', in: 'query', schema: {} },
  { name: 'X-Id', in: 'header', schema: {} },
]
const schema = { type: 'object', properties: { name: {}, size: {}, id: { readOnly: true } } }
const requestBody = { content: { 'application/json': { schema } } }
const root = documentOf({
  '/items': { parameters: [parameters[0]], post: { parameters: [parameters[1]], requestBody } },
})

test('a parameter that an action lacks is counted as lost, and a reported one isn’t', async () => {
  const { actions } = await sliceOf(root)
  const [made] = actions
  if (!made) throw new Error('no action')
  const only = (...names: string[]) => ({
    ...made,
    action: {
      ...made.action,
      params: Object.fromEntries(Object.entries(made.action.params).filter(([name]) => names.includes(name))),
    },
  })
  const lost = (one: typeof made, reported = '') => lostParameters(root, [one], (pointer) => pointer === reported)
  expect(lost(made)).toEqual([])
  expect(lost(only('name'))).toEqual(['POST /items: query page', 'POST /items: header X-Id', 'POST /items: body size'])
  expect(lost(only('name', 'size', 'page'), '/paths/~1items/post/parameters/0')).toEqual([])
  expect(lost(only('page', 'x_id'))).toEqual(['POST /items: body name', 'POST /items: body size'])
})
