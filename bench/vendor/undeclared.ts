import { isNode, type Node, resolveNode } from '../../codegen/import/read/node.ts'
import type { Recorded } from '../../test/providers/recorded.ts'
import { fields } from './fields.ts'
import type { VendorOperation } from './operation.ts'

/** The headers of HTTP itself (RFC 9110, RFC 9112), which an OpenAPI document must not declare (3.0.3, 4.7.12.1). */
const transportHeaders = new Set([
  'host',
  'connection',
  'accept',
  'accept-encoding',
  'user-agent',
  'content-type',
  'content-length',
])

const named = (operation: VendorOperation, place: string): ReadonlyMap<string, Node> =>
  new Map(
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [String(parameter.name), parameter]),
  )

/** The query parameters and headers that the document's security schemes send, in lower case. */
const credentialNames = ({ document: { root } }: VendorOperation, place: 'query' | 'header'): Set<string> => {
  const { securitySchemes } = (root.components ?? {}) as Node
  const schemes = Object.values((securitySchemes ?? {}) as Node).map((scheme) => resolveNode(root, scheme))
  return new Set(
    schemes.flatMap((scheme) => {
      if (scheme.type === 'apiKey') return scheme.in === place ? [String(scheme.name).toLowerCase()] : []
      return place === 'header' ? ['authorization'] : []
    }),
  )
}

/** The schema and all that it is made of by allOf, anyOf and oneOf. */
const parts = (root: Node, schema: unknown): readonly Node[] => {
  const node = resolveNode(root, schema)
  const inner = [node.allOf, node.anyOf, node.oneOf].flatMap((schemas) => (Array.isArray(schemas) ? schemas : []))
  return [node, ...inner.flatMap((schema) => parts(root, schema))]
}

/** Pointers to the members of a value that no part of its schema names. A schema without any member takes all. */
const undeclaredMembers = (root: Node, schema: unknown, value: unknown, at: string): string[] => {
  const all = parts(root, schema)
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items }) => (items === undefined ? [] : [items]))
    return value.flatMap((item, i) => undeclaredMembers(root, { anyOf: items }, item, `${at}/${i}`))
  }
  if (!isNode(value)) return []
  const isOpen = all.every(({ properties, additionalProperties }) => !properties && additionalProperties === undefined)
  return Object.entries(value).flatMap(([name, member]) => {
    const schemas = all.flatMap(({ properties, additionalProperties }) => {
      if (isNode(properties) && Object.hasOwn(properties, name)) return [properties[name]]
      return additionalProperties === undefined || additionalProperties === false ? [] : [additionalProperties]
    })
    if (schemas.length === 0) return isOpen ? [] : [`${at}/${name}`]
    return undeclaredMembers(root, { anyOf: schemas.filter(isNode) }, member, `${at}/${name}`)
  })
}

const inQuery = (operation: VendorOperation, search: string): string[] => {
  const declared = named(operation, 'query')
  const credentials = credentialNames(operation, 'query')
  return Object.entries(fields(search)).flatMap(([name, value]) => {
    const parameter = declared.get(name)
    if (parameter) return undeclaredMembers(operation.document.root, parameter.schema, value, `query ${name}`)
    return credentials.has(name.toLowerCase()) ? [] : [`query ${name}`]
  })
}

const inHeaders = (operation: VendorOperation, names: readonly string[]): string[] => {
  const declared = new Set([...named(operation, 'header').keys()].map((name) => name.toLowerCase()))
  const credentials = credentialNames(operation, 'header')
  return names
    .filter((name) => !declared.has(name) && !credentials.has(name) && !transportHeaders.has(name))
    .map((name) => `header ${name}`)
}

const inBody = ({ document: { root }, node }: VendorOperation, { headers, body }: Recorded): string[] => {
  if (body === '') return []
  const { content } = resolveNode(root, node.requestBody)
  if (!isNode(content)) return ['body']
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const media = content[type]
  if (!isNode(media)) return [`body of type ${type}`]
  return undeclaredMembers(root, media.schema, membersOf(type, body), 'body')
}

/** The body's members with their values; of a multipart body the names alone, and none of a file. */
const membersOf = (type: string, body: string): unknown => {
  if (type === 'application/x-www-form-urlencoded') return fields(body)
  if (/^application\/(.*\+)?json$/.test(type)) return JSON.parse(body)
  return Object.fromEntries(
    [...body.matchAll(/^content-disposition: form-data; name="([^"]*)"/gim)].map(([, name]) => [name, '']),
  )
}

/** The undeclared parts of a request: `query page`, `header x-key`, `body/filters/0/op`. */
export const undeclared = (operation: VendorOperation, request: Recorded): string[] => {
  const { search } = new URL(request.url, 'http://localhost')
  return [
    ...inQuery(operation, search),
    ...inHeaders(operation, Object.keys(request.headers)),
    ...inBody(operation, request),
  ]
}
