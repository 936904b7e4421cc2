/** Speaking with MCP servers of others, through the guarded fetcher and within bounds. */

export { Dialogue, type DialogueParts } from './dialogue.ts'
export { challengeParameter, discoverSignIn, findResource, type SignInFacts } from './discover-sign-in.ts'
export { ErrorOfServer, RefusedByServer } from './errors-of-server.ts'
export { digestTool, type ListedTool, listTools } from './list-tools.ts'
export { exactTextOf } from './messages.ts'
export { type OpenServer, openServer } from './open-server.ts'
export { readResult, type ServerToolResult } from './read-result.ts'
