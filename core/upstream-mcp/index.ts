/** Speaking with MCP servers of others, through the guarded fetcher and within bounds. */

export { Dialogue, type DialogueParts } from './dialogue.ts'
export { discoverSignIn, type SignInFacts } from './discover-sign-in.ts'
export { digestTool, type ListedTool, listTools, type ToolList } from './list-tools.ts'
export { textOf } from './messages.ts'
export { ErrorOfServer, type OpenServer, openServer, type ProtocolEra, RefusedByServer } from './open-server.ts'
export { readResult, type ToolResult } from './read-result.ts'
