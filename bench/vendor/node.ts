import type { Pointer } from '@patchbay/core/provider'
import { at } from '../../core/schema/index.ts'

/** A JSON object of an OpenAPI document, as it was read. */
export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** The node itself, or what its `$ref` names in the document. */
export const resolved = (root: Node, node: unknown): Node => {
  if (!isNode(node)) return {}
  if (typeof node.$ref !== 'string') return node
  return resolved(root, at(root, node.$ref.slice(1) as Pointer))
}
