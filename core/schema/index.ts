/** One TypeBox schema has three uses: the REST validator, the MCP tool and the messages about invalid values. */

export { at, pointerToken, replaceAt } from '../provider/pointer.ts'
export { actionProblems } from './action-problems.ts'
export { actionToolDefinition } from './action-tool.ts'
export { bodySchema, idPattern, reservedParameters, resultFields } from './body.ts'
export type { Domain, ProviderFacts, ToolDefinition } from './domain.ts'
export { idempotencyKeyPattern } from './idempotency-key.ts'
export { hint, nearest, perhapsAnother } from './nearest.ts'
export { problems } from './problems.ts'
export { type ActionChecks, declaredSource, type Source } from './source.ts'
export { toolDefinition } from './tool.ts'
export { clash, plain, type Schema, typesOf } from './widen.ts'
