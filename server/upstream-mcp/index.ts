export { createChangedTools, findChangedTools } from './changed-tools.ts'
export { createSpeakMcp } from './speak-mcp.ts'
