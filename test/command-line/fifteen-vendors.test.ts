// Test lanes: long

/** Fifteen vendors are added with the proposals, one gateway starts with all of them, and one action of each is called against a mock of its document. */
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { asParameters } from '../../bench/corpus/faithfulness.ts'
import { type ExpectedCall, sampleAnswer, startProductMock } from '../../bench/corpus/products/product-mock.ts'
import { createSampler, sampleOf, withoutExamples } from '../../bench/corpus/samples.ts'
import { givenAnswers } from '../../codegen/add/dialog.ts'
import { addProvider } from '../../codegen/add/index.ts'
import { type Result, toSlice } from '../../codegen/import/convert/to-slice.ts'
import { createLeftOutList } from '../../codegen/import/read/left-out.ts'
import type { Node } from '../../codegen/import/read/node.ts'
import { readDocument } from '../../codegen/import/read/read.ts'
import { inVersion3 } from '../../codegen/import/read/version-3.ts'
import { loadIncluded } from '../../server/registry.ts'
import { temporaryFolder } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'
import { findDocument } from '../vendor-documents/documents.ts'

/** What is given, and the vendor's document: as a cut of it is in the repository, or whole beside the checkout. */
const vendors: readonly (readonly [given: string | undefined, document: string])[] = [
  ['asana', 'asana__defs-asana-oas.yaml'],
  ['figma', 'figma__openapi-openapi.yaml'],
  ['github', 'github__api-github-com.json'],
  ['gmail', 'googleapis__gmail.yaml'],
  ['google-calendar', 'googleapis__calendar.yaml'],
  ['google-drive', 'googleapis__drive.yaml'],
  ['intercom', 'intercom__api-intercom-io-yaml.yaml'],
  ['jira', 'atlassian__jira.yaml'],
  [undefined, 'microsoft__graph-subset.json'],
  [undefined, 'notion__independent-notion.json'],
  ['slack', 'slack__web-api-slack-web-openapi-v2.json'],
  ['stripe', 'stripe__stripe-api.json'],
  ['xero', 'xero__xero-accounting.yaml'],
  ['docker', 'docker__engine.yaml'],
  [undefined, 'zoom__zoom.yaml'],
]

/** Those of them that can be had here: thirteen in every checkout. */
const had = vendors.flatMap(([given, document]) => {
  const path = findDocument(document)
  return path === undefined ? [] : [{ given, path }]
})

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const add = (given: string | undefined, path: string, included: readonly string[]) =>
  addProvider({
    given: given ?? path,
    document: given === undefined ? undefined : path,
    folder,
    included,
    dialog: givenAnswers({}, true),
    say: () => {},
  })

/** The first call of a plugin, with samples of what the document requires. */
const readCall = async (path: string, action: string) => {
  const leftOut = createLeftOutList()
  const root = withoutExamples(await inVersion3((await readDocument(path, leftOut)).root, leftOut)) as Node
  const { slice, actions }: Result = toSlice(root, { id: 'vendor', hidesDeprecated: true })
  const one = actions.find(({ name }) => name === action)
  const sample = one && sampleOf(root, createSampler(root), one, true)
  if (!one || !sample) throw new Error(`there is no sample of ${action} of ${path}`)
  const call: ExpectedCall = { one, values: asParameters(one.action, sample).values, answer: sampleAnswer(root, one) }
  return { root, slice, call }
}

test('fifteen vendors are added with the proposals, and one action of each is called', {
  timeout: 600_000,
}, async () => {
  expect(had.length).toBeGreaterThanOrEqual(13)
  const included = (await loadIncluded()).map(({ provider }) => provider.id)
  const stages = []
  for (const { given, path } of had) {
    const added = await add(given, path, included)
    const { root, slice, call } = await readCall(path, added.firstCall?.action ?? '')
    const product = {
      id: added.id,
      document: path,
      from: '',
      credential: {},
      arrives: {},
      calls: ['', '', ''],
    } as const
    stages.push({ added, call, mock: await startProductMock(product, root, slice, [call]) })
  }
  const origins = Object.fromEntries(stages.map(({ added, mock }) => [added.id, mock.origin]))
  const gateway = await startServerProcess({
    env: { PLUGINS_DIR: folder, PROVIDER_ORIGINS: JSON.stringify(origins) },
  })
  try {
    const failed: string[] = []
    for (const { added, call, mock } of stages) {
      const keys = added.signIn.includes('keys')
        ? { secrets: { key: 'secret-of-ada', token: 'secret-of-ada' } }
        : undefined
      const basic = added.signIn[0] === 'basic' ? { access_token: 'ada:secret-of-ada' } : undefined
      await gateway.seed(`of-${added.id}`, { [added.id]: keys ?? basic ?? { access_token: 'secret-of-ada' } })
      const { status, text } = await gateway.call(`of-${added.id}`, added.id, {
        action: call.one.name,
        ...call.values,
      })
      const faults = mock.takeFaults()
      if (status !== 200 || faults.length > 0)
        failed.push(`${added.id} ${call.one.name}: ${status} ${faults.join('; ') || text.slice(0, 200)}`)
    }
    expect(failed).toEqual([])
  } finally {
    await gateway.stop()
    for (const { mock } of stages) await mock.stop()
  }
})
