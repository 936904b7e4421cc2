import type { AnswerKind, AnyAction } from '../../provider/index.ts'
import { readMemberSchemas } from '../heal/forms.ts'
import { describeTimeForm, findTimeForm } from '../heal/times.ts'
import { isJsonSchema, type JsonSchema, toJsonSchema } from '../json-schema/json-schema.ts'
import { dereferenceSchema, noReferences, type References } from '../json-schema/references.ts'
import { buildParameterSchema } from './describe-action.ts'
import { saysUnit } from './unit.ts'

/** The detail in which a signature shows the parameters. */
interface SignatureView {
  /** The levels of members and items. */
  readonly levels: number
  readonly mostValues: number
  readonly onlyRequired: boolean
  /** True: units and forms stand behind the members that have one. */
  readonly withForms?: true
}

/** The views from most to least detail. The first one that fits is taken. */
const views: readonly SignatureView[] = [
  { levels: 4, mostValues: 30, onlyRequired: false, withForms: true },
  { levels: 4, mostValues: 30, onlyRequired: false },
  { levels: 2, mostValues: 12, onlyRequired: false },
  { levels: 1, mostValues: 6, onlyRequired: false },
  { levels: 1, mostValues: 6, onlyRequired: true },
]

const isIdentifier = /^[A-Za-z_$][\w$]*$/

const memberName = (name: string): string => (isIdentifier.test(name) ? name : JSON.stringify(name))

const uniteTypes = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const literals = (values: readonly unknown[], { mostValues }: SignatureView): string =>
  values.length > mostValues
    ? uniteTypes(values.map((value) => (value === null ? 'null' : typeof value)))
    : uniteTypes(values.map((value) => JSON.stringify(value)))

const example = /\be\.g\. [^;:]+/
const conditional = /\b(?:dates|times) (?:in|as)\b/
const longestForm = 60

const shorten = (text: string): string =>
  text.length > longestForm ? `${text.slice(0, longestForm).trimEnd()}...` : text

/** The unit of a number or the form of a text, which no type says, as a comment; empty: nothing is known of it. */
const formText = (root: JsonSchema, references: References): string => {
  const { type, format, pattern, description: said = '' } = dereferenceSchema(root, references)
  const description = typeof said === 'string' ? said : ''
  const time = findTimeForm(format, description)
  const formOf = () => {
    // The description of a text that may be a time, among others, says more.
    if (time && conditional.test(description)) return description
    if (time) return describeTimeForm(time).replace('must be ', '')
    if (type === 'integer' || type === 'number') return saysUnit(description) ? description : undefined
    return type === 'string' && (format !== undefined || pattern !== undefined)
      ? example.exec(description)?.[0]
      : undefined
  }
  const form = formOf()
  return form === undefined ? '' : ` /* ${shorten(form).replaceAll('*/', '')} */`
}

