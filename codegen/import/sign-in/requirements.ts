import { findRequirements, isOpen } from '../convert/secrets/credentials.ts'
import type { Imported } from '../convert/to-slice.ts'
import { isNode, type Node, toNode } from '../read/node.ts'

/** The evidence of a credential: a security scheme by its name, or a parameter such as `header X-Auth-Token`. */
export type CredentialEvidence = { readonly scheme: string } | { readonly parameter: string }

/** The credentials that a call carries at once. */
export interface Requirement {
  readonly all: readonly CredentialEvidence[]
  /** The number of operations that take it. */
  readonly count: number
  /** True if no operation names it: the document just has it. */
  readonly isUnclaimed?: boolean
}

/** The requirements of a document's operations. */
interface Requirements {
  /** Each alternative once, the most frequent first. */
  readonly alternatives: readonly Requirement[]
  /** Operations that take a credential, or don't say. */
  readonly closed: number
  /** Operations for which the document doesn't say it at all. */
  readonly undeclared: number
  /** Operations that take a credential or none. */
  readonly optional: number
}

/** An operation with the credentials that it has as parameters. */
export type CredentialUse = Pick<Imported, 'operation' | 'credentials'>

export const listSchemes = (root: Node): Record<string, Node> =>
  Object.fromEntries(
    Object.entries(toNode(toNode(root.components).securitySchemes)).filter((entry): entry is [string, Node] =>
      isNode(entry[1]),
    ),
  )

/** A part of a credential that no scheme of the document is about, such as the key of the application beside a person's token. */
const further = /subscription|app(?:lication)?[-_]?(?:id|key)|client|user|consumer|developer|partner/i

/** Parameters that an operation requires, and that carry credentials. */
const listRequiredParameters = ({ operation, credentials }: CredentialUse): string[] =>
  operation.parameters.flatMap(({ node }) => {
    const key = `${node.in} ${node.name}`
    return node.required === true && credentials.includes(key) ? [key] : []
  })

/** The schemes of each alternative of an operation; without the alternative of no scheme. */
const readSchemes = (root: Node, schemes: Record<string, Node>, use: CredentialUse): CredentialEvidence[][] => {
  const keys = new Set(Object.values(schemes).map((scheme) => `${scheme.in} ${String(scheme.name).toLowerCase()}`))
  const beside = listRequiredParameters(use)
    .filter((key) => further.test(key) && !keys.has(key.toLowerCase()))
    .map((parameter) => ({ parameter }))
  return (findRequirements(root, use.operation.node) ?? []).flatMap((one) => {
    const names = isNode(one) ? Object.keys(one) : []
    const areKnown = names.some((name) => Object.hasOwn(schemes, name))
    return areKnown ? [[...names.map((scheme) => ({ scheme })), ...beside]] : []
  })
}

/** The credentials that an operation has as parameters: all that it requires, or each one that it admits. */
const readParameters = (use: CredentialUse): CredentialEvidence[][] => {
  const required = listRequiredParameters(use)
  if (required.length > 0) return [required.map((parameter) => ({ parameter }))]
  const all = use.credentials.filter((one) => /^(?:header|query|cookie) /.test(one))
  const inHeaders = all.filter((one) => one.startsWith('header '))
  // Several headers that none requires are sent together more often than not.
  if (inHeaders.length > 1) return [inHeaders.map((parameter) => ({ parameter }))]
  if (all.length > 0) return all.map((parameter) => [{ parameter }])
  // Members of one body are sent together.
  const inBody = use.credentials.filter((one) => one.startsWith('body '))
  return inBody.length > 0 ? [inBody.map((parameter) => ({ parameter }))] : []
}

const keyOf = (all: readonly CredentialEvidence[]): string =>
  JSON.stringify(all.map((one) => JSON.stringify(one)).toSorted())

/** Each alternative of an operation once: documents repeat one for each of its scopes. */
const eachOnce = (alternatives: readonly CredentialEvidence[][]): CredentialEvidence[][] => [
  ...new Map(alternatives.map((all) => [keyOf(all), all])).values(),
]

const isOptional = (root: Node, operation: Node): boolean =>
  (findRequirements(root, operation) ?? []).some((one) => isNode(one) && Object.keys(one).length === 0)

export const readRequirements = (root: Node, uses: readonly CredentialUse[]): Requirements => {
  const schemes = listSchemes(root)
  const closed = uses.filter(({ operation }) => !isOpen(root, operation.node))
  const alternatives = closed.map((use) => {
    const ofSchemes = eachOnce(readSchemes(root, schemes, use))
    return ofSchemes.length > 0 ? ofSchemes : eachOnce(readParameters(use))
  })
  const same = Map.groupBy(alternatives.flat(), keyOf)
  return {
    alternatives: [...same.values()]
      .map((all) => ({ all: all[0] ?? [], count: all.length }))
      .toSorted((a, b) => b.count - a.count),
    closed: closed.length,
    undeclared: alternatives.filter((all) => all.length === 0).length,
    optional: closed.filter(({ operation }) => isOptional(root, operation.node)).length,
  }
}
