import type { AnyProvider } from '../provider/index.ts'

/** Ahead-of-time checks of one action, emitted by codegen. */
export interface ActionChecks {
  /** Whether a REST body (`action`, `account_id` and the parameters) is exactly right. */
  readonly body: (value: unknown) => boolean
  /** Whether the provider's answer is what the action declares under `result`. */
  readonly result?: (value: unknown) => boolean
}

/** An MCP tool as `tools/list` gives it, before it is made for a tenant. */
export interface ToolDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** One entry of the generated registry: a plugin with all that codegen made of it. */
export interface Domain {
  readonly provider: AnyProvider
  readonly package: string
  readonly version: string
  /** Where calls may go; with account settings, the pattern of it. */
  readonly origins: readonly string[]
  readonly tokenHosts: readonly string[]
  readonly checks: Readonly<Record<string, ActionChecks>>
  readonly tool: ToolDefinition
}
