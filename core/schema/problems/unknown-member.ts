import type { TSchema } from 'typebox'
import type { TValidationError } from 'typebox/error'
import type { Pointer } from '../../provider/answer/pages.ts'
import { at, nameOfToken } from '../../provider/answer/pointer.ts'
import { listForms, listFormTypes } from '../heal/forms.ts'
import { isJsonSchema } from '../json-schema/json-schema.ts'
import { memberAt, type References } from '../json-schema/references.ts'
import { findNearestName, formatLikely } from './nearest.ts'
import { findNearestByWords } from './nearest-by-words.ts'

/**
 * The message about an unknown member: TypeBox reports `additionalProperties: false` as a `false` schema at it. A member that is there was
 * meant only if it is spelt nearly so, and one that takes no object where one was sent was not meant.
 */
export const unknownMember = (
  schema: TSchema,
  error: TValidationError,
  references: References,
  value: unknown,
): string => {
  const memberNames = listKnownMembers(schema, error, references)
  if (!memberNames) return 'is not allowed here'
  const { instancePath, schemaPath } = error
  const end = instancePath.lastIndexOf('/')
  const name = nameOfToken(instancePath.slice(end + 1))
  const parent = Object(at(value, instancePath.slice(0, end) as Pointer))
  const { properties } = memberAt(schema, schemaPath.slice(0, -rest.length), references)
  const wrongValue = Reflect.get(parent, name)
  const fitting = memberNames.filter((one) =>
    canBe({ name, wrongValue }, one, Reflect.get(Object(properties), one), references),
  )
  const free = fitting.filter((one) => !Object.hasOwn(parent, one))
  // A person by an address is `requester_email`, not `requester_name`.
  const byValue = isAddress(wrongValue) ? findNearestByWords(`${name}_email`, free) : undefined
  const meant =
    byValue ?? findNearestByWords(name, free) ?? findNearestName(name, free) ?? findNearestName(name, fitting)
  return `unknown parameter${formatLikely(meant === undefined ? [] : [meant])}`
}

const isAddress = (text: unknown): boolean => typeof text === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/**
 * False where a member takes other kinds of values than the given one: an object needs one that takes more than plain values, and so does a
 * list, unless its name is the plural of the member's.
 */
const canBe = (
  { name, wrongValue }: { readonly name: string; readonly wrongValue: unknown },
  candidate: string,
  schema: unknown,
  references: References,
): boolean => {
  if (typeof wrongValue !== 'object' || wrongValue === null || !isJsonSchema(schema)) return true
  if (Array.isArray(wrongValue) && name === `${candidate}s`) return true
  return listForms(schema, references).some((form) => {
    const types = listFormTypes(form, references)
    return types.length === 0 || types.includes('object') || types.includes('array')
  })
}

const rest = '/additionalProperties'

/** The members that an object may have in place of an unknown one; `undefined`: the error isn't about an unknown member. */
export const listKnownMembers = (
  schema: TSchema,
  { schemaPath, keyword }: TValidationError,
  references: References,
): readonly string[] | undefined => {
  if (keyword !== 'boolean' || !schemaPath.endsWith(rest)) return undefined
  const { properties } = memberAt(schema, schemaPath.slice(0, -rest.length), references)
  return Object.keys(Object(properties))
}
