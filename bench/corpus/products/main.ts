/**
 * Imports the documents of products, answers the questions as a person does, and calls three operations of each over REST and over MCP, against a
 * product made of its document: `bun bench/corpus/products/main.ts <folder>`. The folder has the documents by the names of the table.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { toSlice } from '../../../codegen/import/convert/to-slice.ts'
import { importDocument } from '../../../codegen/import/index.ts'
import { createLeftOutList } from '../../../codegen/import/read/left-out.ts'
import type { Node } from '../../../codegen/import/read/node.ts'
import { operationsIn } from '../../../codegen/import/read/operations.ts'
import { readDocument } from '../../../codegen/import/read/read.ts'
import { inVersion3 } from '../../../codegen/import/read/version-3.ts'
import { type TemporaryProject, temporaryProject } from '../../../codegen/testing/temporary-project.ts'
import { tokenOf } from '../../../test/client.ts'
import { toolCall } from '../../../test/mcp/messages.ts'
import { type ServerProcess, startServerProcess } from '../../../test/server-process.ts'
import { asParameters } from '../faithfulness.ts'
import { createSampler, sampleOf, withoutExamples } from '../samples.ts'
import { freshProducts } from './fresh-products.ts'
import { type ExpectedCall, isWritten, type ProductMock, sampleAnswer, startProductMock } from './product-mock.ts'
import { type Product, products } from './products.ts'
import { selfHostedProducts } from './self-hosted-products.ts'

const [folder = '.', ...only] = process.argv.slice(2)

/** A complete import, with the product that it calls. */
interface Stage {
  readonly product: Product
  readonly operations: number
  /** The number of questions that the import asked. */
  readonly questions: number
  readonly calls: readonly ExpectedCall[]
  readonly mock: ProductMock
}

/** The three operations as the document has them, read like the import does. */
const readCalls = async ({ id, document, calls, given = {}, lists = {} }: Product) => {
  const leftOut = createLeftOutList()
  const read = await readDocument(resolve(folder, document), leftOut)
  const root = withoutExamples(await inVersion3(read.root, leftOut)) as Node
  const { slice, actions } = toSlice(root, { id, hidesDeprecated: true })
  const sampler = createSampler(root)
  const expected = calls.map((key): ExpectedCall => {
    const one = actions.find(({ operation }) => operation.key === key)
    if (!one) throw new Error(`the document has no ${key}`)
    const answer = lists[key] ?? sampleAnswer(root, one)
    if (given[key]) return { one, values: given[key], answer }
    // If the import knows the pages of a list, these are no longer parameters of the document's.
    const sample = (lists[key] ? undefined : sampleOf(root, sampler, one, false)) ?? sampleOf(root, sampler, one, true)
    if (!sample) throw new Error(`there is no sample of ${key}`)
    const { values, lost } = asParameters(one.action, sample)
    const without = lost.filter((name) => !one.credentials.includes(name) && !isWritten(name))
    if (without.length > 0) throw new Error(`${key} has no place for ${without.join(', ')}`)
    return { one, values, answer }
  })
  return { operations: operationsIn(read.root), root, slice, expected }
}

/**
 * Imports a product as a person does who answers its questions, and returns their number. Rejects if a question is
 * asked twice, or an answer has no question.
 */
const importProduct = async (project: TemporaryProject, { id, document, answers = {} }: Product): Promise<number> => {
  const unasked = new Set(Object.keys(answers))
  const asked = new Set<string>()
  await importDocument({
    root: project.root,
    source: resolve(folder, document),
    id,
    ask: async (questions) => {
      const twice = questions.filter((one, index) => questions.findIndex((other) => other.id === one.id) < index)
      if (twice.length > 0) throw new Error(`asked twice: ${twice.map((one) => one.id).join(', ')}`)
      for (const { id } of questions) asked.add(id)
      return Object.fromEntries(
        questions.flatMap(({ id, alternatives, options }) => {
          const answer = answers[id]
          if (answer === undefined) return []
          const offered = [...(alternatives ?? []).map(({ name }) => name), ...(options ?? [])]
          if (!offered.includes(answer)) throw new Error(`${id} offers ${offered.join(', ')}, and no ${answer}`)
          unasked.delete(id)
          return [[id, answer]]
        }),
      )
    },
  })
  if (unasked.size > 0) throw new Error(`nobody asked about ${[...unasked].join(', ')}`)
  return asked.size
}

const isSame = (data: unknown, answer: unknown): boolean => JSON.stringify(data) === JSON.stringify(answer)

