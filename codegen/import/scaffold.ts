import type { Slice } from '@patchbay/core/imported'
import { sentence } from './describe.ts'
import { isNode, type Node, nodeOf } from './node.ts'

/** A text from outside as TypeScript; all but printable ASCII is escaped, because some characters end a line of code. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`

/** How the document has credentials sent: the contract's function, and its call. */
interface Auth {
  readonly used: string
  readonly call: string
}

const isHttps = (url: unknown): url is string => typeof url === 'string' && /^https:\/\/[^\s'"\\]+$/.test(url)

const ofOauth = (flows: Node): Auth | undefined => {
  const flow = nodeOf(flows.authorizationCode)
  if (!isHttps(flow.authorizationUrl) || !isHttps(flow.tokenUrl)) return undefined
  const scopes = Object.entries(nodeOf(flow.scopes))
    .slice(0, 20)
    .map(([name, text]) => `      // ${quoted(name)}: ${quoted(sentence(text, 100))},\n`)
  return {
    used: 'oauth2',
    call: `oauth2({
    authorize: ${quoted(flow.authorizationUrl)},
    token: ${quoted(flow.tokenUrl)},
    // Those that the actions need:
    scopes: {\n${scopes.join('')}    },
    rotates: false,
  })`,
  }
}

const ofScheme = (scheme: Node): Auth | undefined => {
  if (scheme.type === 'oauth2') return ofOauth(nodeOf(scheme.flows))
  if (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic')
    return { used: 'basic', call: 'basic()' }
  if (scheme.type === 'http') return bearer
  if (scheme.type !== 'apiKey' || !['header', 'query', 'cookie'].includes(String(scheme.in))) return undefined
  if (scheme.in === 'header' && String(scheme.name).toLowerCase() === 'authorization') return bearer
  return { used: 'apiKey', call: `apiKey({ ${scheme.in}: ${quoted(String(scheme.name))} })` }
}

const bearer: Auth = { used: 'apiKey', call: `apiKey({ header: 'authorization', prefix: 'Bearer ' })` }

/** The first scheme of the document that an overlay can name, and its name; a bearer token if there is none. */
export const authOf = (root: Node): Auth & { readonly scheme?: string } => {
  for (const [name, scheme] of Object.entries(nodeOf(nodeOf(root.components).securitySchemes))) {
    const auth = isNode(scheme) ? ofScheme(scheme) : undefined
    if (auth) return { ...auth, scheme: name }
  }
  return bearer
}

/** Stands in an overlay for a host that the document doesn't name. */
export const placeholderOrigin = 'https://api.example.com'

/** `overlay.ts`, as it is begun: what the document says, to be checked and added to by hand. */
export const overlayTs = (id: string, root: Node, slice: Slice): string => {
  const auth = authOf(root)
  const named = URL.parse(slice.server ?? '')?.origin
  const origin = named?.includes('%') || named?.includes('{') ? undefined : named
  return `import { ${[auth.used, 'imported'].sort().join(', ')} } from '@patchbay/core/provider'
import type { Document } from './document.ts'

/** Link the vendor's documentation here. How to write an overlay: docs/importing.md of Patchbay. */
export default imported<Document>()({
  id: ${quoted(id)},
  title: ${quoted(slice.title)},
${origin ? '' : '  // The document names no host.\n'}  origin: ${quoted(origin ?? placeholderOrigin)},
  /** How the stored credential is sent. */
  auth: ${auth.call},
  /** The actions that tools list with their parameters. Callers find the document's other ones by \`find\`. */
  actions: {},
})
`
}
