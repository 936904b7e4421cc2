import { readTypes } from '../../read/keywords.ts'
import { below, followReferences, isNode, type Node, toList, toNode } from '../../read/node.ts'

/** A part of a schema and where it stands. */
interface SchemaPart {
  readonly value: unknown
  readonly pointer: string
}

/** A member of a body that becomes a parameter. */
export interface Member {
  /**
   * Usually one. Several, if parts of an `allOf` describe the same member; empty, if the document requires the member without
   * describing it.
   */
  readonly parts: readonly SchemaPart[]
  readonly required: boolean
}

/** Keywords that restrict an object beyond its members, so that the members can't become parameters. */
const more = [
  'oneOf',
  'anyOf',
  'not',
  'if',
  'enum',
  'const',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'discriminator',
]

interface FoundMembers {
  readonly parts: Map<string, SchemaPart[]>
  readonly required: Set<string>
  readonly readOnly: Set<string>
}

/**
 * The members of a body that is a plain object of known members, or of all parts of an `allOf` that are, in the document's order.
 * `undefined`: it is anything else, and stays whole.
 */
export const collectBodyMembers = (
  root: Node,
  schema: unknown,
  pointer: string,
): ReadonlyMap<string, Member> | undefined => {
  const members: FoundMembers = { parts: new Map(), required: new Set(), readOnly: new Set() }
  if (!collect(root, { value: schema, pointer }, members, new Set())) return undefined
  // One part may describe an answer, and another the request.
  const isAnswered = (name: string): boolean => members.readOnly.has(name) && !members.parts.has(name)
  const names = [...new Set([...members.parts.keys(), ...members.required])].filter((name) => !isAnswered(name))
  return new Map(
    names.map((name) => [name, { parts: members.parts.get(name) ?? [], required: members.required.has(name) }]),
  )
}

/** Members of an object that stand beside its reference, where they count (OpenAPI 3.1); `undefined`: none do. */
const readSiblings = (root: Node, value: unknown): Node | undefined => {
  if (!isNode(value) || typeof value.$ref !== 'string' || String(root.openapi).startsWith('3.0')) return undefined
  const { $ref: _, ...siblings } = value
  const says = [...more, 'properties', 'required', 'allOf', 'additionalProperties', 'unevaluatedProperties']
  return says.some((keyword) => siblings[keyword] !== undefined) ? siblings : undefined
}

/** Adds what a schema has; `false`: it is not a plain object. `above` are the schemas that it is a part of. */
const collect = (
  root: Node,
  { value, pointer }: SchemaPart,
  members: FoundMembers,
  above: ReadonlySet<Node>,
): boolean => {
  const siblings = readSiblings(root, value)
  if (siblings) {
    const around = new Set([...above, toNode(value)])
    return [{ $ref: toNode(value).$ref }, siblings].every((part) =>
      collect(root, { value: part, pointer }, members, around),
    )
  }
  const target = followReferences(root, value, pointer)
  if (!target || above.has(target.node)) return false
  const { node } = target
  if (readTypes(node)?.includes('object') === false) return false
  if (more.some((keyword) => node[keyword] !== undefined)) return false
  if (node.additionalProperties !== undefined && node.additionalProperties !== false) return false
  if (isNode(node.unevaluatedProperties)) return false
  const isPart = above.size > 0
  const parts = toList(node.allOf)
  // An object without members admits any; as a part of another object it adds nothing.
  if (!isPart && parts.length === 0 && !isNode(node.properties) && node.additionalProperties !== false) return false
  addMembers(root, target, members)
  const inner = new Set([...above, node])
  return parts.every((part, index) =>
    collect(root, { value: part, pointer: below(target.pointer, 'allOf', index) }, members, inner),
  )
}

const addMembers = (
  root: Node,
  { node, pointer }: { readonly node: Node; readonly pointer: string },
  members: FoundMembers,
) => {
  for (const [name, value] of Object.entries(toNode(node.properties))) {
    if (isReadOnly(root, value)) {
      members.readOnly.add(name)
      continue
    }
    const parts = members.parts.get(name) ?? []
    members.parts.set(name, parts)
    parts.push({ value, pointer: below(pointer, 'properties', name) })
  }
  for (const name of toList(node.required)) if (typeof name === 'string') members.required.add(name)
}

/** True if a member is only in answers. In OpenAPI 3.0 members beside a reference are ignored, including `readOnly`. */
export const isReadOnly = (root: Node, value: unknown): boolean => {
  if (!isNode(value)) return false
  const own = value.$ref === undefined || !String(root.openapi).startsWith('3.0')
  return (own && value.readOnly === true) || followReferences(root, value, '')?.node.readOnly === true
}