/** The faults of a call over one surface. */
const judgeCall = (
  { mock }: Stage,
  surface: string,
  { one, answer }: ExpectedCall,
  status: number,
  data: unknown,
  text: string,
): string[] => {
  const faults = [
    ...mock.takeFaults(),
    ...(mock.takeCount() === 1 ? [] : ['it was not sent once']),
    ...(status === 200 ? [] : [`it is answered ${status}: ${text.slice(0, 300)}`]),
    ...(status !== 200 || isSame(data, answer) ? [] : [`it is answered with other data: ${text.slice(0, 300)}`]),
  ]
  return faults.map((fault) => `${one.operation.key} over ${surface}: ${fault}`)
}

/** The faults of each call, over each surface. */
interface Calls {
  readonly rest: readonly string[][]
  readonly mcp: readonly string[][]
}

const callProduct = async (gateway: ServerProcess, stage: Stage): Promise<Calls> => {
  const { id } = stage.product
  const rest: string[][] = []
  const mcp: string[][] = []
  for (const call of stage.calls) {
    const body = { action: call.one.name, ...call.values }
    const answered = await gateway.call('acme', id, body, { headers: { 'x-repeat': 'true' } })
    rest.push(judgeCall(stage, 'REST', call, answered.status, answered.body?.data, answered.text))
    // The same write is sent again on purpose: each surface sends its own.
    const { headers, body: message } = toolCall('legacy', id, { ...body, repeat: true })
    const over = await gateway.send('POST', '/mcp', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, message)
    const result = over.body?.result
    const said = JSON.parse(result?.content?.[0]?.text ?? '{}')
    mcp.push(judgeCall(stage, 'MCP', call, result?.isError ? (said.status ?? 500) : over.status, said.data, over.text))
  }
  return { rest, mcp }
}

const countRight = (calls: readonly string[][]): string =>
  `${calls.filter((faults) => faults.length === 0).length} of ${calls.length}`

const chosen = [...products, ...selfHostedProducts, ...freshProducts].filter(
  ({ id, document }) => (only.length === 0 || only.includes(id)) && existsSync(resolve(folder, document)),
)
await using project = await temporaryProject({ 'bun.lock': '' })
const failed = new Map<string, string>()
const rows = new Map<string, string>()
const stages: Stage[] = []
for (const product of chosen) {
  try {
    const questions = await importProduct(project, product)
    const { operations, root, slice, expected } = await readCalls(product)
    const mock = await startProductMock(product, root, slice, expected)
    stages.push({ product, operations, questions, calls: expected, mock })
  } catch (error) {
    failed.set(product.id, String(error).slice(0, 500))
    // Without a product made of its document, its host stays a placeholder, which codegen refuses.
    await rm(join(project.root, 'providers', product.id), { recursive: true, force: true })
  }
}
project.environment.PROVIDER_ORIGINS = JSON.stringify(
  Object.fromEntries(stages.map(({ product, mock }) => [product.id, mock.origin])),
)
/** A provider that codegen refuses is wrong; the others continue without it. */
for (let generated = await project.codegen('generate'); generated.code !== 0; ) {
  const refused = stages.filter(
    ({ product }) => !failed.has(product.id) && generated.error.includes(`providers/${product.id}/`),
  )
  if (refused.length === 0) throw new Error(generated.out + generated.error)
  for (const { product, mock } of refused) {
    failed.set(product.id, generated.error.slice(0, 500))
    await mock.stop()
    await rm(join(project.root, 'providers', product.id), { recursive: true })
  }
  generated = await project.codegen('generate')
}
const called = stages.filter(({ product }) => !failed.has(product.id))
const origins = Object.fromEntries(called.map(({ product, mock }) => [product.id, mock.origin]))
const env = {
  PLUGINS_DIR: join(project.root, 'providers'),
  PROVIDER_ORIGINS: JSON.stringify(origins),
  SELF_HOSTED_HOSTS: '*.shelves.org',
}
const gateway = await startServerProcess({ env })
if (gateway.url === '') console.log(gateway.output.stdout + gateway.output.stderr)
try {
  const credentials = Object.fromEntries(called.map(({ product }) => [product.id, product.credential]))
  const settings = Object.fromEntries(called.map(({ product }) => [product.id, product.settings ?? {}]))
  await gateway.seed('acme', credentials, settings)
  for (const stage of called) {
    const { rest, mcp } = await callProduct(gateway, stage)
    const faults = [...rest, ...mcp].flat()
    if (faults.length > 0) failed.set(stage.product.id, faults.join('\n         '))
    rows.set(
      stage.product.id,
      `${stage.operations} operations, ${stage.questions} questions, REST ${countRight(rest)}, MCP ${countRight(mcp)}`,
    )
  }
} finally {
  await gateway.stop()
  for (const { mock } of called) await mock.stop()
}
for (const { id, from } of chosen) {
  console.log(`${failed.has(id) ? 'WRONG' : 'right'}  ${id.padEnd(14)} ${from}: ${rows.get(id) ?? 'not called'}`)
  if (failed.has(id)) console.log(`         ${failed.get(id)}`)
}
process.exitCode = failed.size === 0 ? 0 : 1
