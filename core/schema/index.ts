/** One TypeBox schema, three uses: the REST validator, the MCP tool, and the words for what is wrong. */
export { actionProblems } from './action-problems.ts'
export { actionToolDefinition } from './action-tool.ts'
export { bodySchema, idPattern, reservedParameters, resultFields } from './body.ts'
export type { ActionChecks, Domain, ToolDefinition } from './domain.ts'
export { hint } from './hint.ts'
export { problems } from './problems.ts'
export { toolDefinition } from './tool.ts'
export { clash, plain, type Schema, typesOf } from './widen.ts'
