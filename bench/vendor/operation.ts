import { isNode, type Node, resolveNode, toNodes } from '../../codegen/import/read/node.ts'
import type { VendorDocument } from './document.ts'

/** One operation of a vendor's document. */
export interface VendorOperation {
  readonly document: VendorDocument
  /** Lower case. */
  readonly method: string
  /** E.g. `/v1/customers/{customer}`, without the document's base path. */
  readonly template: string
  readonly node: Node
  /** Its own and its path's, resolved. */
  readonly parameters: readonly Node[]
}

const parameter = /\{[^}]+\}/g

const matches = (template: string, path: string): boolean => {
  const pattern = template
    .split(parameter)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  return new RegExp(`^${pattern}$`).test(path)
}

/** More fixed text is the better match: `/contacts/search` before `/contacts/{id}` (OpenAPI 3.0.3, 4.7.8). */
const byFixedText = (a: string, b: string): number => b.replace(parameter, '').length - a.replace(parameter, '').length

const inDocument = (document: VendorDocument, method: string, path: string): VendorOperation | undefined => {
  if (!path.startsWith(`${document.basePath}/`)) return undefined
  const rest = path.slice(document.basePath.length)
  const paths = document.root.paths as Record<string, Node>
  const template = Object.keys(paths)
    .filter((candidate) => matches(candidate, rest) && isNode(paths[candidate]?.[method]))
    .sort(byFixedText)[0]
  const node = template === undefined ? undefined : paths[template]?.[method]
  if (template === undefined || !isNode(node)) return undefined
  const parameters = [...toNodes(node.parameters), ...toNodes(paths[template]?.parameters)]
  return {
    document,
    method,
    template,
    node,
    parameters: parameters.map((parameter) => resolveNode(document.root, parameter)),
  }
}

/** The operation that a request (`GET`, `/v1/customers`) means; `undefined` where no document has one. */
export const findOperation = (
  documents: readonly VendorDocument[],
  method: string,
  path: string,
): VendorOperation | undefined =>
  documents.map((document) => inDocument(document, method.toLowerCase(), path)).find((found) => found !== undefined)

/** True if the document describes the JSON that the operation answers; otherwise the mock makes something up. */
export const describesAnswer = ({ document: { root }, node }: VendorOperation): boolean =>
  Object.entries((node.responses ?? {}) as Node)
    .filter(([status]) => status.startsWith('2'))
    .some(([, response]) => {
      const { content } = resolveNode(root, response)
      const media = Object.values((content ?? {}) as Node).filter(isNode)
      return media.some(({ schema, example, examples }) => {
        const { properties, items, allOf, anyOf, oneOf } = resolveNode(root, schema)
        return [example, examples, properties, items, allOf, anyOf, oneOf].some((member) => member !== undefined)
      })
    })
