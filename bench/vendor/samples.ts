import { GatewayError } from '@patchbay/core/errors'
import type { AnyAction } from '@patchbay/core/provider'
import { type JsonSchema, toJsonSchema } from '@patchbay/core/schema'
import fc from 'fast-check'
import { Type } from 'typebox'
import { fitting } from '../../core/schema/testing/fitting.ts'
import { expanded } from './expanded.ts'

export type Parameters = Readonly<Record<string, unknown>>

/** The samples of each kind that are tried, to find some that the action's own `request` takes. */
const tries = 60
const randomSamples = 5
/** The same samples in every run. */
const seed = 4
/** A list that may hold 1000 texts of 3000 characters would otherwise often hold them. */
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: false })

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** The schema with, at every depth, only its required members, or all of them required and no list empty. */
const narrowed = (schema: JsonSchema, members: 'required' | 'all'): JsonSchema => {
  const inner = (value: unknown): unknown => (isSchema(value) ? narrowed(value, members) : value)
  const required = (schema.required ?? []) as string[]
  const all = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const narrowedMembers = all.filter(([name]) => members === 'all' || required.includes(name))
  return {
    ...schema,
    ...(schema.properties !== undefined && {
      properties: Object.fromEntries(narrowedMembers.map(([name, member]) => [name, inner(member)])),
      required: narrowedMembers.map(([name]) => name),
    }),
    ...(Array.isArray(schema.anyOf) && { anyOf: schema.anyOf.map(inner) }),
    ...(schema.items !== undefined && {
      items: inner(schema.items),
      minItems: Math.max(Number(schema.minItems ?? 0), members === 'all' ? 1 : 0),
    }),
  }
}

/** The mock splits names and media types of files at `=` and `;`, and then fails; it takes an empty file for none. */
const withPlainFiles = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const isFile = isSchema(value) && 'media_type' in value && 'content' in value
      if (!isFile) return [name, value]
      const content = Buffer.from(String(value.content), 'base64').toString('base64') || 'YQ=='
      return [name, { ...value, filename: 'a.txt', media_type: 'text/plain', content }]
    }),
  )

const isFileId = ({ properties }: JsonSchema): boolean =>
  isSchema(properties) && Object.keys(properties).join() === 'file_id'

/** The schema with files in base64 alone: no store has a file of an id that was made up. */
const inBase64 = (schema: JsonSchema): JsonSchema => {
  const { anyOf: ways, properties, items } = schema
  const choices = Array.isArray(ways) ? ways.filter(isSchema) : []
  const inner = (value: unknown): unknown => (isSchema(value) ? inBase64(value) : value)
  return {
    ...schema,
    ...(choices.length > 1 && choices.some(isFileId) && { anyOf: choices.filter((way) => !isFileId(way)) }),
    ...(isSchema(items) && { items: inBase64(items) }),
    ...(isSchema(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, inner(member)])),
    }),
  }
}

const atLeastOne = ({ minItems }: JsonSchema) => ({ minItems: Math.max(Number(minItems ?? 0), 1) })

/** To the mock, a required text that is empty is missing, and a form has no way to send an empty list. */
const withTexts = (schema: JsonSchema): JsonSchema => {
  const required = (schema.required ?? []) as string[]
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return {
    ...schema,
    properties: Object.fromEntries(
      members.map(([name, member]) => [
        name,
        required.includes(name)
          ? { minLength: 1, ...member, ...(member.type === 'array' && atLeastOne(member)) }
          : member,
      ]),
    ),
  }
}

/**
 * Valid parameters of an action: the required ones alone, all of them, `random` ones at random, and each one at least once. What its `request` refuses by
 * a rule that no schema says (one of two, a list here and an object there) is left out, and so is what `isValid` refuses. They are made as
 * they are asked for: making them takes longer than most of what is done with them.
 */
export function* samplesOf(
  action: AnyAction,
  settings: Readonly<Record<string, string>> = {},
  isValid: (parameters: Parameters) => boolean = () => true,
  random = randomSamples,
): Generator<Parameters> {
  const declared = toJsonSchema(Type.Object(action.params))
  const schema = withTexts(inBase64(action.references ? expanded(declared, action.references) : declared))
  const isTaken = (parameters: Parameters): boolean => {
    try {
      action.request(parameters, { settings })
      return true
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'VALIDATION_ERROR') return false
      throw error
    }
  }
  const taken = (schema: JsonSchema, numRuns = tries): Parameters[] =>
    fc
      .sample(fitting(schema) as fc.Arbitrary<Parameters>, { numRuns, seed })
      .map(withPlainFiles)
      .filter((parameters) => isValid(parameters) && isTaken(parameters))
  /** The first of those samples, of which most are taken. */
  const firstTaken = (schema: JsonSchema, count: number): Parameters[] => {
    const few = taken(schema, 2 * count + 2).slice(0, count)
    return few.length === count ? few : taken(schema).slice(0, count)
  }
  const chosen = [...firstTaken(narrowed(schema, 'required'), 1)]
  yield* chosen
  const whole = firstTaken(narrowed(schema, 'all'), 1)
  yield* whole
  const atRandom = firstTaken(schema, random)
  yield* atRandom
  chosen.push(...whole, ...atRandom)
  const isMissing = (name: string): boolean => !chosen.some((sample) => Object.hasOwn(sample, name))
  const missing = Object.keys(action.params).filter(isMissing)
  if (missing.length === 0) return
  const more = taken(schema)
  for (const name of missing) {
    const found = isMissing(name) ? more.find((sample) => Object.hasOwn(sample, name)) : undefined
    if (!found) continue
    chosen.push(found)
    yield found
  }
}
