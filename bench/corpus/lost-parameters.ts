import type { SliceAction } from '@patchbay/core/imported'
import type { Imported } from '../../codegen/import/convert/to-slice.ts'
import {
  below,
  followReferences,
  isNode,
  type Node,
  resolveNode,
  toList,
  toNode,
} from '../../codegen/import/read/node.ts'

/** The methods of a path whose operations are read from the original here: the importer's own reading is not trusted. */
const methods = ['get', 'head', 'post', 'put', 'patch', 'delete']

/** The parameters of an operation as the original document has them: `query page`. */
const declared = (root: Node, path: string, method: string): Map<string, Node> => {
  const item = followReferences(root, toNode(root.paths)[path], '')?.node ?? {}
  const all = [...toList(item.parameters), ...toList(toNode(item[method]).parameters)]
  return new Map(
    all.flatMap((value) => {
      const node = followReferences(root, value, '')?.node
      return node ? [[`${node.in} ${node.name}`, node] as const] : []
    }),
  )
}

const writable = (root: Node, schema: unknown): string[] => {
  const node = resolveNode(root, schema)
  const parts = toList(node.allOf).flatMap((part) => writable(root, part))
  const own = Object.entries(toNode(node.properties)).flatMap(([name, value]) =>
    followReferences(root, value, '')?.node.readOnly === true || toNode(value).readOnly === true ? [] : [name],
  )
  return [...parts, ...own]
}

const has = (action: SliceAction, place: string, name: string): boolean =>
  Object.entries(action.params).some(([own, { in: at, as = own }]) => at === place && as === name) ||
  (place === 'query' && action.query?.[name] !== undefined) ||
  (place === 'header' && action.headers?.[name] !== undefined)

const hasBody = (action: SliceAction): boolean =>
  Object.values(action.params).some(({ in: place }) => place === 'body' || place === 'whole')

const isWhole = (action: SliceAction): boolean =>
  Object.values(action.params).some(({ in: place }) => place === 'whole')

/** Members of bodies: of 3.x by the media type that the action writes, of 2.0 by the parameter that is the body. */
const lostInBody = (
  root: Node,
  operation: Node,
  parameters: ReadonlyMap<string, Node>,
  action: SliceAction,
): string[] => {
  if (isWhole(action)) return []
  const body = [...parameters.values()].find((node) => node.in === 'body')
  const content = toNode(followReferences(root, operation.requestBody, '')?.node.content)
  const schemas = body ? [body.schema] : Object.values(content).map((media) => toNode(media).schema)
  if (schemas.length === 0) return []
  const missing = schemas.map((schema) => writable(root, schema).filter((name) => !has(action, 'body', name)))
  const fewest = missing.toSorted((a, b) => a.length - b.length)[0] ?? []
  if (fewest.length > 0 || hasBody(action)) return fewest.map((name) => `body ${name}`)
  // A body without members that could be sent, or without any, is no loss.
  return schemas.every((schema) => isNode(resolveNode(root, schema).properties)) ? [] : ['body']
}

/**
 * The parameters of the original document that an action doesn't have, and of which the import doesn't say that they are credentials or core's
 * to write: `GET /items: query page`.
 */
export const lostParameters = (
  root: Node,
  actions: readonly Imported[],
  isReported: (pointer: string) => boolean,
): string[] => {
  const byKey = new Map(actions.map((one) => [one.operation.key, one]))
  return Object.entries(toNode(root.paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = toNode(followReferences(root, item, '')?.node[method])
      const found = byKey.get(`${method.toUpperCase()} ${path}`)
      if (!found) return []
      const parameters = declared(root, path, method)
      const lost = [...parameters].flatMap(([key, node]) => {
        const place = node.in === 'formData' ? 'body' : String(node.in)
        if (place === 'body' && node.in !== 'formData') return []
        if (isWhole(found.action) && place === 'body') return []
        return has(found.action, place, String(node.name)) || isRefused(found, place, String(node.name), isReported)
          ? []
          : [key]
      })
      const reported = isReported(below(found.operation.pointer, 'requestBody'))
      const body = (reported ? [] : lostInBody(root, operation, parameters, found.action)).filter(
        (name) => !found.credentials.includes(name),
      )
      return [...lost, ...body].map((name) => `${found.operation.key}: ${name}`)
    }),
  )
}

const isRefused = (
  { credentials, operation }: Imported,
  place: string,
  name: string,
  isReported: (pointer: string) => boolean,
): boolean =>
  credentials.includes(`${place} ${name}`) ||
  operation.parameters.some(({ node, pointer }) => node.in === place && node.name === name && isReported(pointer))
