/** A JSON object of an OpenAPI document, as it was read: nothing in it can be trusted to be what the standard says. */
export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, else an empty one. */
export const toNode = (value: unknown): Node => (isNode(value) ? value : {})

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const toNodes = (value: unknown): readonly Node[] => toList(value).filter(isNode)

/** A JSON pointer (RFC 6901) with further steps. */
export const below = (pointer: string, ...steps: readonly (string | number)[]): string =>
  pointer + steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

const member = (value: unknown, step: string): unknown => {
  if (Array.isArray(value)) return value[Number(step)]
  return isNode(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

/** The target of a reference within the document (`#/components/schemas/Pet`); `undefined`: it has none. */
export const findReferenced = (root: Node, reference: string): unknown => {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const plain = steps.reduce(member, root as unknown)
  return plain === undefined ? steps.map(decoded).reduce(member, root as unknown) : plain
}

/** The node itself, or the one that its references lead to, with its place. `undefined`: a reference leads nowhere. */
export const followReferences = (
  root: Node,
  value: unknown,
  pointer: string,
): { readonly node: Node; readonly pointer: string } | undefined => {
  let target = value
  let place = pointer
  for (let step = 0; step < 50; step++) {
    if (!isNode(target)) return undefined
    if (typeof target.$ref !== 'string') return { node: target, pointer: place }
    place = target.$ref.slice(1)
    target = findReferenced(root, target.$ref)
  }
  return undefined
}

/** The node to which a value leads by its references, or the value itself; an empty one where it leads to none. */
export const resolveNode = (root: Node, value: unknown): Node => followReferences(root, value, '')?.node ?? {}
