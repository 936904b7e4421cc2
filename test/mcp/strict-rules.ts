/** OpenAI's strict mode: what clients make of a schema for it, and what it must be then. */
import {
  eachPlace,
  isSchema,
  keywordsOf,
  namesOf,
  placesOf,
  type Rule,
  type Schema,
  type SchemaPlace,
  sum,
} from './schema-places.ts'

const openaiSchemas = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas'

/** Words that strict mode doesn't take and that only narrow: a client that wants strict mode leaves them out. */
const narrowing = ['minLength', 'maxLength', 'minProperties', 'maxProperties', 'default']

/** Makes a schema strict, as clients do: every member is required, and members that were optional may be null. */
export const strictForm = (schema: Schema): Schema => {
  const kept = Object.fromEntries(Object.entries(schema).filter(([word]) => !narrowing.includes(word)))
  const required = (schema.required ?? []) as readonly string[]
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, member]) => {
    const strict = strictForm(member)
    return [name, required.includes(name) ? strict : { anyOf: [strict, { type: 'null' }] }]
  })
  return {
    ...kept,
    ...(schema.type === 'object' && {
      properties: Object.fromEntries(members),
      required: members.map(([name]) => name),
    }),
    ...(isSchema(schema.items) && { items: strictForm(schema.items) }),
    ...(Array.isArray(schema.anyOf) && { anyOf: schema.anyOf.map(strictForm) }),
  }
}

/** A map, whose names nobody knows before: what strict mode has no words for. */
export const isMap = ({ schema }: SchemaPlace): boolean =>
  schema.type === 'object' && schema.additionalProperties !== false

const strictKeywords = new Set([
  'type',
  'description',
  'enum',
  'const',
  'anyOf',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'pattern',
  'format',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
])

const enumsOf = (places: readonly SchemaPlace[]): string[][] =>
  places.map(({ schema }) => (schema.enum ?? []) as string[])

/** For a schema in `strictForm`. */
export const strictRules: readonly Rule[] = [
  {
    vendor: 'OpenAI, strict',
    says: 'every object has additionalProperties: false',
    page: openaiSchemas,
    faults: (tool) => eachPlace(tool, isMap),
  },
  {
    vendor: 'OpenAI, strict',
    says: 'every member is required',
    page: openaiSchemas,
    faults: (tool) =>
      eachPlace(
        tool,
        (place) => String(namesOf(place)) !== String((place.schema.required as string[] | undefined) ?? []),
      ),
  },
  {
    vendor: 'OpenAI, strict',
    says: 'only the supported keywords',
    page: openaiSchemas,
    faults: (tool) => eachPlace(tool, (place) => !keywordsOf(place).every((word) => strictKeywords.has(word))),
  },
  {
    vendor: 'OpenAI, strict',
    says: 'at most 10 levels of objects and 5,000 members',
    page: openaiSchemas,
    faults: (tool) => {
      const places = placesOf(tool.inputSchema)
      const isTooDeep = Math.max(...places.map(({ depth }) => depth)) > 10
      return isTooDeep || sum(places.map((place) => namesOf(place).length)) > 5000 ? [tool.name] : []
    },
  },
  {
    vendor: 'OpenAI, strict',
    says: 'at most 1,000 values of enums, 15,000 characters of one with over 250, and 120,000 characters of names and values',
    page: openaiSchemas,
    faults: (tool) => {
      const places = placesOf(tool.inputSchema)
      const enums = enumsOf(places)
      const characters = [...enums.flat(), ...places.flatMap(namesOf)].join('').length
      const isLong = enums.some((values) => values.length > 250 && values.join('').length > 15_000)
      return sum(enums.map(({ length }) => length)) > 1000 || isLong || characters > 120_000 ? [tool.name] : []
    },
  },
]
