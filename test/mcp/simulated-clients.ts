import type { ToolSurface } from '../../server/mcp/mcp-scope.ts'
import type { Era } from './messages.ts'

export interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** A client by its public pages. Properties that no page states are left out. */
export interface SimulatedClient {
  readonly client: string
  /** As it names itself in `clientInfo`. */
  readonly name: string
  /** The era of the protocol that it begins with. */
  readonly era: Era
  /** `true`: it sends the session's id back; otherwise each request identifies it, or nothing does. */
  readonly keepsSession: boolean
  /** The half of a result that its model sees. */
  readonly reads: 'content' | 'structuredContent'
  /** The longest name of a tool, with what the client puts before it. */
  readonly toolName?: { readonly before: string; readonly most: number }
  readonly longestDescription?: number
  /** It leaves the descriptions in a larger schema out. */
  readonly largestSchema?: number
  /** The surfaces that docs/mcp-tools.md recommends for it. */
  readonly surfaces: readonly ToolSurface[]
  /** The most bytes of a result that its model sees whole. */
  readonly resultBytes?: number
  /** Tells if it asks the user before a call, unless the user has said otherwise. */
  readonly asks?: (hints: Annotations) => boolean
  readonly sources: readonly string[]
}

const codexApproval =
  'https://github.com/openai/codex/blob/ca466061d64f0b44f416135c7fd06aa7af850bbc/codex-rs/core/src/mcp_tool_call.rs#L2463-L2480'
const vscodeApproval =
  'https://github.com/microsoft/vscode/blob/d2fe6d3bf903b2b1988f22c554b82156d831c33b/src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts#L240-L241'

export const simulatedClients: readonly SimulatedClient[] = [
  {
    client: 'Claude Code',
    name: 'claude-code',
    surfaces: ['actions', 'search'],
    era: 'modern',
    keepsSession: true,
    reads: 'structuredContent',
    toolName: { before: 'mcp__patchbay__', most: 128 },
    longestDescription: 2048,
    // 25,000 tokens of at least two bytes.
    resultBytes: 50_000,
    sources: [
      'https://code.claude.com/docs/en/mcp#mcp-output-limits-and-warnings',
      'https://github.com/anthropics/claude-code/issues/41593',
      'https://github.com/anthropics/claude-code/issues/79944',
    ],
  },
  {
    client: 'Claude',
    name: 'Anthropic/ClaudeAI',
    surfaces: ['effects', 'search'],
    era: 'modern',
    keepsSession: false,
    reads: 'content',
    toolName: { before: '', most: 64 },
    resultBytes: 150_000,
    asks: ({ readOnlyHint, destructiveHint }) => destructiveHint || !readOnlyHint,
    sources: ['https://claude.com/docs/connectors/building/review-criteria'],
  },
  {
    client: 'Cursor',
    name: 'cursor-vscode',
    surfaces: ['domains', 'search'],
    era: 'legacy',
    keepsSession: true,
    reads: 'content',
    toolName: { before: 'patchbay', most: 60 },
    sources: ['https://cursor.com/docs/mcp', 'https://forum.cursor.com/t/153918'],
  },
  {
    client: 'VS Code',
    name: 'Visual Studio Code',
    surfaces: ['effects', 'search'],
    era: 'legacy',
    keepsSession: true,
    reads: 'structuredContent',
    toolName: { before: 'mcp_patchbay_', most: 64 },
    resultBytes: 8 * 1024,
    asks: ({ readOnlyHint }) => !readOnlyHint,
    sources: [
      vscodeApproval,
      'https://github.com/microsoft/vscode/pull/329276',
      'https://github.com/microsoft/vscode/issues/290063',
    ],
  },
  {
    client: 'Codex',
    name: 'codex-mcp-client',
    surfaces: ['actions', 'search'],
    era: 'legacy',
    keepsSession: true,
    reads: 'structuredContent',
    toolName: { before: 'mcp__patchbay__', most: 128 },
    largestSchema: 5000,
    resultBytes: 10 * 1024,
    asks: ({ readOnlyHint, destructiveHint, openWorldHint }) =>
      destructiveHint || (!readOnlyHint && (destructiveHint || openWorldHint)),
    sources: [
      codexApproval,
      'https://github.com/openai/codex/blob/main/codex-rs/tools/src/json_schema/compaction.rs',
      'https://github.com/openai/codex/issues/6544',
    ],
  },
  {
    client: 'ChatGPT',
    name: 'openai-mcp',
    surfaces: ['effects', 'search'],
    era: 'modern',
    keepsSession: false,
    reads: 'structuredContent',
    toolName: { before: '', most: 64 },
    asks: ({ readOnlyHint }) => !readOnlyHint,
    sources: ['https://developers.openai.com/apps-sdk/reference', 'https://developers.openai.com/apps-sdk/plan/tools'],
  },
]
