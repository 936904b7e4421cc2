import { commonRun, withoutRun } from '../common-run.ts'
import type { Slice, SliceAction, SliceParameter, SliceSchema } from './slice.ts'

/** The layout of `document.json`. A file with another layout was made by another version of the import. */
export const layout = 2

/**
 * A parameter in `document.json`: its schema under its place, which has a mark if the parameter is required: `{"query!":{"type":"string"}}`.
 * Parameters of paths are always required.
 */
export type StoredParameter = Readonly<Record<string, SliceSchema>> & Pick<SliceParameter, 'as' | 'style' | 'explode'>

/** Members that few actions have. */
export type StoredOthers = Omit<SliceAction, 'method' | 'path' | 'group' | 'description' | 'params'>

/** Parameters by their names; or the name of one that several actions have, or `*` for all of `common`. */
export type StoredParameters = readonly (string | Readonly<Record<string, StoredParameter>>)[]

/** An action in `document.json`: a list on a line of its own, as a row of a table. An empty description is the route. */
export type StoredAction = readonly [
  route: string,
  group: string,
  description: string,
  parameters?: StoredParameters,
  others?: StoredOthers,
]

const storedParameter = ({ in: place, required, schema, as, style, explode }: SliceParameter): StoredParameter =>
  ({
    [required && place !== 'path' ? `${place}!` : place]: schema,
    ...(as !== undefined && { as }),
    ...(style && { style }),
    ...(explode && { explode }),
  }) as StoredParameter

/**
 * The parameters that several actions share and that are written once: `page`, and `page 2` for another parameter with this
 * name.
 */
const sharedParameters = (actions: Slice['actions']) => {
  const all = Object.values(actions).flatMap(({ params }) => Object.entries(params))
  const counts = new Map<string, number>()
  for (const entry of all) {
    const text = JSON.stringify(entry)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  const parameters: Record<string, StoredParameter> = {}
  for (const [name, parameter] of all) {
    const text = JSON.stringify([name, parameter])
    if (counts.get(text) === 1 || names.has(text)) continue
    let free = name
    for (let count = 2; Object.hasOwn(parameters, free); count++) free = `${name} ${count}`
    names.set(text, free)
    parameters[free] = storedParameter(parameter)
  }
  return { parameters, nameOf: (entry: readonly [string, SliceParameter]) => names.get(JSON.stringify(entry)) }
}

/** Parameters that only one action has, side by side in one object. */
const joined = (entries: readonly (string | StoredParameters[number])[]): StoredParameters => {
  const all: (string | Record<string, StoredParameter>)[] = []
  for (const entry of entries) {
    const last = all.at(-1)
    if (typeof entry === 'object' && typeof last === 'object') Object.assign(last, entry)
    else all.push(typeof entry === 'object' ? { ...entry } : entry)
  }
  return all
}

const storedAction = (
  { method, path, group, description, params: _, ...others }: SliceAction,
  parameters: StoredParameters,
): StoredAction => {
  const route = `${method} ${path}`
  const head = [route, group, description === route ? '' : description] as const
  if (Object.keys(others).length > 0) return [...head, parameters, others]
  return parameters.length > 0 ? [...head, parameters] : head
}

/** An object with each member on a line of its own, so that a diff shows what changed. */
const lines = (members: Readonly<Record<string, unknown>>): string => {
  const all = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return all.length === 0 ? '{}' : `{\n${all.join(',\n')}\n}`
}

/** An object in which the members named in `broken` have a line for each of their members. */
export const jsonText = (value: object, broken: readonly string[]): string => {
  const all = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(
      ([name, member]) => `${JSON.stringify(name)}:${broken.includes(name) ? lines(member) : JSON.stringify(member)}`,
    )
  return `{\n${all.join(',\n')}\n}\n`
}

/** The members of `document.json` that have a line for each of their own. */
export const sections = ['actions', 'parameters', 'schemas', 'tools'] as const

/** The text of a slice in `document.json`. */
export const sliceText = ({ actions, schemas, tools, ...head }: Slice): string => {
  const { parameters, nameOf } = sharedParameters(actions)
  const entries = new Map(
    Object.entries(actions).map(([name, { params }]) => [
      name,
      Object.entries(params).map((entry) => nameOf(entry) ?? { [entry[0]]: storedParameter(entry[1]) }),
    ]),
  )
  const common = commonRun([...entries.values()])
  const stored = Object.entries(actions).map(([name, action]) => [
    name,
    storedAction(action, joined(withoutRun(entries.get(name) ?? [], common))),
  ])
  const file = {
    layout,
    ...head,
    ...(common.length > 0 && { common }),
    actions: Object.fromEntries(stored),
    parameters,
    schemas,
    ...(tools && { tools }),
  }
  return jsonText(file, sections)
}
