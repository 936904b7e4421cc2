import type { Detail } from '../../errors.ts'
import { formatHint, isJsonSchema, pointerToken } from '../../schema/index.ts'
import type { ParameterCondition } from '../../store/index.ts'
import { compareNumbers, isJsonNumber } from './decimal.ts'
import {
  type DeclaredValues,
  declaredItems,
  declaredMember,
  listDeclaredMembers,
  listDeclaredTypes,
} from './declared-values.ts'
import { conditionKeywords, type JsonType, readType, typedKeywords } from './parameter-condition.ts'
import { findPatternFault } from './text-pattern.ts'

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
/** Formats whose check takes a time that grows no faster than the text. */
const formats = ['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid']
const mostDepth = 8
const mostValues = 200
const longestPattern = 500

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0

/** Finds the fault in the value of a keyword; `undefined`: it is valid. */
type FindFault = (wanted: unknown) => string | undefined

const expectNumber: FindFault = (wanted) => (isJsonNumber(wanted) ? undefined : 'must be a number')
const expectCount: FindFault = (wanted) => (isCount(wanted) ? undefined : 'must be a whole number from 0')
const expectObject: FindFault = (wanted) => (isJsonSchema(wanted) ? undefined : 'must be an object')

const expectNames: FindFault = (wanted) =>
  Array.isArray(wanted) && wanted.length > 0 && wanted.every((name) => typeof name === 'string')
    ? undefined
    : 'must be a list of names'

const expectPattern: FindFault = (wanted) => {
  if (typeof wanted !== 'string') return 'must be a text'
  return wanted.length > longestPattern ? `has more than ${longestPattern} characters` : findPatternFault(wanted)
}

const expectFormat: FindFault = (wanted) => {
  if (formats.includes(String(wanted))) return undefined
  return `is not one of the formats ${formats.join(', ')}${formatHint(String(wanted), formats)}`
}

const expectTypes: FindFault = (wanted) => {
  const named = Array.isArray(wanted) ? wanted : [wanted]
  return named.length > 0 && named.every((type) => types.includes(type))
    ? undefined
    : `must be one of ${types.join(', ')}, or a list of them`
}

const expectValues: FindFault = (wanted) =>
  Array.isArray(wanted) && wanted.length > 0 && wanted.length <= mostValues
    ? undefined
    : `must be a list of 1 to ${mostValues} values`

/** The checks of keywords' own values; the conditions inside are checked separately. */
const faultsOfValues: Readonly<Record<string, FindFault>> = {
  type: expectTypes,
  const: () => undefined,
  enum: expectValues,
  minimum: expectNumber,
  maximum: expectNumber,
  exclusiveMinimum: expectNumber,
  exclusiveMaximum: expectNumber,
  multipleOf: (wanted) =>
    expectNumber(wanted) ?? ((compareNumbers(wanted, 0) ?? 0) > 0 ? undefined : 'must be above 0'),
  minLength: expectCount,
  maxLength: expectCount,
  minItems: expectCount,
  maxItems: expectCount,
  pattern: expectPattern,
  format: expectFormat,
  items: expectObject,
  contains: expectObject,
  properties: expectObject,
  required: expectNames,
  additionalProperties: (wanted) => (typeof wanted === 'boolean' ? undefined : expectObject(wanted)),
}

const isDeclared = (type: string, declared: readonly string[]): boolean => {
  if (declared.length === 0 || declared.includes(type)) return true
  return (type === 'number' && declared.includes('integer')) || (type === 'integer' && declared.includes('number'))
}

const describeTypes = (declared: readonly string[]): string => declared.join(' or ')

/** The types that a keyword speaks of. */
const typesOf = (keyword: string, wanted: unknown): readonly string[] => {
  if (keyword === 'type') return [wanted].flat().map(String)
  if (keyword === 'const') return [readType(wanted)]
  if (keyword === 'enum') return (wanted as readonly unknown[]).map(readType)
  const about: JsonType | undefined = typedKeywords[keyword as keyof typeof typedKeywords]?.about
  return about ? [about] : []
}

const memberFaults = (names: readonly string[], path: (name: string) => string, values: DeclaredValues): Detail[] =>
  names.flatMap((name) => {
    if (declaredMember(values, name)) return []
    const declared = listDeclaredMembers(values)
    return [{ path: path(name), message: `the action has no such parameter there${formatHint(name, declared)}` }]
  })

/** The faults inside of a keyword. */
const innerFaults = (
  keyword: string,
  wanted: unknown,
  path: string,
  values: DeclaredValues,
  depth: number,
): readonly Detail[] => {
  if (keyword === 'items' || keyword === 'contains')
    return conditionFaults(wanted as ParameterCondition, path, declaredItems(values), depth + 1)
  if (keyword === 'required') return memberFaults(wanted as string[], () => path, values)
  if (keyword === 'additionalProperties' && typeof wanted === 'object')
    return conditionFaults(wanted as ParameterCondition, path, { ...values, schemas: [] }, depth + 1)
  if (keyword !== 'properties') return []
  const members = Object.entries(wanted as ParameterCondition)
  const at = (name: string): string => `${path}/${pointerToken(name)}`
  const unknown = memberFaults(Object.keys(wanted as object), at, values)
  if (unknown.length > 0) return unknown
  return members.flatMap(([name, inner]) => {
    if (!isJsonSchema(inner)) return [{ path: at(name), message: 'must be an object' }]
    return conditionFaults(inner, at(name), declaredMember(values, name) ?? values, depth + 1)
  })
}

/** The faults of a condition over the values that an action declares. */
export const conditionFaults = (
  condition: ParameterCondition,
  path: string,
  values: DeclaredValues,
  depth = 0,
): readonly Detail[] => {
  if (depth > mostDepth) return [{ path, message: `is nested more than ${mostDepth} times` }]
  const declared = listDeclaredTypes(values)
  return Object.entries(condition).flatMap(([keyword, wanted]): readonly Detail[] => {
    const at = `${path}/${pointerToken(keyword)}`
    const findFault = Object.hasOwn(faultsOfValues, keyword) ? faultsOfValues[keyword] : undefined
    if (!findFault)
      return [
        {
          path: at,
          message: `is not a keyword of conditions (${conditionKeywords.join(', ')})${formatHint(keyword, conditionKeywords)}`,
        },
      ]
    const fault = findFault(wanted)
    if (fault !== undefined) return [{ path: at, message: fault }]
    const other = typesOf(keyword, wanted).find((type) => !isDeclared(type, declared))
    if (other !== undefined)
      return [
        {
          path: at,
          message: `is about values of the type ${other}; the action takes ${describeTypes(declared)} there`,
        },
      ]
    return innerFaults(keyword, wanted, at, values, depth)
  })
}
