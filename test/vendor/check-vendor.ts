import type { Domain } from '@patchbay/core/schema'
import { startTestGateway } from '../gateway.ts'
import { cutDocument } from './cut-document.ts'
import { type Document, readDocument } from './document.ts'
import { findOperation, type Operation } from './operation.ts'
import { startPrism } from './prism.ts'
import { type Exchange, startRecorder } from './recorder.ts'
import { type Parameters, samplesOf } from './samples.ts'
import { undeclared } from './undeclared.ts'
import { unfitFields } from './unfit-fields.ts'
import type { Vendor } from './vendor.ts'

/** What the check of one plugin found. */
export interface Verdict {
  readonly vendor: string
  /** Files of the vendor's documents. */
  readonly documents: readonly string[]
  /** The actions that were called and judged. */
  readonly actions: number
  /** The names of those that were not, as no document has an operation for them. */
  readonly withoutOperation: readonly string[]
  /** The document's operations that they used. */
  readonly operations: number
  /** Requests that reached the vendor's mock. */
  readonly calls: number
  /** One line each. */
  readonly fails: readonly string[]
}

/** The documents with only the operations that the samples need. */
const cutFor = (
  documents: readonly Document[],
  domain: Domain,
  samples: ReadonlyMap<string, readonly Parameters[]>,
) => {
  const used = new Map<unknown, Operation>()
  for (const [name, all] of samples) {
    for (const parameters of all) {
      const call = domain.provider.actions[name]?.call(parameters, { settings: {} })
      const operation = call && findOperation(documents, call.method, call.path)
      if (operation) used.set(operation.node, operation)
    }
  }
  return documents.map((document) =>
    cutDocument(
      document.root,
      [...used.values()].filter((operation) => operation.document === document),
    ),
  )
}

/** What is wrong with one request. */
const judge = (documents: readonly Document[], { request, problems }: Exchange) => {
  const [path = ''] = request.url.split('?')
  const operation = findOperation(documents, request.method, path)
  if (!operation) return { faults: [`no document has ${request.method} ${path}`], undeclared: [] }
  const faults = [...problems, ...unfitFields(operation, request)]
  return { operation, faults, undeclared: undeclared(operation, request) }
}

/** One line a kind of fault, with the first parameters that brought it up. */
const createFails = () => {
  const found = new Map<string, string>()
  return {
    add: (action: string, fault: string, parameters?: Parameters) => {
      const sample = parameters === undefined ? '' : ` with ${JSON.stringify(parameters).slice(0, 300)}`
      // Indices and values differ from sample to sample; the fault is one.
      const kind = `${action}: ${fault.replaceAll(/\d+/g, '*')}`
      if (!found.has(kind)) found.set(kind, `${action}: ${fault}${sample}`)
    },
    all: (): readonly string[] => [...found.values()],
  }
}

/**
 * Sends every action of a plugin through the running gateway to a mock of the vendor's documents. It fails on an
 * answer that is no success, on a member that the document doesn't declare, on an action without an operation there,
 * and on what `vendor` lists without need.
 */
export const checkVendor = async (vendor: Vendor, domain: Domain, folder: string): Promise<Verdict> => {
  const { headers = {}, withoutOperation = {} } = vendor
  const documents = await Promise.all(vendor.documents.map((source) => readDocument(folder, source)))
  const actions = Object.entries(domain.provider.actions).filter(([name]) => !Object.hasOwn(withoutOperation, name))
  const samples = new Map(actions.map(([name, action]) => [name, samplesOf(action)]))
  const prism = await startPrism(cutFor(documents, domain, samples))
  const recorder = startRecorder(
    prism.origin,
    documents.map(({ basePath }) => basePath),
  )
  const gateway = await startTestGateway({
    domains: [domain],
    env: { PROVIDER_ORIGINS: JSON.stringify({ [vendor.id]: recorder.origin }) },
  })
  const fails = createFails()
  const operations = new Set<unknown>()
  const neededHeaders = new Set<string>()
  let calls = 0

  const send = async (action: string, parameters: Parameters): Promise<void> => {
    const body = { action, ...parameters }
    const answer = await gateway.call('vendor', vendor.id, body, { headers: { 'cache-control': 'no-cache' } })
    const exchanges = recorder.take()
    calls += exchanges.length
    if (exchanges.length === 0) fails.add(action, `nothing was sent: ${answer.text}`, parameters)
    for (const exchange of exchanges) {
      const { operation, faults, undeclared } = judge(documents, exchange)
      if (operation) operations.add(operation.node)
      for (const fault of faults) fails.add(action, fault, parameters)
      for (const member of undeclared) {
        const header = member.replace(/^header /, '')
        if (Object.hasOwn(headers, header)) neededHeaders.add(header)
        else fails.add(action, `the document doesn't declare the ${member} of ${operation?.template}`, parameters)
      }
    }
    const isRefused = exchanges.some(({ problems }) => problems.length > 0)
    if (!isRefused && answer.body?.success !== true) fails.add(action, answer.text, parameters)
  }

  try {
    await gateway.seed('vendor', { [vendor.id]: 'vendor-credential' })
    for (const [name, all] of samples) {
      if (all.length === 0) fails.add(name, 'no generated parameters are taken by its call')
      for (const parameter of Object.keys(domain.provider.actions[name]?.params ?? {}))
        if (!all.some((sample) => Object.hasOwn(sample, parameter)))
          fails.add(name, `no generated parameters with ${parameter} are taken by its call`)
      for (const parameters of all) await send(name, parameters)
    }
  } finally {
    await Promise.all([gateway.stop(), recorder.stop(), prism.stop()])
  }
  for (const name of Object.keys(headers).filter((header) => !neededHeaders.has(header)))
    fails.add(name, 'is listed as a header without need')
  for (const name of Object.keys(withoutOperation).filter((action) => !Object.hasOwn(domain.provider.actions, action)))
    fails.add(name, 'is listed as an action without operation, but there is no such action')
  return {
    vendor: vendor.id,
    documents: vendor.documents.map(({ file }) => file),
    actions: samples.size,
    withoutOperation: Object.keys(withoutOperation),
    operations: operations.size,
    calls,
    fails: fails.all(),
  }
}
