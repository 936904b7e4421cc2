import type { Slice } from '@patchbay/core/imported'
import { call, noted } from '../../source/expression.ts'
import { sentence } from '../read/describe.ts'
import { isNode, type Node, toNode } from '../read/node.ts'

/** How the document describes authentication, as a call of the contract's function. */
type Auth = ReturnType<typeof call>

const isHttps = (url: unknown): url is string => typeof url === 'string' && /^https:\/\/[^\s'"\\]+$/.test(url)

const ofOauth = (flows: Node): Auth | undefined => {
  const flow = toNode(flows.authorizationCode)
  if (!isHttps(flow.authorizationUrl) || !isHttps(flow.tokenUrl)) return undefined
  const scopes = Object.entries(toNode(flow.scopes))
    .slice(0, 20)
    .map(([name, text]) => `${JSON.stringify(name)}: ${sentence(text, 100)}`)
  return call('oauth2', {
    authorize: flow.authorizationUrl,
    token: flow.tokenUrl,
    scopes: noted({}, 'The scopes that the actions need, by name, with what each is for:', ...scopes),
    rotates: false,
  })
}

const ofScheme = (scheme: Node): Auth | undefined => {
  if (scheme.type === 'oauth2') return ofOauth(toNode(scheme.flows))
  if (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic') return call('basic')
  if (scheme.type === 'http') return bearer
  if (scheme.type !== 'apiKey' || !['header', 'query', 'cookie'].includes(String(scheme.in))) return undefined
  if (scheme.in === 'header' && String(scheme.name).toLowerCase() === 'authorization') return bearer
  return call('apiKey', { [String(scheme.in)]: String(scheme.name) })
}

const bearer = call('apiKey', { header: 'authorization', prefix: 'Bearer ' })

/** The first scheme of the document that an overlay can name, and its name; a bearer token if there is none. */
export const guessSignIn = (root: Node): { readonly auth: Auth; readonly scheme?: string } => {
  for (const [name, scheme] of Object.entries(toNode(toNode(root.components).securitySchemes))) {
    const auth = isNode(scheme) ? ofScheme(scheme) : undefined
    if (auth) return { auth, scheme: name }
  }
  return { auth: bearer }
}

/** Stands in an overlay for a host that the document doesn't name. Codegen refuses it, as it does the placeholders of documents. */
const placeholderOrigin = 'https://api.example.com'

/** The origin that `overlay.ts` begins with: the document's, though it may be a placeholder. */
export const originFor = ({ server }: Pick<Slice, 'server'>): string => {
  const named = URL.parse(server ?? '')?.origin
  return named === undefined || /[%{]/.test(named) ? placeholderOrigin : named
}
