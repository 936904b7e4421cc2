import { describeThrown } from '@patchbay/core/errors'
import swagger2openapi from 'swagger2openapi'
import type { LeftOutList } from './left-out.ts'
import { below, followReferences, isNode, type Node, resolveNode, toList, toNode } from './node.ts'

const convert = async (root: Node): Promise<Node> => {
  // The converter changes its argument.
  const copy = structuredClone(root)
  const { openapi } = await swagger2openapi.convertObj(copy as never, { patch: true, warnOnly: true })
  return openapi as unknown as Node
}

/** Converts what can be converted: one broken path must not keep the others out. */
const convertByPaths = async (root: Node, leftOut: LeftOutList): Promise<Node> => {
  let result: Node = await convert({ ...root, paths: {} })
  const paths: Record<string, unknown> = {}
  for (const [path, item] of Object.entries(toNode(root.paths))) {
    try {
      const converted = await convert({ ...root, paths: { [path]: item } })
      Object.assign(paths, converted.paths)
      result = { ...result, components: merged(toNode(result.components), toNode(converted.components)) }
    } catch (error) {
      leftOut.add('operation', below('/paths', path), `can't be converted from version 2.0: ${describeThrown(error)}`)
    }
  }
  return { ...result, paths }
}

const merged = (one: Node, other: Node): Node =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((kind) => [
      kind,
      { ...toNode(one[kind]), ...toNode(other[kind]) },
    ]),
  )

/**
 * A copy that keeps what the converter would lose: how lists are written in forms, paths and headers. Nothing stands in it twice, as the
 * converter refuses what YAML aliases repeat.
 */
const markLists = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(markLists)
  if (!isNode(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markLists(member)]))
  if (typeof value.in !== 'string' || value.type !== 'array') return copy
  const collection = value.collectionFormat ?? 'csv'
  const isUsual = collection === 'multi' || (collection === 'csv' && value.in !== 'formData')
  return isUsual ? copy : { ...copy, 'x-collectionFormat': collection }
}

const bodyless: ReadonlySet<string> = new Set(['get', 'head', 'parameters'])

const isOfBody = (root: Node, parameter: unknown): boolean =>
  /^(?:body|formData)$/.test(String(followReferences(root, parameter, '')?.node.in))

/** A path with the body that it declares for all its operations at each of them: the converter drops it. */
const withOwnBodies = (root: Node, item: unknown): unknown => {
  if (!isNode(item)) return item
  const shared = toList(item.parameters)
  const ofBody = shared.filter((parameter) => isOfBody(root, parameter))
  if (ofBody.length === 0) return item
  const others = shared.filter((parameter) => !ofBody.includes(parameter))
  const withBody = ([name, operation]: [string, unknown]): [string, unknown] => {
    if (bodyless.has(name.toLowerCase()) || name.startsWith('x-') || !isNode(operation)) return [name, operation]
    const own = toList(operation.parameters)
    const hasOwn = own.some((parameter) => isOfBody(root, parameter))
    return [name, hasOwn ? operation : { ...operation, parameters: [...own, ...ofBody] }]
  }
  return { ...Object.fromEntries(Object.entries(item).map(withBody)), parameters: others }
}

const withBodies = (root: Node): Node => ({
  ...root,
  paths: Object.fromEntries(
    Object.entries(toNode(root.paths)).map(([path, item]) => [path, withOwnBodies(root, item)]),
  ),
})

/** Keeps the base path: the converter puts `x-servers` in the place of what `host` and `basePath` say. */
const withBasePath = (value: unknown, basePath: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => withBasePath(one, basePath))
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'x-servers' && Array.isArray(member)
        ? member.map((one) => addBasePath(one, basePath))
        : withBasePath(member, basePath),
    ]),
  )
}

const addBasePath = (server: unknown, basePath: string): unknown =>
  isNode(server) && /^[^/]*\/\/[^/?#]*\/?$/.test(String(server.url))
    ? { ...server, url: String(server.url).replace(/\/?$/, basePath) }
    : server

const isMediaType = ({ $ref }: Node): boolean => typeof $ref === 'string' && $ref.startsWith('#/components/mediaTypes/')

/** Media types of OpenAPI 3.2 have names, too: each stands where it is named. */
const withMediaTypes = (root: Node, value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || depth > 100) return value
  if (Array.isArray(value)) return value.map((one) => withMediaTypes(root, one, depth + 1))
  if (isNode(value) && isMediaType(value)) return resolveNode(root, value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withMediaTypes(root, one, depth + 1)]))
}

/** The document with its security schemes and media types in the places that refer to them. */
const withNamedParts = (root: Node): Node => {
  const { securitySchemes, mediaTypes } = toNode(root.components)
  const schemes = Object.entries(toNode(securitySchemes))
  const isReferred = schemes.some(([, scheme]) => isNode(scheme) && typeof scheme.$ref === 'string')
  const resolved = isReferred && {
    components: {
      ...toNode(root.components),
      securitySchemes: Object.fromEntries(schemes.map(([name, scheme]) => [name, resolveNode(root, scheme)])),
    },
  }
  const withSchemes = { ...root, ...resolved }
  return isNode(mediaTypes) ? { ...withSchemes, paths: withMediaTypes(root, root.paths) } : withSchemes
}

/** A host without what doesn't belong to it: the scheme, which documents of version 2 have in `schemes`. */
const bareHost = ({ host }: Node): { readonly host?: string } =>
  typeof host === 'string' ? { host: host.trim().replace(/^[a-z][a-z0-9+.-]*:\/\/|\/+$/gi, '') } : {}

/** Keywords that are true or false. Some generators write them as texts. */
const booleans: ReadonlySet<string> = new Set(
  'required nullable x-nullable readOnly writeOnly deprecated explode allowReserved uniqueItems exclusiveMinimum exclusiveMaximum'.split(
    ' ',
  ),
)

const readBoolean = (text: string): boolean | string =>
  /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text

/** The document with its booleans as such: `nullable: "true"` (cebe/php-openapi#50). */
const withBooleans = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object') ? value.map(withBooleans) : value
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      booleans.has(name) && typeof member === 'string' ? readBoolean(member) : withBooleans(member),
    ]),
  )
}

/** The version of a document, which YAML may have as a number: `3.1`, and `3` for `3.0`. */
const readVersion = (version: unknown): string =>
  String(version)
    .trim()
    .replace(/^(\d)$/, '$1.0')

/** The document in OpenAPI 3. Throws Error if its version can't be read. */
export const inVersion3 = async (document: Node, leftOut: LeftOutList): Promise<Node> => {
  const root = withBooleans(document) as Node
  const version = readVersion(root.openapi)
  if (version.startsWith('3.')) return withNamedParts({ ...root, openapi: version })
  if (!String(root.swagger).startsWith('2')) {
    throw new Error(
      `it is not an OpenAPI document of version 2.0, 3.0 or 3.1 (${JSON.stringify(root.openapi ?? root.swagger ?? null)})`,
    )
  }
  const lists = markLists({
    ...withBodies(root),
    ...bareHost(root),
    swagger: '2.0',
    info: { title: '', version: '', ...toNode(root.info) },
  })
  const basePath = `/${String(root.basePath ?? '').replaceAll(/^\/+|\/+$/g, '')}`
  const marked = (basePath === '/' ? lists : withBasePath(lists, basePath)) as Node
  try {
    return await convert(marked)
  } catch {
    return await convertByPaths(marked, leftOut)
  }
}
