/** One TypeBox schema has three uses: the REST validator, the MCP tool and the messages about invalid values. */

export { at, parsePointer, pointerToken, replaceAt } from '../provider/answer/pointer.ts'
export { type AskedSentences, askedFile, readAsked } from './asked.ts'
export {
  answersBytes,
  asFile,
  bodySchema,
  dryRun,
  fresh,
  idPattern,
  isReservedParameter,
  repetitionParameters,
  resultFields,
} from './body.ts'
export { declaredSource } from './declared-source.ts'
export type { Domain, ProviderFacts } from './domain.ts'
export { type ActionFinder, createActionFinder, type FindOptions, type FoundAction } from './find/find-actions.ts'
export type { FindableDomain } from './find/index-actions.ts'
export { readNameWish } from './find/name-wish.ts'
export { hasEvident } from './heal/evident.ts'
export {
  findQualifiedAction,
  healActionName,
  healProvider,
  joinArguments,
  leaveOutEmpty,
  readObject,
  type ToolArguments,
  unwrapArguments,
} from './heal/frame.ts'
export { type HealContext, healArguments } from './heal/heal-arguments.ts'
export { createOwnHost } from './heal/ids.ts'
export { createHealNotes, formatValue } from './heal/notes.ts'
export { readWholeNumbers } from './heal/whole-numbers.ts'
export { idempotencyKeyPattern } from './idempotency-key.ts'
export { listBase64Members } from './json-schema/base64-members.ts'
export { isJsonSchema, type JsonSchema, listTypes, toJsonSchema } from './json-schema/json-schema.ts'
export { dereferenceSchema, noReferences, type References } from './json-schema/references.ts'
export { findTypeClash } from './json-schema/widen-schema.ts'
export { refuseProviderId } from './own-paths.ts'
export { isPlain, isSeparated } from './plain-pattern.ts'
export { actionProblems, unknownActionFault } from './problems/action-problems.ts'
export {
  findNearestName,
  formatChoice,
  formatHint,
  formatLikely,
  isMisspelt,
  perhapsAnother,
} from './problems/nearest.ts'
export { findProblems } from './problems/problems.ts'
export { rawParameters } from './raw-parameters.ts'
export type { ActionChecks, ActionWords, ConfirmRead, Source } from './source.ts'
export { hasSunset, refuseEnded, withSunsets } from './sunset.ts'
export { actionToolDefinition } from './tool/action-tool.ts'
export { givesBothCopies, longestName, resultBytesFor } from './tool/client-profiles.ts'
export { describeAction, largestAnswer } from './tool/describe-action.ts'
export { largestAccountEnum, largestDeclaredSchema, largestDescription, largestSchema } from './tool/limits.ts'
export {
  fitNameForModels,
  isNameForModels,
  listOtherNames,
  readOtherNames,
  shownParameterNames,
} from './tool/parameter-names.ts'
export { toolSchema } from './tool/schema.ts'
export { actionSignature } from './tool/signature.ts'
export { estimateTokens, groupActions, largestTool, shownAction, summaryTool } from './tool/summary-tool.ts'
export { requiredParameters, toolContent } from './tool/tool.ts'
export type { ToolContent, ToolDefinition } from './tool-definition.ts'
