import type { AnyAction } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { actionsOf, isOwnAction } from '../../test/domain-of.ts'
import { readDocument, type VendorDocument } from './document.ts'
import { createFails, type Fails } from './fails.ts'
import { describesAnswer, findOperation, type VendorOperation } from './operation.ts'
import type { MockedExchange } from './recorder.ts'
import { type Parameters, samplesOf } from './samples.ts'
import { startStage } from './stage.ts'
import { undeclared } from './undeclared.ts'
import { unfitFields } from './unfit-fields.ts'
import type { Vendor } from './vendor.ts'

/** The result of checking one plugin. */
export interface Verdict {
  readonly vendor: string
  /** Files of the vendor's documents. */
  readonly documents: readonly string[]
  /** The actions that were called and judged. */
  readonly actions: number
  /** The names of actions that no document has an operation for; they weren't called. */
  readonly withoutOperation: readonly string[]
  /** The document's operations that they used. */
  readonly operations: number
  /** Requests that reached the vendor's mock. */
  readonly calls: number
  /** One line each. */
  readonly fails: readonly string[]
}

/** True for an action that was written, chosen or listed; the others of an import are as the document has them. */
const isJudged = (domain: Domain, name: string): boolean =>
  domain.source.listed?.includes(name) !== false || isOwnAction(domain, name)

/** The operations that an action uses with these parameters. */
const operationsOf = (
  documents: readonly VendorDocument[],
  action: AnyAction,
  samples: readonly Parameters[],
  { settings = {} }: Vendor,
): readonly VendorOperation[] =>
  samples.flatMap((parameters) => {
    const call = action.request(parameters, { settings })
    return findOperation(documents, call.method, call.path) ?? []
  })

const unsent = (action: AnyAction, samples: readonly Parameters[]): string[] =>
  Object.keys(action.params).filter((name) => !samples.some((sample) => Object.hasOwn(sample, name)))

/** `header x-key` and `query page` for what the vendor takes beside what its documents declare. */
const listedBy = ({ headers = {}, query = {} }: Vendor): string[] => [
  ...Object.keys(headers).map((name) => `header ${name}`),
  ...Object.keys(query).map((name) => `query ${name}`),
]

/** Adds the entries of the vendor's lists that nothing needs: they would hide the next fault. */
const addNeedless = (
  fails: Fails,
  vendor: Vendor,
  domain: Domain,
  documents: readonly VendorDocument[],
  sent: Set<string>,
  isSampled: (parameter: string) => boolean,
) => {
  for (const member of listedBy(vendor))
    if (!sent.has(member)) fails.add(member, 'is listed as taken by the vendor, but never sent')
  for (const parameter of Object.keys(vendor.withoutSample ?? {}))
    if (isSampled(parameter)) fails.add(parameter, 'is listed as a parameter without sample, but samples have it')
  for (const name of Object.keys(vendor.withoutOperation ?? {})) {
    const action = domain.source.action(name)
    if (!action) fails.add(name, 'is listed as an action without operation, but there is no such action')
    // A document may have the last of its requests, and not those that go before.
    else if (
      action.before === undefined &&
      operationsOf(documents, action, [...samplesOf(action, vendor.settings)], vendor).length > 0
    )
      fails.add(name, 'is listed as an action without operation, but a document has one')
  }
}

/**
 * Sends every action of a plugin, of an imported one those written by hand or listed, through the running gateway to a mock of the vendor's
 * documents. It fails on an answer that is not a success, on a member that the document doesn't declare, on an action without an operation there,
 * and on what `vendor` lists without need. Rejects when a document can't be read.
 */
export const checkVendor = async (vendor: Vendor, domain: Domain, folder: string): Promise<Verdict> => {
  const { withoutOperation = {}, withoutSample = {} } = vendor
  const listed = new Set(listedBy(vendor))
  const documents = await Promise.all(vendor.documents.map((source) => readDocument(folder, source)))
  const actions = actionsOf(domain)
    .filter(([name]) => isJudged(domain, name) && !Object.hasOwn(withoutOperation, name))
    .map(([name, action]) => {
      // Schemas of documents say more than samples are made by.
      const isValid = (parameters: Parameters) =>
        action.references === undefined || domain.source.check(name)?.body({ action: name, ...parameters }) === true
      // The schemas of an action that was only chosen are the document's own.
      const random = domain.source.listed?.includes(name) === false && action.references ? 0 : undefined
      const samples = [...samplesOf(action, vendor.settings, isValid, random)]
      return { name, action, samples, operations: operationsOf(documents, action, samples, vendor) }
    })
    // Actions that a missing document would judge are left out.
    .filter(({ operations }) => vendor.isPartial !== true || operations.length > 0)
  const needed = actions.flatMap(({ operations }) => operations)
  const fails = createFails()
  const operations = new Set<unknown>()
  const listedAndSent = new Set<string>()
  let calls = 0

  const judge = (action: string, { request, problems }: MockedExchange, parameters: Parameters): void => {
    const [path = ''] = request.url.split('?')
    const operation = findOperation(documents, request.method, path)
    if (!operation) {
      fails.add(action, `no document has ${request.method} ${path}`, parameters)
      return
    }
    operations.add(operation.node)
    for (const fault of [...problems, ...unfitFields(operation, request)]) fails.add(action, fault, parameters)
    for (const member of undeclared(operation, request)) {
      if (listed.has(member)) listedAndSent.add(member)
      else fails.add(action, `the document doesn't declare the ${member} of ${operation.template}`, parameters)
    }
  }

  const stage = await startStage(vendor, domain, documents, needed)
  try {
    for (const { name, action, samples } of actions) {
      for (const parameter of unsent(action, samples))
        if (withoutSample[`${name} ${parameter}`] === undefined)
          fails.add(name, `no generated parameters with ${parameter} are taken by its call`)
      if (samples.length === 0) fails.add(name, 'no generated parameters are taken by its call')
      for (const parameters of samples) {
        const { answer, exchanges: all } = await stage.call(name, parameters)
        // The URL of a next page is the mock's, as its document has it for an example.
        const exchanges = action.pages?.kind === 'link' ? all.slice(0, 1) : all
        calls += exchanges.length
        for (const exchange of exchanges) judge(name, exchange, parameters)
        const isRefused = exchanges.some(({ problems }) => problems.length > 0)
        const isJudged = exchanges.some(({ request }) => {
          const operation = findOperation(documents, request.method, request.url.split('?', 1)[0] ?? '')
          return operation !== undefined && describesAnswer(operation)
        })
        const said = JSON.stringify({ ...answer.body, request_id: undefined })
        if (exchanges.length === 0) fails.add(name, `nothing was sent: ${said}`, parameters)
        else if (!isRefused && isJudged && all.length === exchanges.length && answer.body?.success !== true)
          fails.add(name, said, parameters)
      }
    }
  } finally {
    await stage.stop()
  }
  if (vendor.isPartial !== true) {
    const isSampled = (parameter: string): boolean => {
      const [name, member = ''] = parameter.split(' ')
      const found = actions.find((one) => one.name === name)
      return found === undefined || !unsent(found.action, found.samples).includes(member)
    }
    addNeedless(fails, vendor, domain, documents, listedAndSent, isSampled)
  }
  return {
    vendor: vendor.id,
    documents: vendor.documents.map(({ file }) => file),
    actions: actions.length,
    withoutOperation: Object.keys(withoutOperation),
    operations: operations.size,
    calls,
    fails: fails.all(),
  }
}
