import { findReferenced, isNode, type Node, toList, toNode } from '../../codegen/import/read/node.ts'
import { routeOf } from './by-hand.ts'

/** Depth to which references in an answer's schema are followed: enough for the members of a list's items. */
const answerDepth = 2

const head = ['openapi', 'swagger', 'info', 'servers', 'host', 'basePath', 'schemes', 'consumes', 'produces']

const picked = (node: Node, names: readonly string[]): Node =>
  Object.fromEntries(Object.entries(node).filter(([name]) => names.includes(name)))

/** Without examples and the vendor's own extensions. */
const stripped = (value: unknown, isMap = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => stripped(item))
  if (!isNode(value)) return value
  const members = Object.entries(value).filter(
    ([name]) => isMap || !/^(?:examples?|externalDocs|tags|x-.*)$/.test(name),
  )
  return Object.fromEntries(members.map(([name, member]) => [name, stripped(member, name === 'properties')]))
}

/** Schemas of answers need no descriptions: only people read these. */
const withoutDescriptions = (value: unknown, isMap = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutDescriptions(item))
  if (!isNode(value)) return value
  const members = Object.entries(value).filter(([name]) => isMap || name !== 'description')
  return Object.fromEntries(members.map(([name, member]) => [name, withoutDescriptions(member, name === 'properties')]))
}

const referencesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  )
}

const componentAt = (depth: number, whole: Node): unknown => {
  if (depth < 1) return whole
  return depth < answerDepth ? withoutDescriptions(whole) : picked(whole, ['type'])
}

/** The components that are needed: whole, or, where an answer ends, their type alone. */
const createComponents = (root: Node) => {
  const depths = new Map<string, number>()
  const steps = isNode(root.components) ? 4 : 3
  const add = (value: unknown, depth: number): void => {
    for (const reference of referencesIn(value)) {
      const component = reference.split('/').slice(0, steps).join('/')
      if ((depths.get(component) ?? Number.POSITIVE_INFINITY) <= depth) continue
      depths.set(component, depth)
      const isAnswer = component.startsWith('#/components/responses/')
      if (depth < answerDepth) add(stripped(findReferenced(root, component)), isAnswer ? depth : depth + 1)
    }
  }
  const all = (): Node => {
    const kept: Record<string, unknown> = {}
    for (const [component, depth] of [...depths].sort()) {
      const path = component.slice(2).split('/')
      const name = path.pop() ?? ''
      let place = kept
      for (const step of path) {
        place[step] ??= {}
        place = place[step] as Record<string, unknown>
      }
      const whole = toNode(stripped(findReferenced(root, component)))
      place[name] = componentAt(depth, whole)
    }
    return kept
  }
  return {
    addWhole: (value: unknown) => add(value, Number.NEGATIVE_INFINITY),
    addAnswer: (value: unknown) => add(value, 0),
    all,
  }
}

/**
 * A document of these operations alone (by `routeOf`), with the components that they need. Only `lists` keep their answers, which
 * end where the document goes deeper than the members of items.
 */
export const cutDocument = (root: Node, operations: ReadonlySet<string>, lists: ReadonlySet<string>): Node => {
  const components = createComponents(root)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [path, item] of Object.entries(toNode(root.paths))) {
    for (const [method, operation] of Object.entries(toNode(item))) {
      const route = routeOf(`${method.toUpperCase()} ${path}`)
      if (!operations.has(route)) continue
      const { responses, ...rest } = toNode(stripped(operation))
      const success = Object.entries(toNode(responses)).find(([status]) => status.startsWith('2'))
      const kept = lists.has(route) && success ? Object.fromEntries([success]) : { 200: { description: '' } }
      const shared = toList(toNode(item).parameters)
      paths[path] = {
        ...(shared.length > 0 && { parameters: stripped(shared) }),
        ...paths[path],
        [method]: { ...rest, responses: kept },
      }
      components.addWhole([rest, shared])
      components.addAnswer(kept)
    }
  }
  return { ...picked(root, head), paths, ...components.all() }
}
