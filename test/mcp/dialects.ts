/** What the vendors of models say of the tools that they take, each rule with the page that says so. */
export type Schema = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly inputSchema: Schema
}

export interface Rule {
  readonly vendor: string
  readonly says: string
  readonly page: string
  /** Where a tool breaks it; empty: nowhere. */
  faults(tool: Tool): string[]
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema with those inside of it, each with its place and how many objects it is in. */
export interface Place {
  readonly schema: Schema
  readonly at: string
  readonly depth: number
}

export const placesOf = (schema: Schema, at = '', depth = 1): Place[] => {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const forms = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (schema[word] as readonly Schema[] | undefined) ?? [])
  const inner = ['items', 'additionalProperties', 'not'].flatMap((word) =>
    isSchema(schema[word]) ? [schema[word]] : [],
  )
  return [
    { schema, at, depth },
    ...members.flatMap(([name, member]) => placesOf(member, `${at}/${name}`, depth + 1)),
    ...[...forms, ...inner].flatMap((form) => placesOf(form, `${at}/*`, depth)),
  ]
}

const keywordsOf = ({ schema }: Place): string[] => Object.keys(schema)
const namesOf = ({ schema }: Place): string[] => Object.keys((schema.properties ?? {}) as object)

const eachPlace = (tool: Tool, isFault: (place: Place) => boolean): string[] =>
  placesOf(tool.inputSchema)
    .filter(isFault)
    .map(({ at }) => `${tool.name}${at}`)

const named = (tool: Tool, pattern: RegExp): string[] => (pattern.test(tool.name) ? [] : [tool.name])
const atRoot = (tool: Tool, words: readonly string[]): string[] => words.filter((word) => word in tool.inputSchema)
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

const claudeTools = 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use'
const claudeSchemas = 'https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes'
const openaiFunctions = 'https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools'
const openaiSchemas = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas'
const geminiFunctions = 'https://ai.google.dev/api/caching#FunctionDeclaration'
const geminiSchema = 'https://ai.google.dev/api/caching#Schema'
const mcpTools = 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools'

/** The fields of Gemini's Schema; `additionalProperties` is of its `parametersJsonSchema`. */
const geminiKeywords = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'default', 'example', 'anyOf'],
  ...['items', 'minItems', 'maxItems', 'properties', 'required', 'minProperties', 'maxProperties', 'propertyOrdering'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'additionalProperties'],
])

export const rules: readonly Rule[] = [
  {
    vendor: 'MCP',
    says: 'names have 1 to 128 letters, digits, underscores, hyphens and dots',
    page: mcpTools,
    faults: (tool) => named(tool, /^[A-Za-z0-9_.-]{1,128}$/),
  },
  {
    vendor: 'MCP',
    says: 'inputSchema is of type object',
    page: mcpTools,
    faults: (tool) => (tool.inputSchema.type === 'object' ? [] : [tool.name]),
  },
  {
    vendor: 'Claude',
    says: 'names match ^[a-zA-Z0-9_-]{1,64}$',
    page: claudeTools,
    faults: (tool) => named(tool, /^[a-zA-Z0-9_-]{1,64}$/),
  },
  {
    vendor: 'Claude',
    says: 'no oneOf, anyOf or allOf at the top',
    page: claudeSchemas,
    faults: (tool) => atRoot(tool, ['oneOf', 'anyOf', 'allOf']),
  },
  {
    vendor: 'Claude',
    says: 'no $ref, anywhere',
    page: claudeSchemas,
    faults: (tool) =>
      eachPlace(tool, (place) => keywordsOf(place).some((word) => /^\$(ref|defs)$|^definitions$/.test(word))),
  },
  {
    vendor: 'Claude',
    says: 'property names have 1 to 64 letters, digits, underscores, dots and hyphens',
    page: claudeSchemas,
    faults: (tool) => eachPlace(tool, (place) => !namesOf(place).every((name) => /^[\w.-]{1,64}$/.test(name))),
  },
  {
    vendor: 'OpenAI',
    says: 'names have at most 64 letters, digits, underscores and dashes',
    page: openaiFunctions,
    faults: (tool) => named(tool, /^[a-zA-Z0-9_-]{1,64}$/),
  },
  {
    vendor: 'OpenAI',
    says: 'the root is an object, and no anyOf, oneOf, allOf, enum or not',
    page: openaiSchemas,
    faults: (tool) => atRoot(tool, ['anyOf', 'oneOf', 'allOf', 'enum', 'not']),
  },
  {
    vendor: 'OpenAI',
    says: 'every array says what its items are',
    page: openaiFunctions,
    faults: (tool) => eachPlace(tool, ({ schema }) => schema.type === 'array' && !isSchema(schema.items)),
  },
  {
    vendor: 'Gemini',
    says: 'names begin with a letter or underscore and have at most 64 letters, digits, underscores, dots and dashes',
    page: geminiFunctions,
    faults: (tool) => named(tool, /^[A-Za-z_][\w.-]{0,63}$/),
  },
  {
    vendor: 'Gemini',
    says: 'parameter names begin with a letter or underscore and have at most 64 letters, digits and underscores',
    page: geminiFunctions,
    faults: (tool) => eachPlace(tool, (place) => !namesOf(place).every((name) => /^[A-Za-z_]\w{0,63}$/.test(name))),
  },
  {
    vendor: 'Gemini',
    says: 'schemas are of a subset of OpenAPI 3.0',
    page: geminiSchema,
    faults: (tool) => eachPlace(tool, (place) => !keywordsOf(place).every((word) => geminiKeywords.has(word))),
  },
  {
    vendor: 'Gemini',
    says: 'a schema has one type, not several',
    page: geminiSchema,
    faults: (tool) =>
      eachPlace(tool, ({ schema }) => !('anyOf' in schema) && 'type' in schema && typeof schema.type !== 'string'),
  },
  {
    vendor: 'Gemini',
    says: 'enum is for strings',
    page: geminiSchema,
    faults: (tool) =>
      eachPlace(
        tool,
        ({ schema }) => Array.isArray(schema.enum) && !schema.enum.every((one) => typeof one === 'string'),
      ),
  },
  {
    vendor: 'Gemini',
    says: 'every array says what its items are',
    page: geminiSchema,
    faults: (tool) => eachPlace(tool, ({ schema }) => schema.type === 'array' && !isSchema(schema.items)),
  },
]

/** Words that strict mode doesn't take and that only narrow: a client that wants strict mode leaves them out. */
const narrowing = ['minLength', 'maxLength', 'minProperties', 'maxProperties', 'default']

/** As clients make a schema strict: every member required, those that were not may be null instead. */
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
export const isMap = ({ schema }: Place): boolean => schema.type === 'object' && schema.additionalProperties !== false

const strictKeywords = new Set([
  ...['type', 'description', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items'],
  ...[
    'pattern',
    'format',
    'multipleOf',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minItems',
    'maxItems',
  ],
])

const enumsOf = (places: readonly Place[]): string[][] => places.map(({ schema }) => (schema.enum ?? []) as string[])

/** Of OpenAI's strict mode, for a schema in `strictForm`. */
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
