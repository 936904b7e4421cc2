import { isNode, type Node, toNode, toNodes } from '../read/node.ts'

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

/** Names of parameters that carry a credential, without their separators. */
const names =
  /^(?:x|ocpapim)?(?:proxy)?(?:authorization|apikey|apitoken|apisecret|accesstoken|authtoken|oauthtoken|bearertoken|authkey|accesskey|secretkey|subscriptionkey|clientsecret|sessiontoken|appkey|appsecret|password|jwt)$/

/** Words that show that a document's text describes a credential. */
const says = /\b(?:api[ -]?key|(?:access|auth(?:entication|orization)?|bearer|oauth|api)[ -]?token|credentials?)\b/i

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** RFC 9110, section 5.6.2: names of headers, and of cookies (RFC 6265, section 4.1.1). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Why a parameter never becomes one that callers fill; `undefined`: it may. */
export type ParameterRefusal = { readonly what: 'credential' | 'parameter'; readonly reason: string } | undefined

/** The keys of the document's security schemes: `query key`. */
const listSchemeKeys = (root: Node): ReadonlySet<string> =>
  new Set(
    toNodes(Object.values(toNode(toNode(root.components).securitySchemes))).flatMap((scheme) =>
      scheme.type === 'apiKey' ? [`${scheme.in} ${String(scheme.name).toLowerCase()}`] : [],
    ),
  )

/** Finds out whether a parameter carries a credential, or is written by core. `allowed`: names that the author has decided on. */
export const createRefusal = (root: Node, allowed: ReadonlySet<string>) => {
  const keys = listSchemeKeys(root)
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
    if (keys.has(`${place} ${name.toLowerCase()}`)) {
      return {
        what: 'credential',
        reason: `${name} is the key of a security scheme: core sends the account's credential`,
      }
    }
    const isToken = plain(name) === 'token' || plain(name) === 'key' || plain(name) === 'xtoken'
    if (
      names.test(plain(name)) ||
      (isToken && (place === 'header' || says.test(String(parameter.description ?? ''))))
    ) {
      return { what: 'credential', reason: `${name} carries a credential, by its name` }
    }
    return undefined
  }
}

/** The security requirements of an operation; `undefined`: neither it nor the document declares any. */
const findRequirements = (root: Node, operation: Node): readonly unknown[] | undefined => {
  const found = operation.security ?? root.security
  return Array.isArray(found) ? found : undefined
}

/** Whether the document says that an operation takes no credential at all. */
export const isOpen = (root: Node, operation: Node): boolean => {
  const requirements = findRequirements(root, operation)
  if (!requirements || (operation.security === undefined && requirements.length === 0)) return false
  return requirements.every((one) => isNode(one) && Object.keys(one).length === 0)
}

/** Whether the document doesn't say which credentials an operation takes. */
export const isUndeclared = (root: Node, operation: Node): boolean =>
  !findRequirements(root, operation)?.length && operation.security === undefined
