import { readTypes } from '../read/keywords.ts'
import { below, type Node, resolveNode, toList, toNode } from '../read/node.ts'
import type { Operation } from '../read/operations.ts'

/** A member of an answer, as far as the document shows it. */
export interface AnswerMember {
  readonly pointer: string
  /** The names on the way to it, its own last. */
  readonly steps: readonly string[]
  readonly schema: Node
  readonly kind: 'list' | 'object' | 'text' | 'number' | 'flag' | 'unknown'
}

/** Members that hold data about a page. */
export const pagingContainer =
  /^_?(?:links?|meta(?:data)?|paging|pagination|pages?|page_?info|paginator|cursors?|next(?:_?page)?|response_?metadata)$/i
const deepest = 4
/** The most members that are looked at: large answers have their pagination in the first outer ones. */
const mostMembers = 400
/** Names that a terminal shows as they are. */
const plainName = /^[\w.@$/-]{1,60}$/

/** The members of an object, with those of the schemas that it is made of. */
const collectMembers = (root: Node, schema: Node, depth = 0): Node => {
  const parts = depth < deepest ? [schema.allOf, schema.anyOf, schema.oneOf].flatMap(toList) : []
  return Object.assign(
    {},
    ...parts.map((part) => collectMembers(root, resolveNode(root, part), depth + 1)),
    toNode(schema.properties),
  )
}

const isObject = (root: Node, schema: Node, depth = 0): boolean =>
  schema.properties !== undefined ||
  (depth < deepest &&
    [schema.allOf, schema.anyOf, schema.oneOf]
      .flatMap(toList)
      .some((part) => isObject(root, resolveNode(root, part), depth + 1)))

const classifySchema = (root: Node, schema: Node): AnswerMember['kind'] => {
  const types = readTypes(schema)
  if (types?.includes('array') || schema.items !== undefined) return 'list'
  if (types?.includes('object') || isObject(root, schema)) return 'object'
  if (types?.includes('string')) return 'text'
  if (types?.includes('integer') || types?.includes('number')) return 'number'
  return types?.includes('boolean') ? 'flag' : 'unknown'
}

const goodAnswer = (root: Node, { node }: Operation): Node => {
  const responses = toNode(node.responses)
  const good = Object.keys(responses).find((status) => status.startsWith('2')) ?? 'default'
  return resolveNode(root, responses[good])
}

/** The names of the headers in an operation's successful answer, in lower case. */
export const answerHeaders = (root: Node, operation: Operation): readonly string[] =>
  Object.keys(toNode(goodAnswer(root, operation).headers)).map((name) => name.toLowerCase())

/** The schema of an operation's successful answer, and its members, outer ones first. Members within lists are left out. */
export const answerMembers = (root: Node, operation: Operation): readonly AnswerMember[] => {
  const content = toNode(goodAnswer(root, operation).content)
  const media = Object.keys(content).find((type) => /json|\*\/\*/.test(type)) ?? ''
  const members: AnswerMember[] = []
  const add = (value: unknown, pointer: string, steps: readonly string[]): void => {
    const schema = resolveNode(root, value)
    members.push({ pointer, steps, schema, kind: classifySchema(root, schema) })
  }
  add(toNode(content[media]).schema, '', [])
  for (let index = 0; index < members.length && members.length < mostMembers; index++) {
    const { kind, steps, schema, pointer } = members[index] as AnswerMember
    if (kind !== 'object' || (steps.length > 1 && !steps.slice(1).every((step) => pagingContainer.test(step)))) continue
    for (const [name, value] of Object.entries(collectMembers(root, schema))) {
      if (plainName.test(name)) add(value, below(pointer, name), [...steps, name])
    }
  }
  return members
}

export const itemsAreObjects = (root: Node, { schema }: AnswerMember): boolean =>
  classifySchema(root, resolveNode(root, schema.items)) === 'object'

/** True if the items of a list have the member. */
export const itemsHave = (root: Node, { schema }: AnswerMember, name: string): boolean =>
  Object.hasOwn(collectMembers(root, resolveNode(root, schema.items)), name)
