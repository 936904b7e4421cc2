/** Actions that are made of an imported OpenAPI document when they are first used. */

export { canBeLinear } from './linear-pattern.ts'
export { makeAction } from './make-action.ts'
export { planOf } from './plan.ts'
export { readSlice } from './read-slice.ts'
export type { Differences, Slice, SliceAction, SliceParameter, SliceSchema } from './slice.ts'
export { createMadeActions, importedSource, referencesOf } from './source.ts'
export { restored, storedSlice } from './stored-slice.ts'
export { namesakes, surfaceOf, surfaceText } from './surface.ts'
export { largestTool, shownAction, tokensOf } from './tool.ts'
