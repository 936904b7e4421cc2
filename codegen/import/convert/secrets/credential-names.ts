import { type Node, toNode, toNodes } from '../../read/node.ts'
import type { Operation } from '../../read/operations.ts'

/** Names that credentials alone have, without their separators. */
const sureNames =
  /^(?:x|ocpapim)?(?:proxy)?(?:authorization|apikey|apitoken|apisecret|accesstoken|authtoken|oauthtoken|bearertoken|authkey|accesskey|secretkey|subscriptionkey|clientsecret|sessiontoken|appkey|appsecret|jwt)$/

/** Names that are a credential where most operations have them; elsewhere they belong to the operation, as a new user's password does. */
const commonNames = /^x?(?:password|passwd|pwd|secret|token|key|sid|session|sessionid|auth|userkey|usertoken)$/

/** Ends of headers' names that are a credential where most operations have them, or their description says so. */
const headerEnds = /(?:token|secret|apikey|key|password|signature|jwt|auth|session|sid)$/

/** Headers of such names that are something else. */
const otherHeaders =
  /csrf|xsrf|idempoten|page|next|continu|cursor|sync|delta|change|cache|partition|routing|sort|resume|encryption|device|push|request|trace|correlation|state/

/** Names beside a token that say whose it is: a credential needs both. */
const companions = /^x?(?:auth)?(?:user|client|app|application|key|access|consumer|api|auth)(?:id|name|key|email|user)$/

const loginNames = /^(?:user|username|login|email|account)$/

/** Words that show that a document's text describes a credential. */
const says = /\b(?:api[ -]?key|(?:access|auth(?:entication|orization)?|bearer|oauth|api)[ -]?token|credentials?)\b/i

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** True if a description speaks of a credential. */
export const isSaidSecret = ({ description }: Node): boolean => says.test(String(description ?? ''))

/** True for a name that credentials alone have. */
export const isSureName = (name: string): boolean => sureNames.test(plain(name))

const keyOf = ({ in: place, name }: Node): string => `${place} ${String(name).toLowerCase()}`

/** The keys of the document's security schemes: `query key`. */
const listSchemeKeys = (root: Node): ReadonlySet<string> =>
  new Set(
    toNodes(Object.values(toNode(toNode(root.components).securitySchemes))).flatMap((scheme) =>
      scheme.type === 'apiKey' ? [keyOf(scheme)] : [],
    ),
  )

/** Parameters that at least half of the operations have, and more than one. */
const listCommon = (operations: readonly Operation[]): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const { parameters } of operations) {
    for (const { node } of parameters) counts.set(keyOf(node), (counts.get(keyOf(node)) ?? 0) + 1)
  }
  const least = Math.max(2, operations.length / 2)
  return new Set([...counts].flatMap(([key, count]) => (count >= least ? [key] : [])))
}

/** True for a parameter that is a credential by its own name, its description, or that most operations have it. */
const isCredential = (parameter: Node, common: ReadonlySet<string>): boolean => {
  const name = plain(String(parameter.name))
  if (sureNames.test(name)) return true
  const isInHeader = parameter.in === 'header'
  const isShown = common.has(keyOf(parameter)) || (isSaidSecret(parameter) && !/password|passwd|pwd/.test(name))
  if (commonNames.test(name)) return isShown || (isInHeader && /token|key/.test(name))
  return isInHeader && isShown && headerEnds.test(name) && !otherHeaders.test(name)
}

/** True for a name that belongs to the credential `main`: whose token it is, or who has the password. */
const isBeside = (node: Node, main: Node): boolean => {
  const [name, mainName] = [node, main].map((one) => plain(String(one.name)))
  if (node.in !== main.in || keyOf(node) === keyOf(main) || node.required !== true) return false
  return node.in === 'header'
    ? companions.test(name ?? '')
    : loginNames.test(name ?? '') && /^(?:password|passwd|pwd)$/.test(mainName ?? '')
}

/** The parameters that at least half of the operations have beside a credential, and that belong to it. */
const findCompanions = (operations: readonly Operation[], common: ReadonlySet<string>): ReadonlySet<string> => {
  const all = operations.map(({ parameters }) => parameters.map(({ node }) => node))
  const withMain = all.filter((nodes) => nodes.some((node) => isCredential(node, common)))
  const keys = withMain.flatMap((nodes) => {
    const main = nodes.filter((node) => isCredential(node, common))
    return nodes.filter((node) => main.some((one) => isBeside(node, one))).map(keyOf)
  })
  const counts = Map.groupBy(keys, (key) => key)
  return new Set([...counts].flatMap(([key, { length }]) => (length * 2 >= withMain.length ? [key] : [])))
}

/** Finds why a parameter carries a credential; `undefined`: it doesn't. `operations`: those that take a credential. */
export const createCredentialFinder = (root: Node, operations: readonly Operation[]) => {
  const keys = listSchemeKeys(root)
  const common = listCommon(operations)
  const beside = findCompanions(operations, common)
  return (parameter: Node): string | undefined => {
    const { name } = parameter
    if (keys.has(keyOf(parameter)))
      return `${name} is the key of a security scheme: core sends the account's credential`
    if (isCredential(parameter, common)) return `${name} carries a credential, by its name`
    return beside.has(keyOf(parameter)) ? `${name} belongs to the credential beside it` : undefined
  }
}
