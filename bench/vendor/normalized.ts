import { isNode, type Node, toNodes } from '../../codegen/import/read/node.ts'

/**
 * Stripe's documents say by `x-expansionResources` that a member is an id, or the whole object where a caller asks for
 * it. The ids alone are kept: through the objects every schema reaches every other, and no mock starts on them.
 */
const unexpanded = (node: Node): Node => {
  if (!isNode(node['x-expansionResources'])) return node
  const [id] = toNodes(node.anyOf).filter(({ type }) => type === 'string')
  return id ? { ...id, nullable: node.nullable } : node
}

/** HubSpot's documents have `example: null` everywhere, which is an example to a mock. */
const isNoExample = ([name, value]: [string, unknown]): boolean => name === 'example' && value === null

/** A document without the habits of its generator that keep a mock from serving it. */
export const normalized = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(normalized)
  if (!isNode(value)) return value
  const members = Object.entries(unexpanded(value)).filter((member) => !isNoExample(member))
  return Object.fromEntries(members.map(([name, member]) => [name, normalized(member)]))
}
