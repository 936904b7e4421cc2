import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { longestName, resultBytesFor } from '@patchbay/core/schema'

type Members = Readonly<Record<string, unknown>>

/** The name in a `clientInfo`. */
const nameIn = (info: unknown): string | undefined => {
  const { name } = Object(info) as { readonly name?: unknown }
  return typeof name === 'string' && name.length <= longestName ? name : undefined
}

const sessionHeader = 'mcp-session-id'
const sessionForm = /^[0-9a-f-]{36}\.([A-Za-z0-9_-]{1,400})$/

/** The name that the session's id carries. */
const nameInSession = (headers: Headers): string | undefined => {
  const [, encoded] = sessionForm.exec(headers.get(sessionHeader) ?? '') ?? []
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString()
}

/**
 * The name of the client that sent a message: in the current era of the protocol each request carries it, in the older one the
 * id of the session. A client may say what it likes: the name only decides how large its results are.
 */
export const clientName = (headers: Headers, message: unknown): string | undefined => {
  const { params } = Object(message) as { readonly params?: Members }
  const { _meta: meta } = Object(params) as { readonly _meta?: Members }
  return nameIn(Object(meta)[CLIENT_INFO_META_KEY]) ?? nameInSession(headers)
}

/**
 * The headers of the answer to `initialize`. The gateway keeps no sessions, so the id of one carries all that it is needed for: the
 * client's name. Clients whose results are of the usual size get none.
 */
export const sessionHeaders = (message: unknown): Readonly<Record<string, string>> | undefined => {
  const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: Members }
  if (method !== 'initialize') return undefined
  const name = nameIn(Object(params).clientInfo)
  if (name === undefined || resultBytesFor(name) === resultBytesFor(undefined)) return undefined
  return { [sessionHeader]: `${crypto.randomUUID()}.${Buffer.from(name).toString('base64url')}` }
}
