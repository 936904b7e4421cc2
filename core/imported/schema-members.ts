import type { JsonSchema } from '../schema/index.ts'

/** The schema that a reference names, with the keywords beside the reference; any other schema as it is. */
export type Dereference = (schema: JsonSchema) => JsonSchema

/** The members that an object may have by its schema, and by all schemas that it combines. */
export interface SchemaMembers {
  readonly properties: Readonly<Record<string, JsonSchema>>
  /** The members that each object has, whichever branch it fits. */
  readonly required: readonly string[]
  /** The members that the objects of some branch must have. */
  readonly sometimesRequired: readonly string[]
}

const combining = ['allOf', 'anyOf', 'oneOf'] as const

const listBranches = (schema: JsonSchema, keyword: (typeof combining)[number]): readonly JsonSchema[] =>
  Array.isArray(schema[keyword]) ? (schema[keyword] as readonly JsonSchema[]) : []

/** References that stand above a schema: schemas may refer to themselves. */
type Above = ReadonlySet<string>

const enter = (schema: JsonSchema, above: Above): Above | undefined => {
  if (typeof schema.$ref !== 'string') return above
  return above.has(schema.$ref) ? undefined : new Set([...above, schema.$ref])
}

const noMembers: SchemaMembers = { properties: {}, required: [], sometimesRequired: [] }

/**
 * The members of an object that fits one of several schemas. A branch that isn't an object, such as `null`, counts for
 * nothing.
 */
const ofEither = (branches: readonly SchemaMembers[]): SchemaMembers => {
  const objects = branches.filter(({ properties }) => Object.keys(properties).length > 0)
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties)))]
  const schemasOf = (name: string): JsonSchema[] => {
    const all = objects.flatMap(({ properties }) => (Object.hasOwn(properties, name) ? [properties[name] ?? {}] : []))
    return [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()]
  }
  return {
    properties: Object.fromEntries(
      names.map((name) => {
        const [first = {}, ...others] = schemasOf(name)
        return [name, others.length === 0 ? first : { anyOf: [first, ...others] }]
      }),
    ),
    required: names.filter((name) => objects.every(({ required }) => required.includes(name))),
    sometimesRequired: [...new Set(branches.flatMap((branch) => branch.sometimesRequired))],
  }
}

/** The members of an object schema, in every branch of the schemas that it combines. */
export const collectSchemaMembers = (
  root: JsonSchema,
  dereference: Dereference,
  above: Above = new Set(),
): SchemaMembers => {
  const entered = enter(root, above)
  if (!entered) return noMembers
  const schema = dereference(root)
  const collect = (part: JsonSchema): SchemaMembers => collectSchemaMembers(part, dereference, entered)
  const either = (['anyOf', 'oneOf'] as const).map((keyword) => ofEither(listBranches(schema, keyword).map(collect)))
  const together = listBranches(schema, 'allOf').map(collect)
  const own = {
    properties: (schema.properties ?? {}) as SchemaMembers['properties'],
    required: (schema.required ?? []) as readonly string[],
    sometimesRequired: (schema.required ?? []) as readonly string[],
  }
  // The members of `allOf` come last and win: they hold for every branch.
  const all = [...either, own, ...together]
  return {
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: [...new Set(all.flatMap(({ required }) => required))],
    sometimesRequired: [...new Set(all.flatMap(({ sometimesRequired }) => sometimesRequired))],
  }
}

/** The schema of an object without some of its members, in every branch. A schema that hasn't any of them is the same. */
export const withoutMembers = (
  root: JsonSchema,
  names: readonly string[],
  dereference: Dereference,
  above: Above = new Set(),
): JsonSchema => {
  const entered = enter(root, above)
  if (!entered) return root
  const { properties, sometimesRequired } = collectSchemaMembers(root, dereference)
  if (!names.some((name) => Object.hasOwn(properties, name) || sometimesRequired.includes(name))) return root
  const schema: Record<string, unknown> = { ...dereference(root) }
  const isLeft = (name: string): boolean => !names.includes(name)
  if (schema.properties)
    schema.properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => isLeft(name)))
  if (Array.isArray(schema.required)) schema.required = schema.required.filter(isLeft)
  for (const keyword of combining) {
    const branches = listBranches(schema, keyword)
    if (branches.length > 0)
      schema[keyword] = branches.map((branch) => withoutMembers(branch, names, dereference, entered))
  }
  return schema
}
