import { sample, stringMatching } from 'fast-check'

type Schema = Readonly<Record<string, unknown>>

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/a',
  uuid: '6f1c1d0a-5a3c-4b5e-9a3e-0d1f2a3b4c5d',
}

/** A value that should fit a schema. Callers must check it, because bounds and patterns may contradict each other. */
export const makeSample = (schema: unknown): unknown => {
  const { type, const: constant, enum: values, anyOf, oneOf } = Object(schema) as Schema
  if (constant !== undefined) return constant
  const forms = anyOf ?? oneOf
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(forms)) return makeSample(forms[0])
  switch (type) {
    case 'string':
      return makeText(Object(schema))
    case 'integer':
    case 'number':
      return makeNumber(Object(schema))
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return makeItems(Object(schema))
    case 'object':
      return sampleMembers(Object(schema).properties, true)
    default:
      return 'a'
  }
}

/** A value for each required member, and with `optional` for the others as well. */
export const sampleMembers = (properties: unknown, optional: boolean): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(Object(properties) as Record<string, object>)
      .filter(([, schema]) => optional || !('~optional' in schema))
      .map(([name, schema]) => [name, makeSample(schema)]),
  )

const makeText = ({ pattern, format, minLength, maxLength }: Schema): string => {
  const least = Number(minLength ?? 1)
  if (typeof pattern !== 'string') return formats[String(format)] ?? 'a'.repeat(Math.max(1, least))
  const texts = generateTexts(pattern)
  return texts.find(({ length }) => length >= least && length <= Number(maxLength ?? length)) ?? ''
}

const textsByPattern = new Map<string, readonly string[]>()

/** Texts that fit a pattern. A plugin has few patterns and uses them often. */
const generateTexts = (pattern: string): readonly string[] => {
  // A fixed seed, so that every run comes to the same result.
  const texts =
    textsByPattern.get(pattern) ?? sample(stringMatching(new RegExp(pattern, 'u')), { numRuns: 20, seed: 1 })
  textsByPattern.set(pattern, texts)
  return texts
}

const makeNumber = ({ minimum, maximum, exclusiveMinimum, multipleOf }: Schema): number => {
  const least = Number(
    minimum ?? (exclusiveMinimum === undefined ? Math.min(1, Number(maximum ?? 1)) : Number(exclusiveMinimum) + 1),
  )
  const step = Number(multipleOf ?? 0)
  return step === 0 ? least : Math.ceil(least / step) * step
}

const makeItems = ({ items, minItems, maxItems }: Schema): unknown[] => {
  const count = Math.min(Math.max(1, Number(minItems ?? 0)), Number(maxItems ?? 1) || Number(minItems ?? 0))
  return Array.from({ length: count }, () => makeSample(items))
}
