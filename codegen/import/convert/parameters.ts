import type { SliceParameter } from '@patchbay/core/imported'
import { fitNameForModels, isReservedParameter } from '@patchbay/core/schema'
import { readTypes } from '../read/keywords.ts'
import { followReferences, isNode, type Node, toList, toNode } from '../read/node.ts'

export type ParameterPlace = SliceParameter['in']

/** A parameter before it has a name. */
export interface UnnamedParameter {
  readonly place: ParameterPlace
  /** The document's name. */
  readonly as: string
  readonly parameter: Omit<SliceParameter, 'as'>
}

const order: readonly ParameterPlace[] = ['path', 'query', 'body', 'whole', 'header', 'cookie']

/** A name that all models take. Names of headers have no case: `X-User-Id` becomes `x_user_id`. */
const fitting = ({ place, as }: UnnamedParameter): string =>
  fitNameForModels(place === 'header' ? as.toLowerCase() : as, 56)

const isFree = (name: string, taken: ReadonlySet<string>): boolean =>
  name !== '' && !taken.has(name) && !(name in Object.prototype) && !isReservedParameter(name)

/**
 * The parameters of an action by the names that callers use, required ones first. A name that is taken or reserved says its place:
 * `body_id`. Names of an earlier import (`pinned`, by place and the document's name) are kept.
 */
export const nameParameters = (
  candidates: readonly UnnamedParameter[],
  pinned: ReadonlyMap<string, string>,
): Record<string, SliceParameter> => {
  const taken = new Set<string>()
  const names = new Map<UnnamedParameter, string>()
  const give = (candidate: UnnamedParameter, name: string): void => {
    taken.add(name)
    names.set(candidate, name)
  }
  for (const candidate of candidates) {
    const name = pinned.get(`${candidate.place} ${candidate.as}`)
    if (name !== undefined && isFree(name, taken)) give(candidate, name)
  }
  const open = candidates.filter((candidate) => !names.has(candidate))
  for (const candidate of open.toSorted((a, b) => order.indexOf(a.place) - order.indexOf(b.place))) {
    const base = fitting(candidate)
    const place = candidate.place === 'whole' ? 'body' : candidate.place
    let name = base
    for (let count = 1; !isFree(name, taken); count++) {
      name = [place, base, count > 1 ? count : ''].filter((part) => part !== '').join('_')
    }
    give(candidate, name)
  }
  const all = candidates.map((candidate) => {
    const name = names.get(candidate) ?? candidate.as
    const { schema, ...rest } = candidate.parameter
    return [name, { ...rest, ...(name !== candidate.as && { as: candidate.as }), schema }] as const
  })
  return Object.fromEntries([
    ...all.filter(([, { required }]) => required),
    ...all.filter(([, { required }]) => !required),
  ])
}

/** True if a value of the schema may have the type, as far as the schema and its references say. */
export const mayBe = (root: Node, value: unknown, type: string, depth = 0): boolean => {
  const schema = followReferences(root, value, '')?.node
  if (!schema || depth > 5) return false
  const types = readTypes(schema)
  if (types) return types.includes(type)
  if (type === 'object' && isNode(schema.properties)) return true
  if (type === 'array' && schema.items !== undefined) return true
  return ['allOf', 'anyOf', 'oneOf'].some((keyword) =>
    toList(schema[keyword]).some((part) => mayBe(root, part, type, depth + 1)),
  )
}

/** True if members of an object, at any depth, have lists. */
const hasLists = (root: Node, value: unknown, depth = 0): boolean => {
  const schema = followReferences(root, value, '')?.node
  if (!schema || depth > 4) return false
  const parts = [
    ...Object.values(toNode(schema.properties)),
    ...(isNode(schema.additionalProperties) ? [schema.additionalProperties] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => toList(schema[keyword])),
  ]
  return mayBe(root, schema, 'array') || parts.some((part) => hasLists(root, part, depth + 1))
}

