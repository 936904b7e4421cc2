/** Actions that are made of an imported OpenAPI document when they are first used. */

export { commonRun, mark, withoutRun, withRun } from './common-run.ts'
export { canBeLinear } from './linear-pattern.ts'
export { makeAction } from './make-action.ts'
export { planOf } from './plan.ts'
export type { Differences, Slice, SliceAction, SliceParameter, SliceSchema } from './slice.ts'
export { isSliceText, openSlice, readSlice, type SliceReader } from './slice-reader.ts'
export { jsonText, sliceText } from './slice-text.ts'
export { createMadeActions, importedSource, referencesOf } from './source.ts'
export { namesakes, surfaceOf, surfaceText } from './surface.ts'
export { largestTool, shownAction, tokensOf } from './tool.ts'
