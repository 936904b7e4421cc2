/** Actions that are made of an imported OpenAPI document when they are first used. */

export type { Slice, SliceAction, SliceParameter, SliceSchema } from './slice.ts'
export { createMadeActions, importedSource } from './source.ts'
export { surfaceOf, surfaceText } from './surface.ts'
