export type Schema = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly inputSchema: Schema
}

export interface Rule {
  readonly vendor: string
  readonly says: string
  readonly page: string
  /** Places where a tool breaks the rule; empty: nowhere. */
  faults(tool: Tool): string[]
}

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema with those inside of it, each with its place and how many objects it is in. */
export interface SchemaPlace {
  readonly schema: Schema
  readonly at: string
  readonly depth: number
}

const walk = (schema: Schema, at: string, depth: number): SchemaPlace[] => {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const forms = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (schema[word] as readonly Schema[] | undefined) ?? [])
  const inner = ['items', 'additionalProperties', 'not'].flatMap((word) =>
    isSchema(schema[word]) ? [schema[word]] : [],
  )
  return [
    { schema, at, depth },
    ...members.flatMap(([name, member]) => walk(member, `${at}/${name}`, depth + 1)),
    ...[...forms, ...inner].flatMap((form) => walk(form, `${at}/*`, depth)),
  ]
}

/** A schema is asked for by every rule. */
const known = new WeakMap<Schema, readonly SchemaPlace[]>()

export const placesOf = (schema: Schema): readonly SchemaPlace[] => {
  const places = known.get(schema) ?? walk(schema, '', 1)
  known.set(schema, places)
  return places
}

export const keywordsOf = ({ schema }: SchemaPlace): string[] => Object.keys(schema)
export const namesOf = ({ schema }: SchemaPlace): string[] => Object.keys((schema.properties ?? {}) as object)

export const eachPlace = (tool: Tool, isFault: (place: SchemaPlace) => boolean): string[] =>
  placesOf(tool.inputSchema)
    .filter(isFault)
    .map(({ at }) => `${tool.name}${at}`)

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
