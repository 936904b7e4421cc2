import type { Slice } from '@patchbay/core/imported'
import { isChangedByUrl, isPlaceholderHost } from '@patchbay/core/provider'
import { isNode, type Node, toNode, toNodes } from './node.ts'

/** A server as the slice has it: an origin and base path; the base path alone; or with `{variables}` in the host. */
export interface Server {
  readonly url: string
  /** Whether calls can go there without the author saying more. */
  readonly isComplete: boolean
}

/** `undefined`: the document has none. */
export const readServer = (value: unknown): Server | undefined => {
  if (!isNode(value) || typeof value.url !== 'string') return undefined
  const url = withDefaults(value.url.trim(), toNode(value.variables))
    .replace(/^\{[^{}]*\}:\/\//, 'https://')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
  if (url === '') return undefined
  if (url.startsWith('//')) return readServer({ url: `https:${url}` })
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) {
    if (isChangedByUrl(url)) return undefined
    return { url: url.startsWith('/') ? url : `/${url}`, isComplete: false }
  }
  const parts = /^(https?):\/\/([^/]*)(\/.*)?$/i.exec(url)
  if (!parts) return undefined
  const [, , host = '', path = ''] = parts
  if (isChangedByUrl(path)) return undefined
  const isComplete = !host.includes('{') && !path.includes('{') && !isPlaceholderHost(host)
  // Documents that still say http answer by https as well, and core sends nothing in the clear.
  return { url: `https://${host}${path}`, isComplete: isComplete && URL.canParse(`https://${host}`) }
}

/** Variables become their default, where that is a part of a URL and no placeholder. */
const withDefaults = (url: string, variables: Node): string =>
  url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = toNode(Object.hasOwn(variables, name) ? variables[name] : undefined).default
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return text === '' ||
      /^(?:your|my|example|yourdomain|domain|subdomain|tenant|account|api)$|[{}<>\s]|^your/i.test(text)
      ? whole
      : text
  })

/** The servers that the document itself names, the first one first. */
export const readServers = (root: Node): readonly Server[] =>
  toNodes(root.servers).flatMap((server) => readServer(server) ?? [])

/** The origin of an operation's own server, if it isn't that of the document. */
export const otherOrigin = (server: string | undefined, usual: string | null | undefined): string | undefined => {
  const origin = URL.parse(server ?? '')?.origin
  return origin === URL.parse(usual ?? '')?.origin ? undefined : origin
}

/** Other origins than the document's to which the account's credential is sent, by servers of single operations. */
export const originsIn = ({ server: usual, actions }: Slice): readonly string[] => {
  const origins = Object.values(actions).flatMap(({ server, auth }) =>
    auth === false ? [] : (otherOrigin(server, usual) ?? []),
  )
  return [...new Set(origins)]
}
