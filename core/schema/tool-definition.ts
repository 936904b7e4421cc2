/** The contents of a tool for some of a provider's actions. Its name and title depend on the surface. */
export interface ToolContent {
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** An MCP tool as in `tools/list`, before it is adapted to a tenant. */
export interface ToolDefinition extends ToolContent {
  readonly name: string
  readonly title: string
}
