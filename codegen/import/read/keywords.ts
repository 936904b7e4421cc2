import { isNode, type Node, toList } from './node.ts'

/** The types of JSON Schema, and what documents write for them. */
const types: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  null: 'null',
  str: 'string',
  text: 'string',
  date: 'string',
  datetime: 'string',
  'date-time': 'string',
  uuid: 'string',
  file: 'string',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  list: 'array',
}

/** The types that a schema allows; `undefined`: any, or none that exists. */
export const readTypes = (schema: Node): readonly string[] | undefined => {
  const named = (Array.isArray(schema.type) ? schema.type : [schema.type]).flatMap((type) => {
    const name = String(type).toLowerCase()
    return Object.hasOwn(types, name) ? [types[name] as string] : []
  })
  if (named.length === 0) return undefined
  return [...new Set(schema.nullable === true ? [...named, 'null'] : named)]
}

/** Formats of JSON Schema that say more than the type; others are names that only their vendor knows. */
export const formats: ReadonlySet<unknown> = new Set([
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
])

/** Numbers by keyword; YAML often has them in quotes. */
const numeric = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
] as const

const readNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** `minimum` with `exclusiveMinimum: true` (OpenAPI 3.0) is `exclusiveMinimum` with the number (JSON Schema 2020-12). */
export const readNumericKeywords = (schema: Node): Record<string, number> => {
  const keywords: Record<string, number> = {}
  for (const keyword of numeric) {
    const value = readNumber(schema[keyword])
    if (value === undefined || (keyword === 'multipleOf' && value <= 0)) continue
    // A bound of 0 that bounds nothing.
    if (value === 0 && /^min(?:Length|Items|Properties)$/.test(keyword)) continue
    const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
    const isExclusive = (keyword === 'minimum' || keyword === 'maximum') && schema[exclusive] === true
    keywords[isExclusive ? exclusive : keyword] = value
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum']) {
    const value = typeof schema[keyword] === 'boolean' ? undefined : readNumber(schema[keyword])
    if (value !== undefined) keywords[keyword] = value
  }
  return keywords
}

/** A value of an enumeration as its type has it: `1` of YAML among texts is `'1'`. */
const fitting = (value: unknown, allowed: readonly string[] | undefined): unknown => {
  const [only, ...others] = allowed?.filter((type) => type !== 'null') ?? []
  if (others.length > 0) return value
  if (only === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if ((only === 'integer' || only === 'number') && typeof value === 'string') return readNumber(value) ?? value
  if (only === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** The default of a schema, as its type has it; `undefined`: none that a caller could send. */
export const readUsual = (schema: Node, allowed: readonly string[] | undefined): unknown => {
  if (schema.default === undefined || schema.default === null) return undefined
  const value = fitting(schema.default, allowed)
  const type = typeOf(value)
  return !allowed || allowed.includes(type) || (type === 'integer' && allowed.includes('number')) ? value : undefined
}

/** The values of an enumeration, each once; null is one of them where the schema is nullable. */
export const readEnum = (schema: Node, allowed: readonly string[] | undefined): readonly unknown[] | undefined => {
  const listed = toList(schema.enum)
  if (listed.length === 0) return undefined
  const values = listed.map((value) => fitting(value, allowed))
  if (schema.nullable === true) values.push(null)
  const seen = new Set<string>()
  return values.filter((value) => {
    const key = JSON.stringify(value)
    return !seen.has(key) && seen.add(key)
  })
}

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
export const ofSchema = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'not',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
] as const
export const ofSchemas = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const

/** Names by name, as `dependentRequired` has them. */
export const namesByName = (value: unknown): Record<string, string[]> | undefined => {
  if (!isNode(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).map(([name, names]) => [
      name,
      toList(names).filter((one): one is string => typeof one === 'string'),
    ]),
  )
}
