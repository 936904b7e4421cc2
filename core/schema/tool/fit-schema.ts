import { pointerToken } from '../../provider/answer/pointer.ts'
import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.ts'
import { dereferenceSchema, noReferences, type References } from '../json-schema/references.ts'

/** The detail in which a schema is shown. */
interface View {
  /** The levels of members, items and forms. */
  readonly levels: number
  readonly longestText: number
  readonly longestList: number
  readonly mostMembers: number
}

/** A view of one schema. */
interface Walk extends View {
  readonly references: References
  /** The number of schemas that may still be shown. Without a bound, schemas that refer to themselves would never end. */
  readonly room: { schemas: number }
}

/** The fewest bytes of a schema: `"a":{},`. */
const fewestBytes = 7

/** The views from the whole schema to very little of it. The first one that fits is shown. */
const views: readonly View[] = [
  ...[16, 8, 4, 3, 2, 1].map((levels) => ({ levels, longestText: 2048, longestList: 1000, mostMembers: 1000 })),
  ...[2, 1].map((levels) => ({ levels, longestText: 150, longestList: 30, mostMembers: 1000 })),
  ...[60, 30, 15, 8].map((mostMembers) => ({ levels: 1, longestText: 80, longestList: 8, mostMembers })),
]

const holdsSchemas = (name: string, value: unknown): boolean =>
  ['properties', 'anyOf', 'oneOf', 'allOf'].includes(name) ||
  (['items', 'additionalProperties'].includes(name) && isJsonSchema(value))

const cutText = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}...` : text

/** The keywords that hold no schemas. A cut enum has another name, so that nobody takes it for the whole. */
const ownKeywords = (own: readonly [string, unknown][], pointer: string, view: Walk): Record<string, unknown> => {
  const { description, enum: values, ...rest } = Object.fromEntries(own)
  const isLong = Array.isArray(values) && values.length > view.longestList
  return {
    ...rest,
    ...(typeof description === 'string' && { description: cutText(description, view.longestText) }),
    ...(values !== undefined && !isLong && { enum: values }),
    ...(isLong && { some_of_the_enum: values.slice(0, view.longestList), deeper: `${pointer}/enum` }),
  }
}

/** The members, required ones first, and the names of members for which the view has no room. */
const members = (schema: JsonSchema, pointer: string, view: Walk): Record<string, unknown> => {
  const required = (schema.required ?? []) as readonly string[]
  const all = Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>)
  const sorted = [
    ...all.filter(([name]) => required.includes(name)),
    ...all.filter(([name]) => !required.includes(name)),
  ]
  const at = `${pointer}/properties`
  const some = sorted.slice(0, view.mostMembers)
  const others = sorted.slice(view.mostMembers, 2 * view.mostMembers).map(([name]) => name)
  const more = sorted.length - some.length - others.length
  return {
    properties: Object.fromEntries(
      some.map(([name, inner]) => [name, shown(inner, `${at}/${pointerToken(name)}`, view)]),
    ),
    ...(others.length > 0 && { others: more > 0 ? [...others, `and ${more} more`] : others, deeper: `${at}/<name>` }),
  }
}

const shown = (root: JsonSchema, pointer: string, { levels, ...view }: Walk): unknown => {
  if (view.room.schemas-- <= 0) return {}
  const schema = dereferenceSchema(root, view.references)
  const entries = Object.entries(schema)
  const nested = entries.filter(([name, value]) => holdsSchemas(name, value))
  const own = ownKeywords(
    entries.filter((entry) => !nested.includes(entry)),
    pointer,
    { levels, ...view },
  )
  if (nested.length === 0) return own
  if (levels === 0) return { ...own, deeper: pointer }
  const next = { ...view, levels: levels - 1 }
  for (const [name, value] of nested) {
    if (name === 'properties') Object.assign(own, members(schema, pointer, next))
    else if (Array.isArray(value)) own[name] = value.map((form, i) => shown(form, `${pointer}/${name}/${i}`, next))
    else own[name] = shown(value as JsonSchema, `${pointer}/${name}`, next)
  }
  return own
}

/** The values of an enum, as many as fit. */
const firstValues = (values: readonly unknown[], fits: (value: unknown) => boolean): unknown => {
  let most = values.length
  const some = () => ({ values: values.slice(0, most), of: values.length })
  while (most > 1 && !fits(some())) most = Math.floor(most / 2)
  return some()
}

/**
 * The part of a schema that fits into the bytes. Where something is left out, `deeper` is the JSON pointer at which
 * `describe` shows it.
 */
export const fitSchema = (
  schema: JsonSchema | readonly unknown[],
  pointer: string,
  bytes: number,
  references: References = noReferences,
): unknown => {
  const fits = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= bytes
  if (!isJsonSchema(schema)) return firstValues(schema, fits)
  for (const view of views) {
    const room = { schemas: Math.ceil(bytes / fewestBytes) }
    const projected = shown(schema, pointer, { ...view, references, room })
    if (room.schemas >= 0 && fits(projected)) return projected
  }
  return { type: dereferenceSchema(schema, references).type, deeper: `${pointer}/properties/<name>` }
}
