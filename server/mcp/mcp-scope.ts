import type { AuthInfo } from '@modelcontextprotocol/server'
import type { CallContext } from '@patchbay/core/context'
import type { TenantRecord } from '@patchbay/core/store'
import type { ToolMode } from './tool-lists.ts'

/** What a message needs to know of the HTTP request that it came with. */
export interface McpScope {
  /** Of the request, whose caller is admitted; each call in it has one of its own. */
  readonly context: CallContext
  readonly tenant: TenantRecord
  readonly mode: ToolMode
}

/** The SDK hands `authInfo` through to its handlers untouched; the token is not put where a handler would log it. */
export const authInfoOf = (scope: McpScope): AuthInfo => ({
  token: '',
  clientId: scope.context.tokenId ?? '',
  scopes: [],
  extra: { scope },
})

/** Throws TypeError where the request didn't come through our route. */
export const scopeOf = (authInfo: AuthInfo | undefined): McpScope => {
  const scope = authInfo?.extra?.scope
  if (!scope) throw new TypeError('an MCP request without a scope')
  return scope as McpScope
}
