import { isChangedByUrl, type Method } from '@patchbay/core/provider'
import type { LeftOutList } from './left-out.ts'
import { below, followReferences, isNode, type Node, resolveNode, toList, toNode } from './node.ts'

/** One operation of a document, with what its path adds to it. */
export interface Operation {
  readonly method: Method
  /** The path as the vendor's callers know it: without a query or fragment that documents append. */
  readonly path: string
  /** The query that the document appends to the path: `?action=list`. */
  readonly query: Readonly<Record<string, string>>
  /** The name of the operation, by which a newer document is compared: `GET /tasks/{id}`. */
  readonly key: string
  readonly node: Node
  readonly pointer: string
  /** Its own parameters and those of its path that it doesn't replace, with what their references lead to. */
  readonly parameters: readonly { readonly node: Node; readonly pointer: string }[]
  /** The names of parameters of the path that stand for several segments of it. */
  readonly spans: ReadonlySet<string>
  /** The servers of the operation or its path, where they have any of their own. */
  readonly servers: readonly unknown[]
}

const methods: ReadonlyMap<string, Method> = new Map(
  (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => [method.toLowerCase(), method]),
)

const otherMethods: ReadonlySet<string> = new Set(['options', 'trace', 'query'])

/** Every operation of a document that the gateway can send, in the document's order. */
export const readOperations = (root: Node, leftOut: LeftOutList): Operation[] => {
  for (const name of Object.keys(toNode(root.webhooks)))
    leftOut.add('part', below('/webhooks', name), 'the vendor calls webhooks: the gateway receives none')
  if (!isNode(root.paths)) return []
  return Object.entries(root.paths).flatMap(([path, value]) => {
    if (path.startsWith('x-')) return []
    const item = followReferences(root, value, below('/paths', path))
    if (!item) leftOut.add('operation', below('/paths', path), 'the path has no operations')
    return item ? operationsAt(root, path, item, leftOut) : []
  })
}

/** The path without what nobody sees: documents tell a path with two operations of one method apart by such marks (directus/openapi). */
const withoutInvisible = (path: string): string => path.replaceAll(/\p{Cf}/gu, '').trim()

type ReferencedNode = NonNullable<ReturnType<typeof followReferences>>

const operationsAt = (root: Node, path: string, item: ReferencedNode, leftOut: LeftOutList): Operation[] => {
  // OpenAPI 3.2 has methods of any name.
  for (const name of Object.keys(toNode(item.node.additionalOperations)))
    leftOut.add(
      'operation',
      below(item.pointer, 'additionalOperations', name),
      `the gateway sends no ${name.slice(0, 50)}`,
    )
  return Object.entries(item.node).flatMap(([name, node]) => {
    const pointer = below(item.pointer, name)
    const method = methods.get(name.toLowerCase())
    if (!method && otherMethods.has(name.toLowerCase())) {
      leftOut.add('operation', pointer, `the gateway sends no ${name.toUpperCase()}`)
    }
    if (!method || !isNode(node)) return []
    const { text, spans } = readTemplate(withoutInvisible(path))
    const [bare = '', query = ''] = (text.split('#')[0] ?? '').split('?')
    if (isChangedByUrl(bare)) {
      leftOut.add('operation', pointer, 'URL parsing would change the path: it has .. or an unsafe character')
      return []
    }
    for (const callback of Object.keys(toNode(node.callbacks)))
      leftOut.add(
        'part',
        below(pointer, 'callbacks', callback),
        'the vendor calls callbacks: the gateway receives none',
      )
    const fragment = text.split('#')[1] ?? ''
    const [own, ofPath] = [node.servers, item.node.servers].map(toList)
    const declared = mergeParameters(root, node, item, pointer, leftOut)
    const parameters = withNamesOfPath(bare, declared)
    return [
      {
        method,
        path: withBraces(bare.startsWith('/') ? bare : `/${bare}`, parameters),
        query: Object.fromEntries(new URLSearchParams(query)),
        key: `${method} ${path}${fragment && !path.includes('#') ? `#${fragment}` : ''}`,
        node,
        pointer,
        parameters,
        spans,
        servers: own?.length ? own : (ofPath ?? []),
      },
    ]
  })
}

