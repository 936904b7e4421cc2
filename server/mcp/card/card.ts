// Lists of tools are measured in gateways that serve no MCP: nothing here loads its SDK.

export const cardMediaType = 'text/html;profile=mcp-app'

/** The page that shows an approval's progress. */
export const cardUri = 'ui://patchbay/approval.html'

/** The member of a result's `_meta`, which models aren't given, with the page on which people of the tenant decide. */
export const approvalUrlKey = 'patchbay/approval_url'

/** The tool as a client lists it that shows the card with its results. */
export const withCard = <T extends object>(tool: T): T & { readonly _meta: object } => ({
  ...tool,
  _meta: { ui: { resourceUri: cardUri } },
})
