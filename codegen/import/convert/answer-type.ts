import { readTypes } from '../read/keywords.ts'
import { type Node, resolveNode, toList, toNode, toNodes } from '../read/node.ts'

/** The longest text: an answer of hundreds of members doesn't help a model that writes a few lines of code. */
const longest = 240
/** The most levels of parts (`allOf`) that a schema is made of. */
const deepest = 4
const mostValues = 6
/** Names and values that stand in a type as they are; others would be text of a stranger's for models to read. */
const plainName = /^[A-Za-z_$][\w$]{0,40}$/
const plainValue = /^[\w.-]{1,24}$/

/** The members that code reads most. */
const telling =
  /^(?:id|gid|uuid|key|name|title|subject|number|status|state|type|email|url|html_?url|login|amount|total|currency|created(?:_?at)?|updated(?:_?at)?|next\w*|cursor|has_?more|data|items|results|values)$/i

type Follow = (value: unknown) => Node

interface Members {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly unknown[]
}

/** The members of an object, with those of the schemas that it is made of; of alternatives those of the first that has any. */
const collectMembers = (follow: Follow, schema: Node, depth = 0): Members => {
  const collect = (part: unknown): Members => collectMembers(follow, follow(part), depth + 1)
  const parts = depth < deepest ? toList(schema.allOf).map(collect) : []
  const forms = depth < deepest ? [...toList(schema.anyOf), ...toList(schema.oneOf)] : []
  const form = forms
    .values()
    .map(collect)
    .find(({ properties }) => Object.keys(properties).length > 0)
  const all = [...(form ? [{ ...form, required: [] }] : []), ...parts]
  return {
    properties: Object.assign({}, ...all.map(({ properties }) => properties), toNode(schema.properties)),
    required: [...all.flatMap(({ required }) => required), ...toList(schema.required)],
  }
}

const sortMembers = ({ properties }: Members): readonly (readonly [string, unknown])[] => {
  const all = Object.entries(properties).filter(([name]) => plainName.test(name))
  return [...all.filter(([name]) => telling.test(name)), ...all.filter(([name]) => !telling.test(name))]
}

/** The type of an object with as many members as fit. */
const objectType = (follow: Follow, members: Members, room: number, levels: number): string => {
  const sorted = sortMembers(members)
  if (sorted.length === 0 || levels === 0) return 'object'
  const isOptional = (name: string): boolean => members.required.length > 0 && !members.required.includes(name)
  const shown: string[] = []
  let left = room - 20
  for (const [name, value] of sorted) {
    const text = `${name}${isOptional(name) ? '?' : ''}: ${schemaType(follow, follow(value), left - name.length, levels - 1)}`
    if (text.length + 2 > left) continue
    left -= text.length + 2
    shown.push(text)
  }
  if (shown.length === 0) return 'object'
  return `{ ${shown.join('; ')}${shown.length < Object.keys(members.properties).length ? '; /* ... */' : ''} }`
}

const literalType = (schema: Node, room: number): string | undefined => {
  const values = toList(schema.enum)
  if (values.length === 0 || values.length > mostValues) return undefined
  if (!values.every((value) => typeof value === 'string' && plainValue.test(value))) return undefined
  const text = values.map((value) => JSON.stringify(value)).join(' | ')
  return text.length <= room / 2 ? text : undefined
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const schemaType = (follow: Follow, schema: Node, room: number, levels: number): string => {
  const types = readTypes(schema) ?? []
  if (types.includes('array') || schema.items !== undefined) {
    const item = schemaType(follow, follow(schema.items), room - 2, levels)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  const members = collectMembers(follow, schema)
  const [only] = toNodes([...toList(schema.anyOf), ...toList(schema.oneOf)])
  if (types.includes('object') || Object.keys(members.properties).length > 0) {
    const text = objectType(follow, members, room, levels)
    return types.includes('null') ? `${text} | null` : text
  }
  const typeText =
    literalType(schema, room) ?? [...new Set(types.flatMap((type) => plainTypes[type] ?? []))].join(' | ')
  return typeText || (only && levels > 0 ? schemaType(follow, follow(only), room, levels - 1) : 'unknown')
}

/** The schema of JSON that a successful answer has. */
const findAnswerSchema = (follow: Follow, operation: Node): Node | undefined => {
  const responses = toNode(operation.responses)
  const good = Object.keys(responses).find((status) => /^2/.test(status)) ?? 'default'
  const content = toNode(follow(responses[good]).content)
  const media = Object.keys(content).find((type) => /[/+]json(?:$|[-+;\s])|^\*\/\*$/i.test(type))
  const { schema } = toNode(content[media ?? ''])
  return schema === undefined ? undefined : follow(schema)
}

/**
 * The type of an operation's successful answer in TypeScript, in little room: the members that code reads most come first. `undefined`: the document
 * doesn't say it.
 */
export const describeAnswerType = (root: Node, operation: Node): string | undefined => {
  const follow: Follow = (value) => resolveNode(root, value)
  const schema = findAnswerSchema(follow, operation)
  if (!schema) return undefined
  const text = schemaType(follow, schema, longest, 3)
  return /^(?:unknown|object)(?:\[\])*$/.test(text) ? undefined : text
}
