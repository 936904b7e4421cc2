import type { Slice } from '@patchbay/core/imported'
import { sample } from '@stoplight/json-schema-sampler'
import type { Imported } from '../../../codegen/import/convert/to-slice.ts'
import { followReferences, type Node, toNode } from '../../../codegen/import/read/node.ts'
import { createJudge } from '../judge.ts'
import type { Product } from './products.ts'

/** An operation of the product as it is called, and what it answers. */
export interface ExpectedCall {
  readonly one: Imported
  /** The parameters by the action's names. */
  readonly values: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

export interface ProductMock {
  readonly origin: string
  /** Returns the faults of the requests since the last look. */
  takeFaults(): string[]
  /** Returns the number of requests since the last look. */
  takeCount(): number
  stop(): Promise<void>
}

/** The answer of an operation by the document's schema; an empty object where it has none. */
export const sampleAnswer = (root: Node, { operation }: Imported): unknown => {
  const [, good] = Object.entries(toNode(operation.node.responses)).find(([status]) => /^2/.test(status)) ?? []
  const content = toNode(followReferences(root, good, '')?.node.content)
  const [, media] = Object.entries(content).find(([type]) => /json|\*/.test(type)) ?? []
  try {
    const options = { skipReadOnly: false, skipWriteOnly: true, skipNonRequired: true, quiet: true, maxSampleDepth: 5 }
    return sample(structuredClone(toNode(media).schema ?? {}) as never, options, root as never) ?? {}
  } catch {
    return {}
  }
}

/** Headers that core writes itself, such as `Accept`. */
export const isWritten = (name: string): boolean => /^header (?:accept|content-type|user-agent)$/i.test(name)

const placeOf = ({ action: { params } }: Imported, name: string): string =>
  `${params[name]?.in} ${params[name]?.as ?? name}`

const pathOf = (server: string): string => server.replace(/^(?:[a-z]+:)?\/\/[^/]*/i, '').replace(/\/+$/, '')

/** A product as its document describes it: it takes only the requests and the credential that it should, and says why not. */
export const startProductMock = async (
  { arrives }: Pick<Product, 'arrives'>,
  root: Node,
  { server }: Pick<Slice, 'server'>,
  expected: readonly ExpectedCall[],
): Promise<ProductMock> => {
  const document = { file: 'product', root, basePath: '' }
  const operations = await Promise.all(
    expected.map(async ({ one, values, answer }) => {
      const prefix = pathOf(one.action.server ?? server ?? '')
      const template = (prefix + one.operation.path).replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      return {
        method: one.operation.method,
        pattern: new RegExp(`^${template.replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`),
        answer,
        given: new Set(Object.keys(values).map((name) => placeOf(one, name))),
        prefix,
        judge: await createJudge(document, one.operation, (name) => one.credentials.includes(name) || isWritten(name)),
      }
    }),
  )
  const faults: string[] = []
  let count = 0
  const served = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      count++
      const { pathname } = new URL(request.url)
      const headers = Object.fromEntries(request.headers)
      for (const [name, value] of Object.entries(arrives)) {
        if (headers[name] === value) continue
        faults.push(`${request.method} ${pathname}: ${name} is ${headers[name]} in place of ${value}`)
        return Response.json({ message: 'sign in first' }, { status: 401 })
      }
      const operation = operations.find(({ method, pattern }) => method === request.method && pattern.test(pathname))
      if (!operation) {
        faults.push(`${request.method} ${pathname}: there is no such operation`)
        return Response.json({ message: 'not found' }, { status: 404 })
      }
      const text = await request.text()
      const body = text === '' ? {} : { body: text }
      const { method, url } = request
      const judged = { method, url, headers, ...body } as unknown as Parameters<typeof operation.judge>[0]
      const why = operation.judge(judged, operation.prefix, operation.given)
      faults.push(...why.map((fault) => `${request.method} ${pathname}: ${fault}`))
      return why.length > 0 ? Response.json({ message: why[0] }, { status: 400 }) : Response.json(operation.answer)
    },
  })
  return {
    origin: `http://127.0.0.1:${served.port}`,
    takeFaults: () => faults.splice(0),
    takeCount: () => {
      const all = count
      count = 0
      return all
    },
    stop: () => served.stop(true),
  }
}
