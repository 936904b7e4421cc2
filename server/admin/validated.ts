import { invalidInput } from '@patchbay/core/errors'
import { problems } from '@patchbay/core/schema'
import type Type from 'typebox'
import { Value } from 'typebox/value'

/** The value with its schema's type. Throws VALIDATION_ERROR with every problem. */
export const validated = <S extends Type.TSchema>(schema: S, value: unknown): Type.Static<S> => {
  if (!Value.Check(schema, value)) throw invalidInput(problems(schema, value))
  return value as Type.Static<S>
}
