import { collectSchemaMembers } from '@patchbay/core/imported'
import { followReferences, type Node, resolveNode, toNode, toNodes } from '../../read/node.ts'
import type { Operation } from '../../read/operations.ts'
import { collectBodyMembers } from '../schemas/members.ts'
import { isSaidSecret, isSureName } from './credential-names.ts'
import { isOpen, needsSignIn } from './credentials.ts'

/**
 * The handling of a body member that carries a credential: callers don't have it, because the account's credential is it, or another may
 * carry it; or they fill it in until the author decides, because the operation requires it beside its sign-in.
 */
export type BodyCredential = 'left out' | 'required'

interface BodyMember {
  readonly name: string
  readonly node: Node
  readonly required: boolean
}

const listMembers = (root: Node, { node }: Operation): BodyMember[] => {
  const body = followReferences(root, node.requestBody, '')?.node
  const [media] = toNodes(Object.values(toNode(body?.content)))
  const members = media && collectBodyMembers(root, media.schema, '')
  if (!members) return listBranchMembers(root, toNode(media?.schema))
  return [...members].map(([name, { parts, required }]) => {
    const own = toNode(parts[0]?.value)
    return { name, node: { ...followReferences(root, own, '')?.node, ...own }, required }
  })
}

/** The members of a body that stays whole, in all of its branches. */
const listBranchMembers = (root: Node, schema: Node): BodyMember[] => {
  const dereference = (node: Node): Node => resolveNode(root, node)
  const { properties, sometimesRequired } = collectSchemaMembers(schema, dereference)
  return Object.entries(properties).map(([name, own]) => ({
    name,
    node: { ...dereference(own), ...own },
    required: sometimesRequired.includes(name),
  }))
}

/** Headers of the document's keys; a plain word among them would be mentioned by chance. */
const listKeyNames = (root: Node): string[] =>
  toNodes(Object.values(toNode(toNode(root.components).securitySchemes))).flatMap(({ type, name }) =>
    type === 'apiKey' && /[a-z\d][-_][a-z\d]/i.test(String(name)) ? [String(name).toLowerCase()] : [],
  )

/** True for a member that a key of the sign-in may replace, by the document. */
const namesKey = ({ description }: Node, keys: readonly string[]): boolean =>
  keys.some((key) =>
    String(description ?? '')
      .toLowerCase()
      .includes(key),
  )

/** Names of credentials: by the name alone, or a token or key whose description says so. */
const isNamedCredential = ({ name, node }: BodyMember): boolean =>
  isSureName(name) || (/^(?:token|key|secret)$/i.test(name) && isSaidSecret(node))

/** True for an operation that has a sign-in outside of its body. */
const hasSignIn = (root: Node, { node, parameters }: Operation): boolean =>
  needsSignIn(root, node) || parameters.some((one) => isSureName(String(one.node.name)))

/** The members of bodies that carry credentials, by operation: where a fifth of the bodies has them, or the document says that they are a key. */
export const findBodyCredentials = (
  root: Node,
  operations: readonly Operation[],
): ReadonlyMap<string, ReadonlyMap<string, BodyCredential>> => {
  const keys = listKeyNames(root)
  const bodies = operations
    .filter(({ node }) => node.requestBody !== undefined && !isOpen(root, node))
    .map((operation) => ({ operation, members: listMembers(root, operation) }))
  const counts = Map.groupBy(
    bodies.flatMap(({ members }) => members.filter(isNamedCredential)),
    ({ name }) => name,
  )
  const isCommon = (name: string): boolean => (counts.get(name)?.length ?? 0) >= Math.max(2, bodies.length / 5)
  const isUsual = (name: string): boolean => (counts.get(name)?.length ?? 0) * 2 >= bodies.length
  return new Map(
    bodies.map(({ operation, members }) => {
      const staysOpen = ({ name, required }: BodyMember): boolean =>
        required && (hasSignIn(root, operation) || !isUsual(name))
      const credentials = members.filter(
        (one) => namesKey(one.node, keys) || (isNamedCredential(one) && isCommon(one.name)),
      )
      return [
        operation.key,
        new Map(credentials.map((one) => [one.name, staysOpen(one) ? 'required' : 'left out'] as const)),
      ] as const
    }),
  )
}
