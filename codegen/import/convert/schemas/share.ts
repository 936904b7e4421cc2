import type { SliceAction, SliceParameter, SliceSchema } from '@patchbay/core/imported'
import { isNode } from '../../read/node.ts'

/** A schema is worth a name if it occurs often enough for its references to be shorter. */
const isWorth = (bytes: number, count: number): boolean => count > 1 && bytes > 60 && (count - 1) * (bytes - 40) > 60

interface Shared {
  readonly actions: Readonly<Record<string, SliceAction>>
  readonly schemas: Readonly<Record<string, SliceSchema>>
}

/** Keywords whose value is schemas by name, a list of schemas, or one schema. */
const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const inList: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const single: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else'])

/** Calls `visit` for each schema below this one, with a word for what it describes, and puts what that returns in its place. */
const mapped = (schema: unknown, visit: (part: unknown, word: string) => unknown, word: string): unknown => {
  if (!isNode(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      if (byName.has(keyword) && isNode(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part, name)]))]
      }
      if (inList.has(keyword) && Array.isArray(value)) return [keyword, value.map((part) => visit(part, word))]
      return [keyword, single.has(keyword) && isNode(value) ? visit(value, word) : value]
    }),
  )
}

/** Writes schemas that occur several times once, so that a document of a thousand operations stays small. */
export const shareSchemas = (
  actions: Readonly<Record<string, SliceAction>>,
  schemas: Readonly<Record<string, SliceSchema>>,
): Shared => {
  const counts = new Map<string, number>()
  const count = (part: unknown, word: string): unknown => {
    const text = JSON.stringify(part)
    const times = counts.get(text)
    counts.set(text, (times ?? 0) + 1)
    // Parts within a repeated schema would be counted as often as it, although they are written only once.
    if (times === undefined) mapped(part, count, word)
    return part
  }
  const names = new Map<string, string>()
  const common: Record<string, SliceSchema> = {}
  const taken = new Set(Object.keys(schemas))
  const replace = (part: unknown, word: string): unknown => {
    const text = JSON.stringify(part)
    if (!isWorth(text.length, counts.get(text) ?? 0)) return mapped(part, replace, word)
    let name = names.get(text)
    if (name === undefined) {
      name = free(word, taken)
      names.set(text, name)
      common[name] = mapped(part, replace, word) as SliceSchema
    }
    return { $ref: `#/schemas/${name}` }
  }
  // A parameter that several actions have is stored once, with its schema.
  const parameters = new Set<string>()
  const countOnce = (part: unknown, word: string): unknown => {
    const text = `${word} ${JSON.stringify(part)}`
    if (parameters.has(text)) return part
    parameters.add(text)
    return count(part, word)
  }
  const within = (ofParameters: typeof count, visit: typeof count) => ({
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [
        name,
        { ...action, params: Object.fromEntries(Object.entries(action.params).map(ofParameter(ofParameters))) },
      ]),
    ),
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, mapped(schema, visit, name)])),
  })
  within(countOnce, count)
  const result = within(replace, replace) as Shared
  return { actions: result.actions, schemas: { ...result.schemas, ...common } }
}

const ofParameter =
  (visit: (part: unknown, word: string) => unknown) =>
  ([name, parameter]: [string, SliceParameter]) =>
    [name, { ...parameter, schema: visit(parameter.schema, name) }] as const

const free = (word: string, taken: Set<string>): string => {
  const base =
    word
      .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 60) || 'schema'
  let name = base in Object.prototype ? `${base}_` : base
  for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
  taken.add(name)
  return name
}
