import { isNode, type Node } from '../../read/node.ts'
import type { Operation } from '../../read/operations.ts'
import { createCredentialFinder } from './credential-names.ts'

/** Headers that core writes, or that a document declares although another part of it says them (OpenAPI 3.1, 4.8.12.1). */
const ownedHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  'content-length',
  'content-encoding',
  'host',
  'cookie',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'user-agent',
])

/** RFC 9110, section 5.6.2: names of headers, and of cookies (RFC 6265, section 4.1.1). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The reason why callers never fill a parameter; `undefined`: they may. */
export type ParameterRefusal = { readonly what: 'credential' | 'parameter'; readonly reason: string } | undefined

/** Finds out whether a parameter carries a credential, or is written by core. `allowed`: names that the author has decided on. */
export const createRefusal = (root: Node, operations: readonly Operation[], allowed: ReadonlySet<string>) => {
  const findReason = createCredentialFinder(
    root,
    operations.filter(({ node }) => !isOpen(root, node)),
  )
  return (parameter: Node): ParameterRefusal => {
    const place = String(parameter.in)
    const name = String(parameter.name)
    if (place === 'header' && ownedHeaders.has(name.toLowerCase())) {
      return { what: 'parameter', reason: `core writes the header ${name}` }
    }
    // A member of this name would be the prototype of the request's members instead.
    const isPrototype = name === '__proto__' && place !== 'path'
    if (isPrototype || ((place === 'header' || place === 'cookie') && !token.test(name))) {
      return { what: 'parameter', reason: `a parameter in ${place} can't have this name` }
    }
    if (place === 'path' || allowed.has(`${place} ${name}`)) return undefined
    const reason = findReason(parameter)
    return reason === undefined ? undefined : { what: 'credential', reason }
  }
}

/** The security requirements of an operation; `undefined`: neither it nor the document declares any. */
export const findRequirements = (root: Node, operation: Node): readonly unknown[] | undefined => {
  const requirements = operation.security ?? root.security
  return Array.isArray(requirements) ? requirements : undefined
}

/** True if the document says that an operation takes a credential. */
export const needsSignIn = (root: Node, operation: Node): boolean =>
  (findRequirements(root, operation) ?? []).some((one) => isNode(one) && Object.keys(one).length > 0)

/** True if the document says that an operation takes no credential. */
export const isOpen = (root: Node, operation: Node): boolean => {
  const requirements = findRequirements(root, operation)
  if (!requirements || (operation.security === undefined && requirements.length === 0)) return false
  return requirements.every((one) => isNode(one) && Object.keys(one).length === 0)
}
