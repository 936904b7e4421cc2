import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentOf, sliceOf } from '../../codegen/import/testing/slice-of.ts'
import { lostParameters } from './lost-parameters.ts'
import { measure, type Row } from './measure.ts'
import { targetsOf } from './table.ts'

const folder = join(import.meta.dirname, '../../../shared/data/openapi')

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

test.skipIf(!existsSync(folder))(
  'vendors’ documents become providers without losing a parameter',
  async () => {
    const rows: Row[] = []
    for (const document of documents) rows.push(await measure(folder, document))
    expect(
      rows.flatMap(({ lost, uncompiled, failed }) => [...lost, ...uncompiled, ...(failed ? [failed] : [])]),
    ).toEqual([])
    expect(targetsOf(rows).filter(({ isMet }) => !isMet)).toEqual([])
    const github = rows.find(({ document }) => document.startsWith('github'))
    expect(github).toMatchObject({ operations: 845, actions: 845, lost: [], tooLong: 0 })
  },
  60_000,
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
  expect(lost(only('page', 'X-Id'))).toEqual(['POST /items: body name', 'POST /items: body size'])
})
