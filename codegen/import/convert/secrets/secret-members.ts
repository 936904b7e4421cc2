import { snakeCase } from '@patchbay/core/snake-case'
import { readTypes } from '../../read/keywords.ts'
import { followReferences, isNode, type Node, resolveNode, toList, toNode } from '../../read/node.ts'
import type { Operation } from '../../read/operations.ts'

/** Last words of names that credentials have. */
const names =
  /(?:^|_)(?:token|jwt|secret|password|passwd|passphrase|passcode|credentials?|apikey|(?:api|private|secret|access|auth|signing|shared|session|master|storage|account|consumer|primary|secondary)_key|cvc|cvv|pem)$/

/** Words before `token` that make it a cursor. */
const places =
  /(?:^|_)(?:page|next|prev|previous|sync|cursor|continuation|continue|delta|resume|change|skip|scroll|pagination|position)_token$/

const isSecretName = (name: string): boolean => {
  const snake = snakeCase(name)
  return names.test(snake) && !places.test(snake)
}

/** Names that mean something else by what stands beside them: the field that is a record's key, and a word of a model's. */
const others: readonly (readonly [name: RegExp, isOther: (siblings: readonly string[]) => boolean])[] = [
  [/(?:^|_)primary_key$/, (siblings) => !siblings.some((one) => /(?:^|_)secondary_?key$/i.test(snakeCase(one)))],
  [/^token$/, (siblings) => siblings.some((one) => /^log_?probs?$/i.test(one))],
]

const isOther = (name: string, siblings: readonly string[]): boolean =>
  others.some(([matches, is]) => matches.test(snakeCase(name)) && is(siblings))

const deepest = 4

/** A text without an enum, an object with such a text, or a value without a declared type. */
const mayHold = (root: Node, value: unknown, depth = 0): boolean => {
  const schema = resolveNode(root, value)
  if (schema.writeOnly === true || schema.enum !== undefined || schema.const !== undefined) return false
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(toList)
  const members = Object.values(toNode(schema.properties))
  if (depth < deepest && parts.length + members.length > 0)
    return [...parts, ...members].some((part) => mayHold(root, part, depth + 1))
  return readTypes(schema)?.includes('string') ?? members.length === 0
}

interface SchemaParts {
  readonly members: readonly string[]
  /** Keywords whose schemas also belong to the answer. */
  readonly others: readonly unknown[]
}

/** A schema's own parts, without the schemas that it refers to. */
const look = (root: Node, schema: Node): SchemaParts => {
  const members: string[] = []
  const below: unknown[] = [
    ...[schema.allOf, schema.anyOf, schema.oneOf].flatMap(toList),
    ...[schema.items, schema.additionalProperties].filter(isNode),
  ]
  const properties = toNode(schema.properties)
  for (const [name, value] of Object.entries(properties)) {
    if (isSecretName(name) && !isOther(name, Object.keys(properties)) && mayHold(root, value)) members.push(name)
    below.push(value)
  }
  return { members, others: below }
}

/** The most schemas that are searched for an answer: some documents refer to everything from everywhere. */
const mostSchemas = 5000

/** The successful answers; `default` stands for errors if anything else is declared. */
const listAnswerSchemas = (root: Node, { node }: Operation): unknown[] => {
  const responses = Object.entries(toNode(node.responses))
  const good = responses.filter(([status]) => status.startsWith('2'))
  return (good.length > 0 ? good : responses.filter(([status]) => status === 'default')).flatMap(([, value]) => {
    const response = resolveNode(root, value)
    return Object.values(toNode(response.content)).map((content) => toNode(content).schema)
  })
}

/** Finds the members of an operation's answers, however deep, that hold credentials by their names. */
export const createSecretMembers = (root: Node): ((operation: Operation) => readonly string[]) => {
  const partsOf = new Map<Node, SchemaParts>()
  const lookOnce = (schema: Node): SchemaParts => {
    const parts = partsOf.get(schema) ?? look(root, schema)
    partsOf.set(schema, parts)
    return parts
  }
  return (operation) => {
    const open = listAnswerSchemas(root, operation)
    const seen = new Set<Node>()
    const members = new Set<string>()
    for (let value = open.pop(); value !== undefined && seen.size < mostSchemas; value = open.pop()) {
      const schema = followReferences(root, value, '')?.node
      if (!schema || seen.has(schema)) continue
      seen.add(schema)
      const parts = lookOnce(schema)
      for (const name of parts.members) members.add(name)
      open.push(...parts.others)
    }
    return [...members].toSorted()
  }
}
