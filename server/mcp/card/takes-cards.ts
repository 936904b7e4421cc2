import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { cardMediaType } from './card.ts'

/** The extension of SEP-1865: a client shows a page of the server's beside the result of a tool, in a frame of its own. */
const appsExtension = 'io.modelcontextprotocol/ui'

type JsonMembers = Readonly<Record<string, unknown>>

/** True if a client shows such pages, by its capabilities. */
const showsCards = (capabilities: unknown): boolean => {
  const { extensions } = Object(capabilities) as JsonMembers
  const { mimeTypes } = Object(Object(extensions)[appsExtension]) as JsonMembers
  return Array.isArray(mimeTypes) && mimeTypes.includes(cardMediaType)
}

/**
 * True if the client of a message shows cards. In the older era only `initialize` has the capabilities, so the session's id carries
 * them. `session`: the value in that id.
 */
export const takesCards = (message: unknown, session: boolean): boolean => {
  const { params } = Object(message) as JsonMembers
  const { _meta: meta, capabilities = Object(meta)[CLIENT_CAPABILITIES_META_KEY] } = Object(params) as JsonMembers
  return capabilities === undefined ? session : showsCards(capabilities)
}
