import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** The part of a schema that an error's `schemaPath` (`#/properties/a`) points at. */
export const schemaAt = (schema: TSchema, schemaPath: string): Readonly<Record<string, unknown>> | undefined =>
  Value.Pointer.Get(schema, schemaPath.replace(/^#/, '')) as Readonly<Record<string, unknown>> | undefined
