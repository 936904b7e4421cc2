import type { Filter } from './bodies.ts'
import { CrmError } from './crm-error.ts'

type Scalar = string | number

const lower = (value: Scalar): string => String(value).toLowerCase()

/** Numbers by size, texts (dates among them) by their characters. */
const isLess = (left: Scalar, right: Scalar): boolean =>
  typeof left === 'number' && typeof right === 'number' ? left < right : String(left) < String(right)

const compare: Readonly<Record<Filter['operator'], (held: Scalar, wanted: Scalar) => boolean>> = {
  eq: (held, wanted) => lower(held) === lower(wanted),
  contains: (held, wanted) => lower(held).includes(lower(wanted)),
  gt: (held, wanted) => isLess(wanted, held),
  lt: (held, wanted) => isLess(held, wanted),
}

/** A test for records that all filters let through. Throws CrmError 422 for a field that the records don't have. */
export const createMatcher = (filters: readonly Filter[], fields: readonly string[]): ((record: object) => boolean) => {
  const unknown = filters.flatMap(({ field }, index) =>
    fields.includes(field)
      ? []
      : [{ path: `/filters/${index}/field`, message: `no such field: ${field}; there are ${fields.join(', ')}` }],
  )
  if (unknown.length > 0)
    throw new CrmError(422, 'unknown_field', 'A filter names a field that does not exist', unknown)
  return (record) =>
    filters.every(({ field, operator, value }) => {
      const held: unknown = Reflect.get(record, field)
      return (typeof held === 'string' || typeof held === 'number') && compare[operator](held, value)
    })
}
