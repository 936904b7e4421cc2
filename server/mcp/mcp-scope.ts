import type { AuthInfo } from '@modelcontextprotocol/server'
import type { AdmittedCaller, RateLimitHeaders } from '@patchbay/core/context'
import type { TenantOptions, TenantRecord } from '@patchbay/core/store'
import type { ElicitationForm } from './elicitation.ts'

/** A way to list actions as tools. */
export type ToolSurface = Exclude<TenantOptions['tools'], 'auto'>

/** The choice of listed tools: a surface, or `auto`, which chooses one by the number of the tenant's providers. */
export type ToolMode = TenantOptions['tools']

/** The additions of a message's run to the HTTP answer of its request. */
export interface RequestReport {
  /** The headers of the caller's limit, after what was counted last. */
  readonly limits?: RateLimitHeaders | undefined
  /** Set once a tool has run, which counts itself. */
  readonly hasRun?: true
  /** Set by a call that only the scope of the caller's OAuth grant refused: the scope that the grant would need. */
  readonly missingScope?: string
}

/** Takes an addition: a later one replaces the same member of an earlier one. */
export type AddToReport = (addition: RequestReport) => void

/** The facts of an HTTP request that its messages need. */
export interface McpScope {
  readonly caller: AdmittedCaller
  /** Runs under the SDK can't return these: it makes the HTTP answer by itself. */
  readonly addToReport: AddToReport
  readonly tenant: TenantRecord
  readonly surface: ToolSurface
  /** True to leave structured content out of a large result, whose text says the same. */
  readonly isTerse: boolean
  /** The most bytes of a result: larger ones are handed over in parts. */
  readonly resultBytes: number
  /** The form in which the client accepts requests to open an address. */
  readonly elicitation?: ElicitationForm
  /** True if a call that waits for approval is answered with a task. */
  readonly takesTasks?: boolean
  /** True if the client shows the card of an approval beside a tool's result. */
  readonly showsCard?: boolean
  /** The approval about which the client has asked its user before it sent the call again. */
  readonly askedApproval?: string | undefined
}

/** The SDK passes `authInfo` on to its handlers unchanged. The token isn't part of it, so that no handler can log it. */
export const toAuthInfo = (scope: McpScope): AuthInfo => ({
  token: '',
  clientId: scope.caller.tokenId,
  scopes: [],
  extra: { scope },
})

/** Throws TypeError when the request didn't come through our route. */
export const readMcpScope = (authInfo: AuthInfo | undefined): McpScope => {
  const scope = authInfo?.extra?.scope
  if (!scope) throw new TypeError('an MCP request without a scope')
  return scope as McpScope
}
