import type { Pointer } from '@patchbay/core/provider'
import { isNode, type Node, resolveNode } from '../../codegen/import/read/node.ts'
import { at } from '../../core/schema/index.ts'
import type { VendorOperation } from './operation.ts'

const references = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(references)
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : references(member),
  )
}

/** `#/components/<kind>/<name>` of everything that `value` needs, directly or through others: each is taken whole, with all that it needs. */
const reachable = (root: Node, value: unknown): Set<string> => {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    for (const reference of references(part)) {
      const component = reference.split('/').slice(0, 4).join('/')
      if (found.has(component)) continue
      found.add(component)
      visit(at(root, component.slice(1) as Pointer))
    }
  }
  visit(value)
  return found
}

/** Atlassian's documents have their examples of JSON as texts, which the mock would answer as texts. */
const withParsedExample = (media: Node): Node =>
  typeof media.example === 'string' && /^[[{]/.test(media.example)
    ? { ...media, example: JSON.parse(media.example) }
    : media

/**
 * A response with `*\/*`, as in Google's documents, is declared as JSON: the mock offers it to no caller that asks for
 * JSON.
 */
const acceptable = (root: Node, response: unknown): Node => {
  const { content, ...others } = resolveNode(root, response)
  if (!isNode(content)) return others
  const all = Object.entries(content as Record<string, Node>)
  return {
    ...others,
    content: Object.fromEntries(
      all.map(([type, media]) => [type === '*/*' ? 'application/json' : type, withParsedExample(media)]),
    ),
  }
}

/** An error's schema often reaches most of the document, and what the mock refuses it tells in words of its own. */
const successes = (root: Node, responses: unknown): Node =>
  Object.fromEntries(
    Object.entries((responses ?? {}) as Node)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => [status, acceptable(root, response)]),
  )

/**
 * A form's `encoding` makes the mock read each nested field that isn't sent as `{}`, and miss what is required in it.
 * Without it, it leaves nested fields to us.
 */
const withoutEncoding = (root: Node, body: unknown): Node => {
  const node = resolveNode(root, body)
  const content = Object.entries((node.content ?? {}) as Record<string, Node>)
  return { ...node, content: Object.fromEntries(content.map(([type, { encoding: _, ...media }]) => [type, media])) }
}

/**
 * A document of these operations alone (all of one document), with the components that they need: a mock doesn't start
 * on Stripe's whole one.
 */
export const cutDocument = (root: Node, operations: readonly VendorOperation[]): Node => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { template, method, node, parameters } of operations) {
    const { requestBody } = node
    const body = requestBody === undefined ? {} : { requestBody: withoutEncoding(root, requestBody) }
    const responses = successes(root, node.responses)
    paths[template] = { ...paths[template], [method]: { ...node, parameters, responses, ...body } }
  }
  const { securitySchemes } = (root.components ?? {}) as Node
  const components: Record<string, Record<string, unknown>> = {
    ...(isNode(securitySchemes) && { securitySchemes }),
  }
  for (const reference of reachable(root, paths)) {
    const [, , kind = '', name = ''] = reference.split('/')
    components[kind] = { ...components[kind], [name]: at(root, `/components/${kind}/${name}`) }
  }
  return {
    openapi: root.openapi,
    info: root.info,
    ...(Array.isArray(root.security) && { security: root.security }),
    paths,
    components,
  }
}
