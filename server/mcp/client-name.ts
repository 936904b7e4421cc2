import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { longestName, resultBytesFor } from '@patchbay/core/schema'

type JsonMembers = Readonly<Record<string, unknown>>

/** The name in a `clientInfo`. */
const nameIn = (info: unknown): string | undefined => {
  const { name } = Object(info) as { readonly name?: unknown }
  return typeof name === 'string' && name.length <= longestName ? name : undefined
}

const sessionHeader = 'mcp-session-id'
const sessionForm = /^[0-9a-f-]{36}\.([A-Za-z0-9_-]{0,400})(\.url)?(\.ui)?$/

/** The content of the session's id; `undefined`: the id isn't ours. */
export const readSession = (
  headers: Headers,
): { readonly name: string | undefined; readonly takesUrls: boolean; readonly takesCards: boolean } | undefined => {
  const [, encoded, url, card] = sessionForm.exec(headers.get(sessionHeader) ?? '') ?? []
  if (encoded === undefined) return undefined
  const name = encoded === '' ? undefined : Buffer.from(encoded, 'base64url').toString()
  return { name, takesUrls: url !== undefined, takesCards: card !== undefined }
}

/**
 * The name of the client that sent a message: in the current era of the protocol each request carries it, in the older one the
 * id of the session. A client may say what it likes: the name only decides how large its results are.
 */
export const clientName = (headers: Headers, message: unknown): string | undefined => {
  const { params } = Object(message) as { readonly params?: JsonMembers }
  const { _meta: meta } = Object(params) as { readonly _meta?: JsonMembers }
  return nameIn(Object(meta)[CLIENT_INFO_META_KEY]) ?? readSession(headers)?.name
}

/**
 * The headers of the answer to `initialize`. The gateway keeps no sessions, so the id of one carries all that it is needed for: the
 * client's name, where its results are of an unusual size, whether its user can be asked to open an address, and whether it shows cards.
 * Others get none.
 */
export const sessionHeaders = (
  message: unknown,
  { takesUrls, takesCards }: { readonly takesUrls: (params: unknown) => boolean; readonly takesCards: boolean },
): Readonly<Record<string, string>> | undefined => {
  const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: JsonMembers }
  if (method !== 'initialize') return undefined
  const name = nameIn(Object(params).clientInfo)
  const shown = name === undefined || resultBytesFor(name) === resultBytesFor(undefined) ? '' : name
  const url = takesUrls(params) ? '.url' : ''
  const card = takesCards ? '.ui' : ''
  if (shown === '' && url === '' && card === '') return undefined
  return { [sessionHeader]: `${crypto.randomUUID()}.${Buffer.from(shown).toString('base64url')}${url}${card}` }
}
