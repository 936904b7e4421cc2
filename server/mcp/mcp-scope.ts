import type { AuthInfo } from '@modelcontextprotocol/server'
import type { Admission } from '@patchbay/core/context'
import type { ToolMode } from './tool-lists.ts'

/** What a message needs to know of the HTTP request that it came with. */
export interface McpScope {
  readonly admission: Admission
  readonly mode: ToolMode
}

/** The SDK hands `authInfo` through to its handlers untouched; the token itself has no business there. */
export const authInfoOf = (scope: McpScope): AuthInfo => ({
  token: '',
  clientId: scope.admission.tokenId,
  scopes: [],
  extra: { scope },
})

/** Throws TypeError where the request didn't come through our route. */
export const scopeOf = (authInfo: AuthInfo | undefined): McpScope => {
  const scope = authInfo?.extra?.scope
  if (!scope) throw new TypeError('an MCP request without a scope')
  return scope as McpScope
}
