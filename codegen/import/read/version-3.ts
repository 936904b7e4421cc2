import { describeThrown } from '@patchbay/core/errors'
import swagger2openapi from 'swagger2openapi'
import type { LeftOutList } from './left-out.ts'
import { below, isNode, type Node, toNode } from './node.ts'

const convert = async (root: Node): Promise<Node> => {
  // The converter changes what it is given.
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

/** Keeps what the converter would lose: how lists in forms are written. */
const markForms = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(markForms)
  if (!isNode(value)) return value
  if (value.in === 'formData' && value.type === 'array') {
    const collection = value.collectionFormat ?? 'csv'
    return collection === 'multi' ? value : { ...value, 'x-collectionFormat': collection }
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markForms(member)]))
}

/** The document in OpenAPI 3. Throws Error if its version can't be read. */
export const inVersion3 = async (root: Node, leftOut: LeftOutList): Promise<Node> => {
  if (typeof root.openapi === 'string' && root.openapi.startsWith('3.')) return root
  if (!String(root.swagger).startsWith('2')) {
    throw new Error(
      `it is not an OpenAPI document of version 2.0, 3.0 or 3.1 (${JSON.stringify(root.openapi ?? root.swagger ?? null)})`,
    )
  }
  const marked = markForms({ ...root, swagger: '2.0', info: { title: '', version: '', ...toNode(root.info) } }) as Node
  try {
    return await convert(marked)
  } catch {
    return await convertByPaths(marked, leftOut)
  }
}
