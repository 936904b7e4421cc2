import { Format } from 'typebox/format'
import { inheritedFaults } from '../faults/name-faults.ts'
import { patternFaults, unboundedFaults } from './pattern-faults.ts'

const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
const annotations = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment']
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
/** TypeBox's own marks on members; they don't change the JSON Schema. */
const marks = ['~kind', '~optional', '~readonly', '~immutable', '~unsafe']
/** Deeper than the documents of any API; the check of a schema that contains itself ends here. */
const deepest = 32

/** The refused keywords, each with the reason and an alternative. */
const refused: Readonly<Record<string, string>> = {
  $ref: "MCP clients don't accept references: write the schema out in place",
  $defs: "MCP clients don't accept definitions: write the schemas out in place",
  $id: 'a schema here has no identity of its own: remove it',
  uniqueItems: 'finding what repeats takes time that grows with the square of the input: leave it to the vendor',
  '~refine': "a refinement is code, which JSON Schema can't hold: use keywords",
  '~codec': "a codec is code, which JSON Schema can't hold: take the value as the vendor has it",
}

/**
 * The faults of a schema that isn't a JSON Schema (2020-12) that MCP clients accept, or that contradicts itself. `at`
 * names its place in messages.
 */
export const schemaFaults = (schema: unknown, at: string, depth = 0): string[] => {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return [`${at} is not a schema: write text(100, 'What it is'), or another function of the contract, or a Type`]
  if (depth > deepest) return [`${at} is nested deeper than ${deepest}: a recursive schema can't be written out`]
  // Own names, not entries: TypeBox makes members that are not JSON Schema non-enumerable.
  const faults = Object.getOwnPropertyNames(schema).flatMap((keyword) =>
    keywordFaults(keyword, Reflect.get(schema, keyword), at, depth),
  )
  const { type, items } = schema as Record<string, unknown>
  if (type === 'array' && items === undefined) faults.push(`${at} is an array without items: say what its items are`)
  return [...faults, ...unboundedFaults(schema as Record<string, unknown>, at)]
}

const keywordFaults = (keyword: string, value: unknown, at: string, depth: number): string[] => {
  const inner = (schema: unknown, place: string): string[] => schemaFaults(schema, `${at}, ${place}`, depth + 1)
  const members = Object.entries(Object(value) as Record<string, unknown>)
  switch (keyword) {
    case 'type':
      return typeFaults(value, at)
    case 'items':
      return Array.isArray(value)
        ? [`${at} is a tuple, which JSON Schema 2020-12 writes otherwise: use an array or an object`]
        : inner(value, 'items')
    case 'properties':
      return members.flatMap(([name, member]) => [
        ...inheritedFaults(`${at}, member \`${name}\``, name),
        ...inner(member, `member \`${name}\``),
      ])
    case 'patternProperties':
      return members.flatMap(([name, member]) => [...patternFaults(name, at), ...inner(member, `members ${name}`)])
    case 'additionalProperties':
      return typeof value === 'boolean' ? [] : inner(value, 'other members')
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return members.flatMap(([index, form]) => inner(form, `form ${Number(index) + 1}`))
    case 'enum':
    case 'const':
      return [value].flat().every(isConstant)
        ? []
        : [`${at} has a constant that is not a string, number, boolean or null: write one of these`]
    case 'pattern':
      return patternFaults(value, at)
    case 'format':
      return Format.Has(String(value))
        ? []
        : [`${at} has the format ${JSON.stringify(value)}, which nothing checks: use a pattern`]
    // TypeBox writes additionalItems for tuples only, which `items` refuses.
    case 'required':
    case 'additionalItems':
      return []
    default:
      return otherFaults(keyword, value, at)
  }
}

const otherFaults = (keyword: string, value: unknown, at: string): string[] => {
  if (marks.includes(keyword)) return []
  // An annotation that is `undefined` counts as absent, as in text(100).
  if (annotations.includes(keyword)) {
    return value === undefined || isJson(value) ? [] : [`${at} has a ${keyword} that is not JSON: write plain data`]
  }
  if (bounds.includes(keyword))
    return Number.isFinite(value) ? [] : [`${at} has a ${keyword} that is not a finite number: write one`]
  if (counts.includes(keyword)) {
    const order = keyword === 'maxLength' ? ', as the first argument of text, pattern and file' : ''
    return Number.isInteger(value) && Number(value) >= 0
      ? []
      : [`${at} has the ${keyword} ${JSON.stringify(value)}: write a whole number${order}`]
  }
  const why = refused[keyword] ?? 'it is not supported here; write Type.Object({ ... }) or another Type'
  return [`${at} uses ${keyword}: ${why}`]
}

const typeFaults = (type: unknown, at: string): string[] => {
  if (Array.isArray(type)) return [`${at} has a list of types: use Type.Union`]
  if (types.includes(String(type))) return []
  return [`${at} has the type ${JSON.stringify(type)}, which JSON doesn't have: use one of ${types.join(', ')}`]
}

const isConstant = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

const isJson = (value: unknown): boolean => {
  if (isConstant(value)) return true
  if (typeof value !== 'object') return false
  return Object.values(Object(value)).every(isJson)
}
