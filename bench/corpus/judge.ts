import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { validateInput } from '@stoplight/prism-http/dist/validator/index.js'
import { followReferences, type Node, toNode } from '../../codegen/import/read/node.ts'
import type { Operation } from '../../codegen/import/read/operations.ts'
import type { ProviderRequest } from '../../core/upstream/authentication.ts'
import { cutDocument } from '../vendor/cut-document.ts'
import type { VendorDocument } from '../vendor/document.ts'
import { unfitFields } from '../vendor/unfit-fields.ts'

/** Prism's faults of a request with the `given` parameters, by the document's own operation. */
export type Judge = (request: ProviderRequest, prefix: string, given: ReadonlySet<string>) => string[]

const queryOf = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const all = search.getAll(name)
      return [name, all.length === 1 ? (all[0] ?? '') : all]
    }),
  )

const describeBytes = (body: Exclude<ProviderRequest['body'], string | undefined>): string =>
  'describe' in body ? body.describe() : Buffer.from(body).toString('latin1')

const bodyOf = ({ headers, body }: ProviderRequest): unknown => {
  if (body === undefined) return undefined
  const text = typeof body === 'string' ? body : describeBytes(body)
  return /^application\/(.*\+)?json/.test(headers['content-type'] ?? '') ? JSON.parse(text) : text
}

/** A query's lists and objects are exploded where nothing else is said (OpenAPI 3.0.3, 4.7.12.2); Prism takes the opposite for granted. */
const withDefault = (parameter: Node): Node => {
  const { in: place, style = 'form', explode = style === 'form' } = parameter
  return place === 'query' && parameter.content === undefined ? { ...parameter, style, explode } : parameter
}

/** One operation alone, without the parameters that are credentials or core's to write, and without what it answers: Prism reads all that a document's schemas reach. */
export const createJudge = async (
  document: VendorDocument,
  { node, key, parameters }: Operation,
  isLeftOut: (parameter: string) => boolean,
): Promise<Judge> => {
  const [method = '', ...path] = key.split(' ')
  const { root } = document
  const item = followReferences(root, toNode(root.paths)[path.join(' ')], '')?.node ?? {}
  const alone = { ...toNode(item[method.toLowerCase()]), ...node, responses: { 200: { description: 'Fine' } } }
  const operation = {
    document,
    method: method.toLowerCase(),
    template: path.join(' '),
    node: alone,
    parameters: parameters.flatMap(({ node: own }) => (isLeftOut(`${own.in} ${own.name}`) ? [] : [withDefault(own)])),
  }
  const cut = structuredClone(cutDocument(root, [operation])) as never
  const [resource] = await getHttpOperationsFromSpec(cut)
  if (!resource) throw new Error(`Prism finds no operation in ${key}`)
  const deep = new Set(
    operation.parameters.flatMap(({ name, style }) => (style === 'deepObject' ? [String(name)] : [])),
  )
  /** Nested fields of queries and forms, which Prism reads too laxly or not at all, are judged by the schema itself. */
  const isNested = ({ path: [place, name = ''] = [] }: Violation, isForm: boolean): boolean =>
    (place === 'body' && isForm) || (place === 'query' && deep.has(name))

  return (request, prefix, given) => {
    const url = new URL(request.url)
    const body = bodyOf(request)
    const length = body === undefined ? {} : { 'content-length': String(String(request.body).length || 1) }
    const element = {
      method: method.toLowerCase(),
      url: { path: url.pathname.slice(prefix.length), query: queryOf(url.searchParams) },
      headers: { ...request.headers, ...length },
      body,
    }
    // Prism fails on a list of its own style that isn't there; what is required has to be.
    const isThere = (place: string) => (one: { name: string; required?: boolean | undefined }) =>
      one.required || given.has(`${place} ${one.name}`)
    const { query, headers } = resource.request ?? {}
    const some = { query: query?.filter(isThere('query')), headers: headers?.filter(isThere('header')) }
    const judged = { ...resource, request: { ...resource.request, ...some } }
    const { left = [] } = validateInput({ resource: judged, element } as never) as { left?: readonly Violation[] }
    const type = request.headers['content-type'] ?? ''
    const isForm = type === 'application/x-www-form-urlencoded'
    const about = type.startsWith('multipart/') ? 'multipart ' : ''
    // Warnings, e.g. about deprecated parameters, refuse nothing. Prism takes a body of `null`, `0` or nothing for
    // none.
    const faults = left.filter(
      (violation) =>
        violation.severity === 0 &&
        !isNested(violation, isForm) &&
        !(violation.message === 'Body parameter is required' && request.body !== undefined && !body),
    )
    const isDeep = [...deep].some((name) => given.has(`query ${name}`))
    const recorded = {
      method,
      url: url.href.slice(url.origin.length),
      headers: request.headers,
      body: String(body ?? ''),
    }
    return [
      ...faults.map(({ path: at = [], message }) => `${about}${at.join('/')} ${message}`),
      ...(isForm || isDeep ? unfitFields(operation, recorded) : []),
    ]
  }
}

interface Violation {
  readonly path?: readonly string[]
  readonly message: string
  readonly severity: number
}
