import type { TValidationError } from 'typebox/error'

/**
 * TypeBox reports the errors of every form of a failed union. This keeps the errors of the form that the value
 * resembles, or the union's own error when no form stands out.
 */
export const condenseErrors = (errors: readonly TValidationError[]): TValidationError[] => {
  const union = outermostUnion(errors)
  if (!union) return [...errors]
  const inside = errors.filter((error) => isInside(error, union))
  const outside = errors.filter((error) => error !== union && !inside.includes(error))
  const closestForm = findClosestForm(union, inside)
  return [...condenseErrors(outside), ...(closestForm ? condenseErrors(closestForm) : [union])]
}

const outermostUnion = (errors: readonly TValidationError[]): TValidationError | undefined =>
  errors
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    .reduce<TValidationError | undefined>(
      (outer, error) => (outer && outer.schemaPath.length <= error.schemaPath.length ? outer : error),
      undefined,
    )

const buildFormsPrefix = ({ schemaPath, keyword }: TValidationError): string => `${schemaPath}/${keyword}/`

const isInside = (error: TValidationError, union: TValidationError): boolean =>
  error.schemaPath.startsWith(buildFormsPrefix(union)) &&
  (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))

/** The errors of one form: of the forms whose type and constants match the value, the form with the fewest errors. */
const findClosestForm = (
  union: TValidationError,
  inside: readonly TValidationError[],
): TValidationError[] | undefined => {
  const within = ({ schemaPath }: TValidationError): string => schemaPath.slice(buildFormsPrefix(union).length)
  const isAnotherKind = (error: TValidationError): boolean =>
    error.instancePath === union.instancePath
      ? ['type', 'const', 'enum'].includes(error.keyword)
      : error.keyword === 'const' && /^\d+\/properties\/[^/]+$/.test(within(error))
  const byForm = Map.groupBy(inside, (error) => within(error).split('/', 1)[0])
  return [...byForm.values()].filter((errors) => !errors.some(isAnotherKind)).sort((a, b) => a.length - b.length)[0]
}
