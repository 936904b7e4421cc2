import type { Slice } from '@patchbay/core/imported'
import { isNode, type Node, nodeOf, nodesOf } from './node.ts'

/** Hosts that stand in documents for a host that each user has. */
const placeholder =
  /(?:^|\.)(?:example|localhost|invalid|test|local)(?:\.(?:com|org|net))?$|^(?:your|my)[-_.]|^\d+\.\d+\.\d+\.\d+$/i

/** A server as the slice has it: an origin and base path; the base path alone; or with `{variables}` in the host. */
export interface Server {
  readonly url: string
  /** Whether calls can go there without the author saying more. */
  readonly isComplete: boolean
}

/** `undefined`: the document has none. */
export const serverOf = (value: unknown): Server | undefined => {
  if (!isNode(value) || typeof value.url !== 'string') return undefined
  const url = withDefaults(value.url.trim(), nodeOf(value.variables))
    .replace(/^\{[^{}]*\}:\/\//, 'https://')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
  if (url === '') return undefined
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) {
    return url.startsWith('//')
      ? serverOf({ url: `https:${url}` })
      : { url: url.startsWith('/') ? url : `/${url}`, isComplete: false }
  }
  const parts = /^(https?):\/\/([^/]*)(\/.*)?$/i.exec(url)
  if (!parts) return undefined
  const [, , host = '', path = ''] = parts
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const isComplete = !host.includes('{') && !path.includes('{') && name.includes('.') && !placeholder.test(name)
  // Documents that still say http answer by https as well, and core sends nothing in the clear.
  return { url: `https://${host}${path}`, isComplete: isComplete && URL.canParse(`https://${host}`) }
}

/** Variables become their default, where that is a part of a URL and no placeholder. */
const withDefaults = (url: string, variables: Node): string =>
  url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = nodeOf(Object.hasOwn(variables, name) ? variables[name] : undefined).default
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return text === '' ||
      /^(?:your|my|example|yourdomain|domain|subdomain|tenant|account|api)$|[{}<>\s]|^your/i.test(text)
      ? whole
      : text
  })

/** The servers that the document itself names, the first one first. */
export const serversOf = (root: Node): readonly Server[] =>
  nodesOf(root.servers).flatMap((server) => serverOf(server) ?? [])

/** Other origins than the document's to which the account's credential is sent, by servers of single operations. */
export const originsIn = ({ server: usual, actions }: Slice): readonly string[] => {
  const origins = Object.values(actions).flatMap(({ server, auth }) =>
    auth === false ? [] : (URL.parse(server ?? '')?.origin ?? []),
  )
  return [...new Set(origins)].filter((origin) => origin !== URL.parse(usual ?? '')?.origin)
}
