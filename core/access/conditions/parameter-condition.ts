import { Format } from 'typebox/format'
import type { ParameterCondition } from '../../store/index.ts'
import { compareNumbers, isJsonNumber, parseDecimal } from './decimal.ts'
import { compileTextPattern } from './text-pattern.ts'

/**
 * Judges a value. `unsure` is the answer where the condition can't judge it: what it speaks of is missing, or has another type. It must count
 * against the call, so it is false where the rule lets calls through, and true where the rule stops them.
 */
export type JudgeValue = (value: unknown, unsure: boolean) => boolean

type Members = Readonly<Record<string, unknown>>
export type JsonType = 'number' | 'string' | 'array' | 'object' | 'boolean' | 'null'

/** A longer text is judged neither by a pattern nor by a format, as that could take long. */
const longestJudged = 10_000

export const readType = (value: unknown): JsonType => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isJsonNumber(value) ? 'number' : (typeof value as JsonType)
}

const isWhole = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isInteger(value)
  return parseDecimal(value)?.mod(1).eq(0) ?? false
}

const hasType = (value: unknown, type: unknown): boolean =>
  type === 'integer' ? isJsonNumber(value) && isWhole(value) : readType(value) === type

/** True if two values of JSON are equal, numbers by their exact value. */
const isEqual = (one: unknown, other: unknown): boolean => {
  const type = readType(one)
  if (type !== readType(other)) return false
  if (type === 'number') return compareNumbers(one, other) === 0
  if (type === 'array') {
    const [a, b] = [one as readonly unknown[], other as readonly unknown[]]
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  }
  if (type !== 'object') return one === other
  const [a, b] = [one as Members, other as Members]
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  )
}

/** A keyword about values of one type. It gets only values of that type. */
interface Keyword {
  readonly about: JsonType
  compile(wanted: unknown, schema: ParameterCondition): JudgeValue
}

const compareTo =
  (fits: (order: number) => boolean): Keyword['compile'] =>
  (wanted) =>
  (value, unsure) => {
    const order = compareNumbers(value, wanted)
    return order === undefined ? unsure : fits(order)
  }

const multipleOf: Keyword['compile'] = (wanted) => {
  const divisor = parseDecimal(wanted)
  return (value, unsure) => {
    const number = parseDecimal(value)
    return number && divisor ? number.mod(divisor).eq(0) : unsure
  }
}

/** JSON Schema counts characters, not the units that JavaScript stores them in. */
const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const judgeText =
  (judge: (text: string) => boolean): JudgeValue =>
  (value, unsure) =>
    (value as string).length > longestJudged ? unsure : judge(value as string)

const properties: Keyword['compile'] = (wanted) => {
  const members = Object.entries(wanted as Members).map(([name, schema]) => ({
    name,
    judge: compileParameterCondition(schema as ParameterCondition),
  }))
  return (value, unsure) => {
    for (const { name, judge } of members) {
      if (!(Object.hasOwn(value as Members, name) ? judge((value as Members)[name], unsure) : unsure)) return false
    }
    return true
  }
}

const additionalProperties: Keyword['compile'] = (wanted, schema) => {
  const declared = Object(schema.properties) as Members
  const judge: JudgeValue =
    typeof wanted === 'boolean' ? () => wanted : compileParameterCondition(wanted as ParameterCondition)
  return (value, unsure) =>
    Object.entries(value as Members).every(([name, member]) => Object.hasOwn(declared, name) || judge(member, unsure))
}

const items: Keyword['compile'] = (wanted) => {
  const judge = compileParameterCondition(wanted as ParameterCondition)
  return (value, unsure) => (value as readonly unknown[]).every((item) => judge(item, unsure))
}

const contains: Keyword['compile'] = (wanted) => {
  const judge = compileParameterCondition(wanted as ParameterCondition)
  return (value, unsure) => (value as readonly unknown[]).some((item) => judge(item, unsure))
}

/** The keywords about values of one type. */
export const typedKeywords = {
  minimum: { about: 'number', compile: compareTo((order) => order >= 0) },
  maximum: { about: 'number', compile: compareTo((order) => order <= 0) },
  exclusiveMinimum: { about: 'number', compile: compareTo((order) => order > 0) },
  exclusiveMaximum: { about: 'number', compile: compareTo((order) => order < 0) },
  multipleOf: { about: 'number', compile: multipleOf },
  minLength: { about: 'string', compile: (wanted) => (text) => countCharacters(text as string) >= Number(wanted) },
  maxLength: { about: 'string', compile: (wanted) => (text) => countCharacters(text as string) <= Number(wanted) },
  pattern: { about: 'string', compile: (wanted) => judgeText(compileTextPattern(String(wanted))) },
  format: { about: 'string', compile: (wanted) => judgeText((text) => Format.Test(String(wanted), text)) },
  items: { about: 'array', compile: items },
  contains: { about: 'array', compile: contains },
  minItems: { about: 'array', compile: (wanted) => (list) => (list as readonly unknown[]).length >= Number(wanted) },
  maxItems: { about: 'array', compile: (wanted) => (list) => (list as readonly unknown[]).length <= Number(wanted) },
  properties: { about: 'object', compile: properties },
  required: {
    about: 'object',
    compile: (wanted) => (value, unsure) =>
      (wanted as readonly string[]).every((name) => Object.hasOwn(value as Members, name) || unsure),
  },
  additionalProperties: { about: 'object', compile: additionalProperties },
} as const satisfies Readonly<Record<string, Keyword>>

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** The keywords about values of any type. */
const generalKeywords: Readonly<Record<string, (wanted: unknown) => JudgeValue>> = {
  type: (wanted) => (value) => toList(wanted).some((type) => hasType(value, type)),
  const: (wanted) => (value) => isEqual(value, wanted),
  enum: (wanted) => (value) => (wanted as readonly unknown[]).some((one) => isEqual(value, one)),
}

export const conditionKeywords: readonly string[] = [...Object.keys(generalKeywords), ...Object.keys(typedKeywords)]

const compileKeyword = (schema: ParameterCondition, name: string): JudgeValue => {
  const wanted = schema[name]
  const general = generalKeywords[name]
  if (general) return general(wanted)
  const keyword: Keyword | undefined = typedKeywords[name as keyof typeof typedKeywords]
  if (!keyword) throw new TypeError(`a stored condition has the unknown keyword ${name}`)
  const { about } = keyword
  const judge = keyword.compile(wanted, schema)
  const types = 'type' in schema ? toList(schema.type) : []
  return (value, unsure) => {
    if (readType(value) === about) return judge(value, unsure)
    // JSON Schema lets other types pass. A text in place of an amount must not, unless the condition names its type.
    return unsure || types.some((type) => hasType(value, type))
  }
}

/** Compiles a condition over a call's parameters. Throws TypeError for a keyword that doesn't exist. */
export const compileParameterCondition = (schema: ParameterCondition): JudgeValue => {
  const judges = Object.keys(schema).map((name) => compileKeyword(schema, name))
  const [only, ...others] = judges
  if (only && others.length === 0) return only
  return (value, unsure) => judges.every((judge) => judge(value, unsure))
}
