/** Actions that are made of an imported OpenAPI document when they are first used. */

export { createChecks } from './checks.ts'
export { commonRun, mark, withoutRun, withRun } from './common-run.ts'
export { deriveClasses } from './derive-classes.ts'
export { canBeLinear } from './linear-pattern.ts'
export { makeAction, withOverlay } from './make-action.ts'
export { listBodyMembers, planAction } from './plan.ts'
export { collectSchemaMembers, withoutMembers } from './schema-members.ts'
export type { Differences, Slice, SliceAction, SliceParameter, SliceSchema } from './slice.ts'
export { isSliceText, openSlice, readSlice, type SliceReader } from './slice-reader.ts'
export { jsonText, sliceText } from './slice-text.ts'
export { buildReferences, createMadeActions, importedSource } from './source.ts'
export { buildSurface, findNamesakes, surfaceText } from './surface.ts'
