import type { AnyProvider } from '../provider/index.ts'
import type { Source } from './source.ts'

/** An MCP tool as in `tools/list`, before it is adapted to a tenant. */
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

/** What a plugin declares, except for its actions, which come from a `Source`. */
export type ProviderFacts = Omit<AnyProvider, 'actions'>

/** One entry of the generated registry: a plugin, with everything that codegen made from it. */
export interface Domain {
  readonly provider: ProviderFacts
  readonly source: Source
  readonly package: string
  readonly version: string
  /** The origins of its calls; with account settings, the pattern of the origins. */
  readonly origins: readonly string[]
  readonly tokenHosts: readonly string[]
  readonly tool: ToolDefinition
}
