import type { TSchema } from 'typebox'
import type { TValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import type { Pointer } from '../../provider/answer/pages.ts'
import { at } from '../../provider/answer/pointer.ts'
import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.ts'
import { type References, schemaAt } from '../json-schema/references.ts'

interface Checked {
  readonly schema: TSchema
  readonly value: unknown
  readonly references: References
}

/** The most errors to collect: TypeBox's 8 can all go to one union before the next member is checked. */
const mostErrors = 400

/** Collects errors under a changed setting, which nobody else sees, as `Value.Errors` is synchronous. */
export const collectErrors = (schema: TSchema, value: unknown, references: References): TValidationError[] => {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: mostErrors })
  try {
    return Value.Errors(references as Record<string, TSchema>, schema, value)
  } finally {
    Settings.Set({ maxErrors })
  }
}

/** The longest chain of conditions within conditions. */
const mostLevels = 10

/** The errors of the branch of a condition; the error itself if the branch has none. */
const branchErrors = (
  { schema, value, references }: Checked,
  error: TValidationError & { readonly keyword: 'if' },
  levels: number,
): TValidationError[] => {
  const { instancePath } = error
  const schemaPath = `${error.schemaPath}/${error.params.failingKeyword}`
  const branch = schemaAt(schema as JsonSchema, schemaPath, references)
  if (!isJsonSchema(branch)) return [error]
  const inner = { schema: branch as TSchema, value: at(value, instancePath as Pointer), references }
  const innerErrors = expandErrors(inner, collectErrors(inner.schema, inner.value, references), levels - 1)
  return innerErrors.length === 0
    ? [error]
    : innerErrors.map((one) => ({
        ...one,
        instancePath: `${instancePath}${one.instancePath}`,
        schemaPath: `${schemaPath}${one.schemaPath.slice(1)}`,
      }))
}

/** True for an error about the name of a member, which is reported as a whole. */
const isAboutName = (errors: readonly TValidationError[], { schemaPath }: TValidationError): boolean =>
  errors.some((one) => one.keyword === 'propertyNames' && schemaPath.startsWith(`${one.schemaPath}/propertyNames`))

/**
 * The errors with those of the branch in place of one that says only that `then` or `else` failed. TypeBox reports the members of a failed
 * part as unevaluated, too: these errors count only by themselves.
 */
export const expandErrors = (
  checked: Checked,
  errors: readonly TValidationError[],
  levels = mostLevels,
): TValidationError[] => {
  const others = errors.filter((error) => error.keyword !== 'unevaluatedProperties' && !isAboutName(errors, error))
  const own = others.length > 0 ? others : errors
  return own.flatMap((error) => (error.keyword === 'if' && levels > 0 ? branchErrors(checked, error, levels) : [error]))
}