/** The marks that frameworks write around a name in braces: `{id?}`, `{id:int}`, `{+path}`, `{path*}`, `{name=projects/*}`. */
const decorated = /\{([+*]{0,2})([\w.-]+)((?:\?|\*|\+|[:=][^{}]*)?)\}/g
const ofSeveralSegments = /^(?:[*+]|:(?:path|\.[*+]|\*)|=.*(?:\/|\*\*))/

/** A path with bare names in its braces, and the names that stand for several segments. Names of which two would be alike stay as they are. */
const readTemplate = (path: string): { readonly text: string; readonly spans: ReadonlySet<string> } => {
  const braces = [...path.matchAll(decorated)]
  const names = braces.map(([, , name]) => name)
  if (new Set(names).size < names.length) return { text: path, spans: new Set() }
  const spanning = braces.filter(([, before = '', , behind = '']) => before !== '' || ofSeveralSegments.test(behind))
  return { text: path.replaceAll(decorated, '{$2}'), spans: new Set(spanning.map(([, , name = '']) => name)) }
}

/** The path with braces around the parameters that it has as frameworks write them: `/users/:id`, `/users/<id>`. */
const withBraces = (path: string, parameters: Operation['parameters']): string =>
  path.replaceAll(/(?<=\/):(\w+)|<(?:\w+:)?(\w+)>/g, (all, afterColon?: string, inBrackets?: string) => {
    const name = afterColon ?? inBrackets
    return parameters.some(({ node }) => node.in === 'path' && node.name === name) ? `{${name}}` : all
  })

const bareName = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')

/**
 * The parameters of a path by the names that the path itself has, where they differ in case and marks alone: `{part_id}` and `partId`
 * (biosustain/venom#17, OpenAPITools/openapi-generator#14707).
 */
const withNamesOfPath = (path: string, parameters: Operation['parameters']): Operation['parameters'] => {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
  const isOfPath = ({ node }: Operation['parameters'][number]): boolean => node.in === 'path'
  const open = names.filter((name) => !parameters.some((one) => isOfPath(one) && one.node.name === name))
  if (open.length === 0) return parameters
  const lost = parameters.filter((one) => isOfPath(one) && !names.includes(String(one.node.name)))
  return parameters.map((parameter) => {
    if (!lost.includes(parameter)) return parameter
    const bare = bareName(parameter.node.name)
    const [name, another] = open.filter((one) => bareName(one) === bare)
    const isOnly = lost.filter(({ node }) => bareName(node.name) === bare).length === 1
    return name !== undefined && another === undefined && isOnly
      ? { ...parameter, node: { ...parameter.node, name } }
      : parameter
  })
}

/** An operation's parameter replaces the one of its path that has the same name and place. */
const mergeParameters = (
  root: Node,
  node: Node,
  item: ReferencedNode,
  pointer: string,
  leftOut: LeftOutList,
): Operation['parameters'] => {
  const parameters = new Map<string, ReferencedNode>()
  const add = (value: unknown, place: string): void => {
    const parameter = followReferences(root, value, place)
    if (parameter && typeof parameter.node.name === 'string' && typeof parameter.node.in === 'string') {
      parameters.set(`${parameter.node.in} ${parameter.node.name}`, parameter)
    } else leftOut.add('parameter', place, "has no name or place, or refers to something that doesn't exist")
  }
  toList(item.node.parameters).forEach((value, index) => {
    add(value, below(item.pointer, 'parameters', index))
  })
  toList(node.parameters).forEach((value, index) => {
    add(value, below(pointer, 'parameters', index))
  })
  return [...parameters.values()]
}

/** The number of operations in a document of any version, even of those that can't be imported. */
export const operationsIn = (root: Node): number =>
  Object.values(toNode(root.paths))
    .flatMap((item) => {
      const { additionalOperations, ...node } = resolveNode(root, item)
      const others = Object.values(toNode(additionalOperations)).map((other) => ['query', other] as const)
      return [...Object.entries(node), ...others]
    })
    .filter(([name, node]) => isNode(node) && (methods.has(name.toLowerCase()) || otherMethods.has(name.toLowerCase())))
    .length
