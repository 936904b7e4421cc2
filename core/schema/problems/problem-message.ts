import type { TSchema } from 'typebox'
import type { TValidationError } from 'typebox/error'
import type { Pointer } from '../../provider/answer/pages.ts'
import { at, nameOfToken } from '../../provider/answer/pointer.ts'
import { fileIdPattern } from '../../provider/parameters.ts'
import { fieldPathPattern, idMessage, idPattern } from '../body.ts'
import { describeTimeForm, findTimeForm } from '../heal/times.ts'
import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.ts'
import { dereferenceSchema, memberAt, type References } from '../json-schema/references.ts'
import { saysUnit } from '../tool/unit.ts'
import { exampleOf } from './example.ts'
import { collectErrors } from './expand-errors.ts'
import { characters, formatMessage, formatTooLong, urlMessage } from './form-message.ts'
import { unknownMember } from './unknown-member.ts'

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

/** A JSON type in words: `a string`. */
const noun = (type: unknown): string => nouns[String(type)] ?? String(type)

/** `"a", "b" or 3`; long lists are cut. */
const formatChoices = (values: readonly unknown[]): string => {
  const shown = values.slice(0, 50).map((value) => JSON.stringify(value))
  if (values.length > shown.length) return `one of ${shown.join(', ')}, ...`
  return shown.length === 1 ? (shown[0] ?? '') : `one of ${shown.join(', ')}`
}

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`)
const members = (count: number): string => (count === 1 ? '1 member' : `${count} members`)

/** The message of one error of a body, in words. It has no subject, because it follows the member's name. */
export const formatProblem = (
  schema: TSchema,
  error: TValidationError,
  references: References,
  value?: unknown,
): string => {
  const wrongValue = at(value, error.instancePath as Pointer)
  switch (error.keyword) {
    case 'boolean':
      return unknownMember(schema, error, references, value)
    case 'type':
      return timeMessage(schema, error, references) ?? typeMessage(schema, error, references, wrongValue)
    case 'const':
      return `must be ${formatChoices([error.params.allowedValue])}`
    case 'enum':
      return `must be ${formatChoices(error.params.allowedValues)}`
    case 'minimum':
      return `must be at least ${error.params.limit}`
    case 'maximum':
      return `must be at most ${error.params.limit}`
    case 'exclusiveMinimum':
      return `must be greater than ${error.params.limit}`
    case 'exclusiveMaximum':
      return `must be less than ${error.params.limit}`
    case 'multipleOf':
      return `must be a multiple of ${error.params.multipleOf}`
    case 'minLength':
      return `must have at least ${characters(error.params.limit)}`
    case 'maxLength':
      return (
        timeMessage(schema, error, references) ??
        formatTooLong(memberAt(schema, error.schemaPath, references), error.params.limit, wrongValue)
      )
    case 'pattern':
      return (
        timeMessage(schema, error, references) ??
        urlMessage(memberAt(schema, error.schemaPath, references), wrongValue) ??
        patternMessage(schema, error, references, String(error.params.pattern))
      )
    case 'format':
      return formatMessage(error.params.format)
    case 'minItems':
      return `must have at least ${items(error.params.limit)}`
    case 'maxItems':
      return `must have at most ${items(error.params.limit)}`
    case 'minProperties':
      return `must have at least ${members(error.params.limit)}`
    case 'maxProperties':
      return `must have at most ${members(error.params.limit)}`
    case 'oneOf':
      return error.params.passingSchemas.length > 1
        ? 'fits more than one of the allowed forms'
        : unionMessage(schema, error, references)
    case 'anyOf':
      return unionMessage(schema, error, references)
    default:
      return 'is not allowed here'
  }
}

/** The message about a wrong type, with the form of a string, so that the next string fits. */
const typeMessage = (
  schema: TSchema,
  error: Extract<TValidationError, { keyword: 'type' }>,
  references: References,
  wrongValue: unknown,
): string => {
  const message = `must be ${[error.params.type].flat().map(noun).join(' or ')}`
  const member = memberAt(schema, error.schemaPath, references)
  const { type, pattern, format } = member
  if (typeof pattern === 'string') return `${message}, and ${patternMessage(schema, error, references, pattern)}`
  if (typeof format === 'string') return `${message}, and ${formatMessage(format)}`
  if (type === 'array')
    return message + quoteExample(schema, error, references) + describeItems(member, wrongValue, references)
  return message + (type === 'object' ? quoteExample(schema, error, references) : describeForm(member))
}

/** The fault of a text as an item of the wanted list, so that the next try doesn't meet it. */
const describeItems = ({ items }: JsonSchema, wrongValue: unknown, references: References): string => {
  if (typeof wrongValue !== 'string' || !isJsonSchema(items)) return ''
  const [error] = collectErrors(items as TSchema, wrongValue, references)
  const isForm = error?.keyword === 'pattern' || error?.keyword === 'format'
  return isForm ? `; an item ${formatProblem(items as TSchema, error, references, wrongValue)}` : ''
}

const longestExample = 200

/** An object or a list of the wanted form. */
const quoteExample = (schema: TSchema, { schemaPath }: TValidationError, references: References): string => {
  const about = describeWay(schema, schemaPath, references)
  const example = JSON.stringify(exampleOf(memberAt(schema, schemaPath, references), references, about))
  return example === undefined || example.length > longestExample ? '' : `, e.g. ${example}`
}

/** A short description that is about the form or the unit of a value. */
const describeForm = ({ type, description }: JsonSchema): string => {
  if (typeof description !== 'string' || description.length > longestExample) return ''
  const isNumber = type === 'integer' || type === 'number'
  const says = /\d|\be\.g\. /.test(description) || (isNumber && saysUnit(description))
  return says ? `: ${description}` : ''
}

/** An object of the first form of which an example is known. */
const quoteForm = (forms: readonly JsonSchema[], references: References): string => {
  const examples = forms.map((form) => JSON.stringify(exampleOf(form, references)))
  const example = examples.find((text) => text !== undefined && text.length <= longestExample)
  return example === undefined ? '' : `, e.g. ${example}`
}

/** The descriptions on the way to a member: a range says for both of its ends what they are. */
const describeWay = (schema: TSchema, schemaPath: string, references: References): string => {
  const steps = [...schemaPath.matchAll(/\/(?:properties\/[^/]+|items)/g)]
  const places = steps.map(({ index, 0: step }) => schemaPath.slice(0, index + step.length))
  return places.map((place) => String(memberAt(schema, place, references).description ?? '')).join(' ')
}

/** The form of a time in words, if the schema is about one and has no words of its own. */
const timeMessage = (schema: TSchema, { schemaPath }: TValidationError, references: References): string | undefined => {
  const { format, type, errorMessage: authored } = memberAt(schema, schemaPath, references)
  if (type === 'object' || type === 'array' || typeof authored === 'string') return undefined
  const time = findTimeForm(format, describeWay(schema, schemaPath, references))
  return time && describeTimeForm(time)
}

/** The message about a pattern, in the schema's own words if it has an `errorMessage` (a keyword of ajv-errors); never the pattern itself. */
const patternMessage = (
  schema: TSchema,
  { schemaPath }: TValidationError,
  references: References,
  pattern: string,
): string => {
  const member = memberAt(schema, schemaPath, references)
  const { errorMessage: authored, description } = member
  if (typeof authored === 'string') return authored
  const sentence = patternDescriptions[pattern]
  if (sentence !== undefined) return sentence
  const says = typeof description === 'string' && description !== '' ? description : undefined
  if (isDigitsAlone(pattern)) return `must have only digits${says === undefined ? '' : `: ${says}`}`
  if (says !== undefined) return `must fit what it is: ${says}`
  const example = exampleOf(member, references)
  return example === undefined
    ? 'must have another form: some characters are not allowed here'
    : `must be written like ${JSON.stringify(example)}`
}

const fileIdMessage =
  'must be the id of a file, like 0199d5c2-8f3a-7c41-9d0e-2b6f4a1c8e57: send its bytes with POST /api/v1/<tenant>/files, and take `file_id` of the answer'

/** True for an error about null or an empty text where its object may do without the member. */
export const isEmptyOptional = (
  schema: TSchema,
  value: unknown,
  { schemaPath, instancePath, keyword }: TValidationError,
  references: References,
): boolean => {
  const wrongValue = at(value, instancePath as Pointer)
  if ((wrongValue !== null && wrongValue !== '') || keyword === 'boolean') return false
  const [, parent, token = ''] =
    /^(.*)\/properties\/([^/]+)$/.exec(schemaPath.replace(/\/(?:any|one)Of\/\d+$/, '')) ?? []
  if (parent === undefined) return false
  const { required } = memberAt(schema, parent, references)
  return !(Array.isArray(required) && required.includes(nameOfToken(token)))
}

/** The patterns that have no description of their own, in words. */
const patternDescriptions: Readonly<Record<string, string>> = {
  [fileIdPattern]: fileIdMessage,
  [idPattern]: idMessage,
  [fieldPathPattern]: 'must be the names of members joined by dots, e.g. properties.email',
}

const isDigitsAlone = (pattern: string): boolean => pattern === '^[0-9]+$' || pattern === '^\\d+$'

/** All forms of a union in one line: its constants if it has nothing else, otherwise its types. */
const unionMessage = (schema: TSchema, { schemaPath, keyword }: TValidationError, references: References): string => {
  const union = memberAt(schema, schemaPath, references)
  const forms = [union[keyword]].flat().map((form) => dereferenceSchema(Object(form), references))
  const choices = forms.map(listChoices)
  if (choices.every((values) => values !== undefined)) return `must be ${formatChoices(choices.flat())}`
  const types = new Set(forms.map((form, at) => (choices[at] ? formatChoices(choices[at]) : describeKind(form))))
  const isObject = forms.every(({ type }) => type === 'object')
  return `must be ${[...types].join(' or ')}${isObject ? quoteForm(forms, references) : ''}`
}

/** The only values of a form; `undefined`: it has others. */
const listChoices = (form: JsonSchema): readonly unknown[] | undefined => {
  if ('const' in form) return [form.const]
  if (Array.isArray(form.enum)) return form.enum
  return form.type === 'null' ? [null] : undefined
}

/** The kind of a form in words, to follow `must be`: `a string`, `a date, like 2026-01-31`. */
const describeKind = ({ type, format }: JsonSchema): string =>
  type === 'string' && typeof format === 'string'
    ? formatMessage(format).replace('must be ', '')
    : noun(type ?? 'another form')
