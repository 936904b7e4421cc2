import { parseExact, readWholeNumber } from '@patchbay/core/exact-json'
import { isRecord } from '../is-record.ts'
import { sampleSchema } from './sample.ts'

/** The keywords of JSON Schema that a form heeds; the gateway checks all. */
interface FieldSchema {
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** A parameter of an action, as a table and a form show it. */
export interface SchemaParameter {
  readonly name: string
  /** For people: `string`, `"asc" | "desc"`, `array`. */
  readonly type: string
  /** The kind of its field; `json`: for values that no other field can hold. */
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'file' | 'files' | 'json'
  readonly choices: readonly string[] | undefined
  readonly isRequired: boolean
  readonly description: string
  readonly schema: FieldSchema
}

const readType = (schema: Record<string, unknown>): string => {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.type !== undefined) return String(schema.type)
  const branches = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []))
  const types = branches.map((branch) => (isRecord(branch) ? readType(branch) : ''))
  return [...new Set(types)].filter(Boolean).join(' | ')
}

const kinds: Readonly<Record<string, SchemaParameter['kind']>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
}

/** True if a value may be `{file_id}`: a file that was sent before. */
const isFile = (schema: unknown): boolean =>
  isRecord(schema) &&
  Array.isArray(schema.anyOf) &&
  schema.anyOf.some(
    (form) => isRecord(form) && isRecord(form.properties) && Object.keys(form.properties).join() === 'file_id',
  )

const readKind = (schema: Record<string, unknown>): SchemaParameter['kind'] => {
  if (isFile(schema)) return 'file'
  return isFile(schema.items) ? 'files' : (kinds[String(schema.type)] ?? 'json')
}

const readParameter = (name: string, value: unknown, isRequired: boolean): SchemaParameter => {
  const schema = isRecord(value) ? value : {}
  const texts = Array.isArray(schema.enum) ? schema.enum.filter((one) => typeof one === 'string') : []
  return {
    name,
    type: isFile(schema) ? 'file' : readType(schema),
    kind: texts.length > 0 ? 'text' : readKind(schema),
    choices: texts.length > 0 ? texts : undefined,
    isRequired,
    description: String(schema.description ?? ''),
    schema,
  }
}

/** The parameters in the JSON Schema of an action, those that it needs first. */
export const readSchemaParameters = (schema: unknown): readonly SchemaParameter[] => {
  if (!isRecord(schema) || !isRecord(schema.properties)) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties)
    .map(([name, value]) => readParameter(name, value, required.includes(name)))
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

/** A chooser without a choice gives a file without a name. */
const isChosen = (value: FormDataEntryValue | null): value is File => value instanceof File && value.name !== ''

/** The value of a field, of a file the file itself; `undefined`: it was left empty. Throws SyntaxError for a text that isn't JSON. */
const readValue = ({ kind, name, isRequired }: SchemaParameter, form: FormData): unknown => {
  const value = form.get(name)
  if (kind === 'file') return isChosen(value) ? value : undefined
  if (kind === 'files') {
    const files = form.getAll(name).filter(isChosen)
    return files.length > 0 ? files : undefined
  }
  const text = typeof value === 'string' ? value.trim() : ''
  if (kind === 'boolean') return isRequired ? text === 'on' || text === 'true' : text === 'on' || undefined
  if (text === '') return undefined
  if (kind === 'number' || kind === 'integer') return readWholeNumber(text) ?? Number(text)
  return kind === 'json' ? parseExact(text) : text
}

/** A fault in a form, by the name of its field. */
export class FieldFault extends Error {
  constructor(readonly field: string) {
    super(field)
  }
}

/** The parameters as the form has them. Throws FieldFault for one whose text isn't JSON. */
export const readSchemaForm = (parameters: readonly SchemaParameter[], form: FormData): Record<string, unknown> =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      try {
        const value = readValue(parameter, form)
        return value === undefined ? [] : [[parameter.name, value]]
      } catch {
        throw new FieldFault(parameter.name)
      }
    }),
  )

const samples: Readonly<Partial<Record<SchemaParameter['kind'], unknown>>> = {
  file: { file_id: '…' },
  files: [{ file_id: '…' }],
}

/** A value of the right form for each parameter that is needed. */
export const buildSampleParameters = (parameters: readonly SchemaParameter[]): Record<string, unknown> =>
  Object.fromEntries(
    parameters
      .filter(({ isRequired }) => isRequired)
      .map(({ name, kind, choices, schema }) => [name, choices?.[0] ?? samples[kind] ?? sampleSchema(schema)]),
  )
