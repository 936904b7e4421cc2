import { pageParameters } from '../provider/answer/page-parameters.ts'
import type { Pages } from '../provider/answer/pages.ts'
import type { AnyProvider } from '../provider/index.ts'
import { isJsonObject } from '../provider/json-object.ts'
import type { AnyCuration } from '../provider/overlay.ts'
import { accountHeaders } from '../provider/request/account-headers.ts'
import { dereferenceSchema, isReservedParameter, type JsonSchema, type References } from '../schema/index.ts'
import { collectSchemaMembers, type Dereference, withoutMembers } from './schema-members.ts'
import type { Slice, SliceAction, SliceParameter } from './slice/slice.ts'

/** A parameter of a document's action. `name` is the caller's name for it, and `as` the document's. */
export interface PlannedParameter extends Omit<SliceParameter, 'schema'> {
  readonly name: string
  readonly as: string
  readonly schema: JsonSchema
  /** The value that is sent if the caller leaves it out. */
  readonly otherwise?: unknown
}

/** The members of a plan that the document's action declares. */
type Declared = {
  readonly [M in 'encoding' | 'media' | 'headers' | 'query' | 'answer' | 'auth']?: SliceAction[M] | undefined
}

/** The plan by which an action of a document is sent. */
export interface ActionPlan extends Pick<SliceAction, 'method'>, Declared {
  /** The origin of the action's own server; left out: it uses the provider's. */
  readonly origin?: string
  /** The base path of the server, without a slash at its end. */
  readonly prefix: string
  readonly template: string
  /** The tool that the request calls, at an MCP server whose address is `path`. */
  readonly tool?: { readonly name: string; readonly path: string }
  readonly parameters: readonly PlannedParameter[]
  /** The member of the body that holds all other members. */
  readonly within?: string
  /** Values that are always sent, by parameter name. */
  readonly fill?: Readonly<Record<string, unknown>>
  /** Values that are always sent as members of a body that stays whole. */
  readonly fillWhole?: Readonly<Record<string, unknown>>
}

const fitName = /^[a-zA-Z0-9_-]{1,64}$/

const dereferenceIn =
  (references: References): Dereference =>
  (schema) =>
    dereferenceSchema(schema, references)

