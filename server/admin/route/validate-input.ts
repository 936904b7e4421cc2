import { invalidInput } from '@patchbay/core/errors'
import { findProblems } from '@patchbay/core/schema'
import type Type from 'typebox'
import { Value } from 'typebox/value'

/** Returns the value, typed by its schema. Throws VALIDATION_ERROR that lists the problems. */
export const validateInput = <S extends Type.TSchema>(schema: S, value: unknown): Type.Static<S> => {
  if (!Value.Check(schema, value)) throw invalidInput(findProblems(schema, value))
  return value as Type.Static<S>
}
