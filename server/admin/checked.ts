import { type Detail, GatewayError } from '@patchbay/core/errors'
import { problems } from '@patchbay/core/schema'
import type Type from 'typebox'
import { Value } from 'typebox/value'

/** A VALIDATION_ERROR about several places of the input; its message tells the first. */
export const wrong = (details: readonly Detail[]): GatewayError => {
  const [{ path, message } = { path: '', message: 'is not valid' }, ...others] = details
  const more = others.length > 0 ? ` (and ${others.length} more, see details)` : ''
  return new GatewayError('VALIDATION_ERROR', `${path && `${path}: `}${message}${more}`, { details })
}

/** The value, now known to fit. Throws VALIDATION_ERROR with everything that is wrong with it. */
export const checked = <S extends Type.TSchema>(schema: S, value: unknown): Type.Static<S> => {
  if (!Value.Check(schema, value)) throw wrong(problems(schema, value))
  return value as Type.Static<S>
}