/** Replaces the parameter `wrap` by its members. */
const unwrapped = (all: readonly PlannedParameter[], wrap: string, references: References): PlannedParameter[] => {
  const wrapping = all.find(({ name }) => name === wrap)
  if (!wrapping) return [...all]
  const others = all.filter((parameter) => parameter !== wrapping)
  const { properties, required } = collectSchemaMembers(wrapping.schema, dereferenceIn(references))
  const isTaken = (name: string): boolean =>
    !fitName.test(name) || isReservedParameter(name) || others.some((other) => other.name === name)
  const members = Object.entries(properties).map(
    ([as, schema]): PlannedParameter => ({
      name: isTaken(as) ? `${wrap}_${as}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_') : as,
      as,
      in: 'body',
      schema,
      ...(required.includes(as) && { required: true }),
    }),
  )
  return [...others, ...members]
}

/** Names like `query_fresh` for parameters whose own name the gateway has taken since the document was imported. */
const freeNames = (all: readonly PlannedParameter[]): (readonly [old: string, name: string])[] =>
  all.flatMap(({ name: old, in: place }) => {
    if (!isReservedParameter(old)) return []
    let name = `${place}_${old}`
    while (all.some((other) => other.name === name)) name += '_'
    return [[old, name] as const]
  })

/** The names that MCP clients accept for a tool's parameters. */
const callerName = /^[\w-]{1,64}$/

/**
 * Replaces the document's pagination parameters by the ones that the page loop reads: `limit`, and the one that names the next
 * page.
 */
const paged = (all: readonly PlannedParameter[], pages: Pages): PlannedParameter[] => {
  const into = 'into' in pages ? pages.into : undefined
  const targets = [pages.size?.into, into]
  const own = all.filter(({ as, in: place }) => !(targets.includes(as) && (place === 'query' || place === 'body')))
  const hasBody = pages.in !== 'query' && all.some((parameter) => parameter.in === 'body')
  const declared = Object.fromEntries(own.map(({ name, schema }) => [name, schema]))
  const added = Object.entries(pageParameters(pages, declared as never)).map(([name, schema]): PlannedParameter => {
    const as = name === 'limit' && pages.size ? pages.size.into : (into ?? name)
    const replaced = all.find((parameter) => parameter.as === as)
    return {
      // `page[number]` and `$skip` are names that only the vendor takes; the import has made others of them.
      name: callerName.test(name) ? name : (replaced?.name ?? name),
      as,
      in: replaced?.in ?? (hasBody ? 'body' : 'query'),
      schema: schema as JsonSchema,
      ...(name === 'limit' && pages.size?.default !== undefined && { otherwise: pages.size.default }),
    }
  })
  return [...own, ...added]
}

export const splitServer = (server: string): { origin: string; path: string } => {
  const [, origin = '', path = ''] = /^((?:[a-z]+:)?\/\/[^/]*)?(.*)$/i.exec(server) ?? []
  return { origin, path: path.replace(/\/+$/, '') }
}

const toSchemaObject = (schema: SliceParameter['schema']): JsonSchema => {
  if (typeof schema === 'object') return schema
  return schema ? {} : { not: {} }
}

/** Lets null clear the value; of values by names each one. */
const orNull = ({ description = 'The value', ...schema }: JsonSchema): JsonSchema => {
  const { properties, additionalProperties: named } = schema
  if (!properties && isJsonObject(named))
    return {
      ...schema,
      additionalProperties: { anyOf: [named, { type: 'null' }] },
      description: `${description}; null clears one`,
    }
  return { anyOf: [schema, { type: 'null' }], description: `${description}; null clears it` }
}

/** Lets null clear the parameter, or the members of its object, that `clears` names. Throws TypeError for a member that there isn't. */
const letClear = (
  { name, schema }: Pick<PlannedParameter, 'name' | 'schema'>,
  clears: readonly string[],
  references: References,
): JsonSchema => {
  if (clears.includes(name)) return orNull(schema)
  const members = clears.flatMap((one) => (one.startsWith(`${name}.`) ? [one.slice(name.length + 1)] : []))
  if (members.length === 0) return schema
  const object = dereferenceSchema(schema, references)
  const properties = new Map<string, JsonSchema>(Object.entries(Object(object.properties)))
  for (const member of members) {
    const own = properties.get(member)
    if (!own) throw new TypeError(`\`clears\` names ${name}.${member}, which is not a member`)
    properties.set(member, orNull(own))
  }
  return { ...object, properties: Object.fromEntries(properties) }
}

/** The members that objects of a whole body may have, in every branch of its schema. */
export const listBodyMembers = ({ params }: Pick<SliceAction, 'params'>, references: References): readonly string[] =>
  Object.values(params).flatMap(({ in: place, schema }) =>
    place === 'whole'
      ? Object.keys(collectSchemaMembers(toSchemaObject(schema), dereferenceIn(references)).properties)
      : [],
  )

/** Takes the members that are filled away from a body that stays whole; callers then have them in none of its branches. */
const fillBody = (
  parameters: readonly PlannedParameter[],
  fill: Readonly<Record<string, unknown>>,
  references: References,
): { readonly parameters: readonly PlannedParameter[]; readonly members?: Readonly<Record<string, unknown>> } => {
  const whole = parameters.find((parameter) => parameter.in === 'whole')
  if (!whole || Object.keys(fill).length === 0) return { parameters }
  const bodyMembers = listBodyMembers({ params: { body: whole } }, references)
  const members = Object.entries(fill).filter(([name]) => bodyMembers.includes(name))
  if (members.length === 0) return { parameters }
  const names = members.map(([name]) => name)
  const schema = withoutMembers(whole.schema, names, dereferenceIn(references))
  return {
    parameters: parameters.map((parameter) => (parameter === whole ? { ...whole, schema } : parameter)),
    members: Object.fromEntries(members),
  }
}

/** The path of an MCP server as it was imported: a slash at its end may matter. */
const toolPath = (server: string): string => server.replace(/^[a-z]+:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/')

/** The facts that all actions of a provider share. */
export type OfAll = Pick<AnyProvider, 'headers' | 'overlay'>

/** Builds the plan of a document's action, with the overlay's changes applied. */
export const planAction = (
  slice: Pick<Slice, 'server'>,
  action: SliceAction,
  references: References,
  { keep, clears = [], rename = {}, wrap, pages, ...curation }: Partial<AnyCuration> = {},
  provider: OfAll = {},
): ActionPlan => {
  const ofAccount = accountHeaders(provider.headers)
  const fill = { ...provider.overlay?.fill, ...curation.fill }
  const { method, path, encoding, media, headers, query, answer, auth, server, tool } = action
  const own = splitServer(slice.server ?? '')
  const { origin, path: prefix } = server === undefined ? own : splitServer(server)
  const declared = Object.entries(action.params)
    .map(
      ([name, parameter]): PlannedParameter => ({
        ...parameter,
        name,
        as: parameter.as ?? name,
        schema: toSchemaObject(parameter.schema),
      }),
    )
    .filter(({ in: place, as }) => place !== 'header' || !ofAccount.includes(as.toLowerCase()))
  const all = wrap === undefined ? declared : unwrapped(declared, wrap, references)
  const callersName = new Map([...freeNames(all), ...Object.entries(rename).map(([name, old]) => [old, name] as const)])
  const curated = all
    .filter(({ name, required }) => !keep || required || keep.includes(name) || Object.hasOwn(fill, name))
    .map((parameter) => ({ ...parameter, schema: letClear(parameter, clears, references) }))
    .map((parameter) => ({ ...parameter, name: callersName.get(parameter.name) ?? parameter.name }))
  const filled = Object.entries(fill)
    .map(([name, value]) => [callersName.get(name) ?? name, value] as const)
    .filter(([name]) => curated.some((parameter) => parameter.name === name))
  const fillWhole = Object.entries(fill).filter(
    ([name]) => !filled.some(([other]) => other === (callersName.get(name) ?? name)),
  )
  const { parameters, members } = fillBody(curated, Object.fromEntries(fillWhole), references)
  const wrapping = declared.find(({ name }) => name === wrap)
  return {
    method,
    encoding,
    media,
    headers,
    query,
    answer,
    auth,
    prefix,
    template: path,
    ...(tool !== undefined && { tool: { name: tool, path: toolPath(slice.server ?? '') } }),
    parameters: pages ? paged(parameters, pages) : parameters,
    ...(server !== undefined && origin !== '' && origin !== own.origin && { origin }),
    ...(wrapping?.in === 'body' && { within: wrapping.as }),
    ...(filled.length > 0 && { fill: Object.fromEntries(filled) }),
    ...(members && { fillWhole: members }),
  }
}
