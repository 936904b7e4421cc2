import { isJsonSchema, type JsonSchema, listTypes } from './json-schema.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A schema as one that doesn't take null, and whether it does, if null is the second of its two forms. */
const splitNull = (schema: JsonSchema): { readonly bare: JsonSchema; readonly takesNull: boolean } => {
  const { anyOf, ...rest } = schema
  const [form, other, ...more] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : []
  const takesNull = form !== undefined && other?.type === 'null' && more.length === 0
  return takesNull ? { bare: { ...form, ...rest }, takesNull } : { bare: schema, takesNull }
}

/**
 * The place where two schemas of one parameter differ in their types: a pointer into the value (`''`: the parameter itself), and both types.
 * `undefined` if one schema can describe both.
 */
export const findTypeClash = (
  one: JsonSchema,
  other: JsonSchema,
  at = '',
): { at: string; types: [string, string] } | undefined => {
  const [a, b] = [splitNull(one).bare, splitNull(other).bare]
  const [left, right] = [listTypes(a).join(' or '), listTypes(b).join(' or ')]
  if (left !== right) return { at, types: [left, right] }
  if (isJsonSchema(a.items) && isJsonSchema(b.items)) return findTypeClash(a.items, b.items, `${at}/*`)
  const [members, others] = [readProperties(a), readProperties(b)]
  for (const name of Object.keys(members).filter((name) => Object.hasOwn(others, name))) {
    const clash = findTypeClash(members[name] ?? {}, others[name] ?? {}, `${at}/${name}`)
    if (clash) return clash
  }
  return undefined
}

/**
 * One schema that admits every value that `a` or `b` admits; the two must not clash (`findTypeClash`). Bounds are widened, enums are joined, and
 * keywords that only one schema has, or that can't be joined, are dropped.
 */
export const widenSchema = (a: JsonSchema, b: JsonSchema): JsonSchema => {
  if (same(a, b)) return a
  const [one, other] = [splitNull(a), splitNull(b)]
  if (one.takesNull || other.takesNull) {
    const { description, ...bare } = widenSchema(one.bare, other.bare)
    return { anyOf: [bare, { type: 'null' }], ...(description !== undefined && { description }) }
  }
  const joined = Object.entries(a).flatMap(([keyword, value]): [string, unknown][] => {
    const wider = keyword in b ? join(keyword, value, b[keyword]) : undefined
    return wider === undefined ? [] : [[keyword, wider]]
  })
  return { ...Object.fromEntries(joined), ...widenMembers(a, b) }
}

const join = (keyword: string, a: unknown, b: unknown): unknown => {
  if (memberKeywords.includes(keyword)) return undefined
  if (same(a, b) || keyword === 'description') return a
  if (typeof a === 'number' && typeof b === 'number') {
    if (/^(exclusiveM|m)in/.test(keyword)) return Math.min(a, b)
    if (/^(exclusiveM|m)ax/.test(keyword)) return Math.max(a, b)
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    if (keyword === 'enum') return [...new Set([...a, ...b])]
    if (keyword === 'required') return a.filter((name) => b.includes(name))
  }
  return keyword === 'items' && isJsonSchema(a) && isJsonSchema(b) ? widenSchema(a, b) : undefined
}

const memberKeywords = ['properties', 'patternProperties', 'additionalProperties']

/**
 * These three functions decide which schema applies to a member. Two closed objects give a closed object with all
 * members; otherwise only what both schemas say applies.
 */
const widenMembers = (a: JsonSchema, b: JsonSchema): JsonSchema => {
  const [members, others] = [readProperties(a), readProperties(b)]
  const names = [...new Set([...Object.keys(members), ...Object.keys(others)])]
  const shared = names.filter((name) => Object.hasOwn(members, name) && Object.hasOwn(others, name))
  const samePatterns = same(a.patternProperties, b.patternProperties)
  const closed = samePatterns && a.additionalProperties === false && b.additionalProperties === false
  const sameRest =
    samePatterns && same(a.additionalProperties, b.additionalProperties) && shared.length === names.length

  const sharedMembers = (closed ? names : shared).map((name) => [name, widenMember(members[name], others[name])])
  return {
    ...((closed || sharedMembers.length > 0) && { properties: Object.fromEntries(sharedMembers) }),
    ...(samePatterns && a.patternProperties !== undefined && { patternProperties: a.patternProperties }),
    ...((closed || sameRest) &&
      a.additionalProperties !== undefined && { additionalProperties: a.additionalProperties }),
  }
}

const widenMember = (a: JsonSchema | undefined, b: JsonSchema | undefined): JsonSchema =>
  a && b ? widenSchema(a, b) : (a ?? b ?? {})

type Members = Readonly<Record<string, JsonSchema>>
const readProperties = (schema: JsonSchema): Members =>
  isJsonSchema(schema.properties) ? (schema.properties as Members) : {}
