import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'

/** The extension of SEP-1865: a client shows a page of the server's beside the result of a tool, in a frame of its own. */
const appsExtension = 'io.modelcontextprotocol/ui'

export const cardMediaType = 'text/html;profile=mcp-app'

/** The page that shows how far an approval has come. */
export const cardUri = 'ui://patchbay/approval.html'

/** The member of a result's `_meta`, which models aren't given, with the page on which people of the tenant decide. */
export const approvalUrlKey = 'patchbay/approval_url'

type JsonMembers = Readonly<Record<string, unknown>>

/** Whether a client shows such pages, by its capabilities. */
export const showsCards = (capabilities: unknown): boolean => {
  const { extensions } = Object(capabilities) as JsonMembers
  const { mimeTypes } = Object(Object(extensions)[appsExtension]) as JsonMembers
  return Array.isArray(mimeTypes) && mimeTypes.includes(cardMediaType)
}

/**
 * Whether the client of a message shows them. In the older era only `initialize` has the capabilities, so the session's id carries
 * them. `session`: what it says.
 */
export const takesCards = (message: unknown, session: boolean): boolean => {
  const { params } = Object(message) as JsonMembers
  const { _meta: meta, capabilities = Object(meta)[CLIENT_CAPABILITIES_META_KEY] } = Object(params) as JsonMembers
  return capabilities === undefined ? session : showsCards(capabilities)
}

/** The tool as a client lists it that shows the card with its results. */
export const withCard = <T extends object>(tool: T): T & { readonly _meta: object } => ({
  ...tool,
  _meta: { ui: { resourceUri: cardUri } },
})
