import type { AnyProvider } from '../provider/index.ts'
import type { Source } from './source.ts'

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

/** What a plugin declares beside its actions: those are asked of a `Source`. */
export type ProviderFacts = Omit<AnyProvider, 'actions'>

/** One entry of the generated registry: a plugin with all that codegen made of it. */
export interface Domain {
  readonly provider: ProviderFacts
  readonly source: Source
  readonly package: string
  readonly version: string
  /** Where calls may go; with account settings, the pattern of it. */
  readonly origins: readonly string[]
  readonly tokenHosts: readonly string[]
  readonly tool: ToolDefinition
}
