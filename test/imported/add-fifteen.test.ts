// Test lanes: long

/** Fifteen vendors are added with the proposals, one gateway starts with all of them, and one action of each is called against a mock of its document. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
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
import { missingDocuments, wholeDocuments } from '../vendor-documents/documents.ts'

/** What is given, and the vendor's document beside the checkout. */
const vendors: readonly (readonly [given: string | undefined, document: string])[] = [
  ['asana', 'asana__defs-asana-oas.yaml'],
  ['docker', 'docker__engine.yaml'],
  ['figma', 'figma__openapi-openapi.yaml'],
  ['github', 'github__api-github-com.json'],
  ['gmail', 'googleapis__gmail.yaml'],
  ['google-calendar', 'googleapis__calendar.yaml'],
  ['google-drive', 'googleapis__drive.yaml'],
  ['intercom', 'intercom__api-intercom-io-yaml.yaml'],
  ['jira', 'atlassian__jira.yaml'],
  ['slack', 'slack__web-api-slack-web-openapi-v2.json'],
  ['stripe', 'stripe__stripe-api.json'],
  ['xero', 'xero__xero-accounting.yaml'],
  [undefined, 'doppler__independent-doppler.json'],
  [undefined, 'redirection__redirection-io.yaml'],
  [undefined, 'zoom__zoom.yaml'],
]

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const add = async (given: string | undefined, document: string, included: readonly string[]) => {
  const path = join(wholeDocuments, document)
  return addProvider({
    given: given ?? path,
    document: given === undefined ? undefined : path,
    folder,
    included,
    dialog: givenAnswers({}, true),
    say: () => {},
  })
}

/** The first call of a plugin, with samples of what the document requires. */
const readCall = async (document: string, action: string) => {
  const leftOut = createLeftOutList()
  const root = withoutExamples(
    await inVersion3((await readDocument(join(wholeDocuments, document), leftOut)).root, leftOut),
  ) as Node
  const { slice, actions }: Result = toSlice(root, { id: 'vendor', hidesDeprecated: true })
  const one = actions.find(({ name }) => name === action)
  const sample = one && sampleOf(root, createSampler(root), one, true)
  if (!one || !sample) throw new Error(`there is no sample of ${action} of ${document}`)
  const call: ExpectedCall = { one, values: asParameters(one.action, sample).values, answer: sampleAnswer(root, one) }
  return { root, slice, call }
}

test.skipIf(missingDocuments)(
  'fifteen vendors are added with the proposals, and one action of each is called',
  { timeout: 600_000, meta: { missing: missingDocuments } },
  async () => {
    const included = (await loadIncluded()).map(({ provider }) => provider.id)
    const stages = []
    for (const [given, document] of vendors) {
      const added = await add(given, document, included)
      const { root, slice, call } = await readCall(document, added.firstCall?.action ?? '')
      const product = { id: added.id, document, from: '', credential: {}, arrives: {}, calls: ['', '', ''] } as const
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
  },
)