const membersType = (schema: JsonSchema, view: SignatureView, references: References): string => {
  const required = Array.isArray(schema.required) ? schema.required : []
  const all = Object.entries(Object(schema.properties) as Readonly<Record<string, JsonSchema>>)
  const sorted = [
    ...all.filter(([name]) => required.includes(name)),
    ...(view.onlyRequired ? [] : all.filter(([name]) => !required.includes(name))),
  ]
  const inner = { ...view, levels: view.levels - 1 }
  const members = sorted.map(
    ([name, member]) =>
      `${memberName(name)}${required.includes(name) ? '' : '?'}: ${typeText(member, inner, references)}${view.withForms ? formText(member, references) : ''}`,
  )
  if (sorted.length < all.length) members.push('/* and more */')
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

const objectType = (schema: JsonSchema, view: SignatureView, references: References): string => {
  const hasMembers = Object.keys(Object(schema.properties)).length > 0
  if (hasMembers) return view.levels > 0 ? membersType(schema, view, references) : 'object'
  const { additionalProperties: values } = schema
  if (!isJsonSchema(values)) return view.levels > 0 && values === false ? '{}' : 'object'
  return `Record<string, ${typeText(values, { ...view, levels: view.levels - 1 }, references)}>`
}

const named: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

const typeText = (root: JsonSchema, view: SignatureView, references: References): string => {
  const schema = dereferenceSchema(root, references)
  const { type, enum: values, anyOf, oneOf, items } = schema
  if (Array.isArray(values)) return literals(values, view)
  if ('const' in schema) return JSON.stringify(schema.const)
  const forms = anyOf ?? oneOf
  if (Array.isArray(forms)) {
    if (view.levels < 0) return 'unknown'
    const inner = { ...view, levels: view.levels - 1 }
    return uniteTypes(forms.filter(isJsonSchema).map((form) => typeText(form, inner, references)))
  }
  if (Array.isArray(type)) return uniteTypes(type.map((one) => typeText({ ...schema, type: one }, view, references)))
  if (type === 'array') {
    const item = isJsonSchema(items) && view.levels >= 0 ? typeText(items, view, references) : 'unknown'
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object' || isJsonSchema(schema.properties)) return objectType(schema, view, references)
  return (typeof type === 'string' && named[type]) || 'unknown'
}

const resultViews: readonly SignatureView[] = [
  { levels: 4, mostValues: 6, onlyRequired: false },
  { levels: 2, mostValues: 3, onlyRequired: false },
]

/** The members on the way to a list in an answer. */
const listAt = (items: string): string =>
  items
    .split('/')
    .slice(1)
    .reduceRight((inner, name) => `{ ${memberName(name)}: ${inner} }`, 'object[]')

/** The result of a call whose answer isn't JSON. Many bytes are a file. */
const contentType: Readonly<Partial<Record<AnswerKind | 'any', string>>> = {
  bytes: '{ media_type: string; bytes: number; content?: string /* base64 */; file_id?: string }',
  text: 'string',
}

const isGraphql = ({ definition }: AnyAction): boolean => definition.graphql !== undefined

/** Callers get what stands in `data` of an answer to GraphQL, so that its pointers begin there. */
const stripData = (action: AnyAction, pointer: string): string =>
  isGraphql(action) ? pointer.replace(/^\/data(?=\/)/, '') : pointer

/** The schema of the vendor's answer, as callers get it; `undefined`: none is declared, or only that GraphQL's answer has `data`. */
const readResult = (action: AnyAction): JsonSchema | undefined => {
  const { result, references = noReferences } = action
  const schema = result && toJsonSchema(result)
  if (!schema || !isGraphql(action)) return schema
  const { data } = readMemberSchemas(schema, references).properties
  return data && Object.keys(readMemberSchemas(data, references).properties).length > 0 ? data : undefined
}

/**
 * The result of a call, as far as the action declares it: the shape or the schema of its answer, the type in the
 * vendor's document, or the place of the list.
 */
const resultType = (action: AnyAction, longest: number, answerType: string | undefined): string => {
  const { answers, answer, pages, references = noReferences } = action
  const schema = answers ? toJsonSchema(answers) : readResult(action)
  const texts = schema ? resultViews.map((view) => typeText(schema, view, references)) : []
  const told = texts.find((text) => text.length <= longest && text !== 'unknown')
  return (
    told ?? answerType ?? (pages ? listAt(stripData(action, pages.items)) : (contentType[answer ?? 'any'] ?? 'any'))
  )
}

interface SignatureOptions {
  readonly longest?: number | undefined
  /** The type of the answer by the vendor's document, for an action that doesn't declare it. */
  readonly answerType?: string | undefined
}

/** An action as code calls it, in TypeScript: `call('hubspot', 'list', { object_type: string; limit?: number }): Promise<{ results: object[] }>`. */
export const actionSignature = (
  provider: string,
  name: string,
  action: AnyAction,
  { longest = 2000, answerType }: SignatureOptions = {},
): string => {
  const { references = noReferences } = action
  const schema = buildParameterSchema(name, action)
  const begin = `call(${JSON.stringify(provider)}, ${JSON.stringify(name)}, `
  const end = `): Promise<${resultType(action, longest / 3, answerType)}>`
  const texts = views.values().map((view) => `${begin}${membersType(schema, view, references)}${end}`)
  return texts.find(({ length }) => length <= longest) ?? `${begin}{ /* describe_action shows them */ }${end}`
}