/** The styles of OpenAPI 2.0's lists; kept through the conversion. */
const collections: Readonly<Record<string, SliceParameter['style']>> = {
  csv: 'comma',
  ssv: 'space',
  pipes: 'pipe',
  tsv: 'tab',
}

/** The style of a list of OpenAPI 2.0; `undefined`: the usual one of its parameter's place. */
export const collectionStyle = (node: Node): SliceParameter['style'] => collections[String(node['x-collectionFormat'])]

const scalars = ['string', 'number', 'integer', 'boolean']

/** True if the value may be a list of nothing but objects, for which OpenAPI has no form outside of JSON. */
export const mayListObjects = (root: Node, value: unknown, depth = 0): boolean => {
  const schema = followReferences(root, value, '')?.node
  if (!schema || depth > 5) return false
  const { items } = schema
  if (mayBe(root, items, 'object') && !scalars.some((type) => mayBe(root, items, type))) return true
  return ['allOf', 'anyOf', 'oneOf'].some((keyword) =>
    toList(schema[keyword]).some((part) => mayListObjects(root, part, depth + 1)),
  )
}

/** The style of a query's or form's member (OpenAPI 3.1, 4.8.12.4); `undefined`: the slice's default. */
export const queryStyle = (root: Node, node: Node, schema: unknown): SliceParameter['style'] => {
  const style = typeof node.style === 'string' ? node.style : 'form'
  const explode = typeof node.explode === 'boolean' ? node.explode : style === 'form'
  const lists = mayBe(root, schema, 'array')
  const objects = mayBe(root, schema, 'object')
  if (style === 'deepObject') return hasLists(root, schema) ? 'indices' : undefined
  // Numbers distinguish the items: `p[0][a]=1`.
  if (lists && explode && mayListObjects(root, schema)) return 'indices'
  // Frameworks that write such names read them one by one, whatever their documents say.
  if (lists && String(node.name).endsWith('[]')) return undefined
  const collection = lists ? collectionStyle(node) : undefined
  if (collection) return collection
  if (!lists && !objects) return node.allowReserved === true ? 'reserved' : undefined
  if (explode) return objects ? 'explode' : undefined
  if (style === 'spaceDelimited') return 'space'
  return style === 'pipeDelimited' ? 'pipe' : 'comma'
}

/** Extensions by which GitHub and Azure mark parameters that stand for several segments of a path, and `allowReserved` of OpenAPI 3.2. */
const ofSeveralSegments = ['x-multi-segment', 'x-ms-skip-url-encoding', 'allowReserved'] as const

/** The style of a parameter in the path, a header or a cookie. `spans`: it stands for several segments of the path. */
export const simpleStyle = (node: Node, spans = false): Pick<SliceParameter, 'style' | 'explode'> => {
  if (spans || (node.in === 'path' && ofSeveralSegments.some((name) => node[name] === true)))
    return { style: 'reserved' }
  const style = node.style === 'label' || node.style === 'matrix' ? node.style : collectionStyle(node)
  return { ...(style && { style }), ...(node.explode === true && { explode: true }) }
}

/** A parameter with its schema: some documents of version 3 write the type beside the name, as version 2 has it. */
export const withSchema = (node: Node): Node => {
  if (node.schema !== undefined || node.content !== undefined || node.type === undefined) return node
  const { name: _, in: __, description: ___, required: ____, collectionFormat, ...schema } = node
  const collection = collectionFormat ?? 'csv'
  return { ...node, schema, ...(collection !== 'multi' && { 'x-collectionFormat': collection }) }
}

/** The only value that a required parameter may have: it is always sent, and no parameter. */
export const onlyValue = (root: Node, schema: unknown): string | undefined => {
  const node = followReferences(root, schema, '')?.node
  const values = node?.const === undefined ? toList(node?.enum) : [node.const]
  const [value] = values
  return values.length === 1 && ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}
