export type Scalar = string | number | boolean | null

/** A symbol, which a text from outside can't be: JSON has no symbols. */
const operator = Symbol('operator')

export type ComparisonOperator = '=' | '<>' | 'in' | '<' | '<=' | '>' | '>=' | '< or null'

export interface MemberComparison<V> {
  readonly [operator]: ComparisonOperator
  readonly value: V | readonly V[]
}

const compareBy =
  (by: ComparisonOperator) =>
  <V extends Scalar>(value: V): MemberComparison<V> => ({ [operator]: by, value })

/** Like SQL's, these comparisons never match `null`. */
export const lessThan = compareBy('<')
export const atMost = compareBy('<=')
export const greaterThan = compareBy('>')
export const atLeast = compareBy('>=')
export const notEqual = compareBy('<>')
export const oneOfValues = <V extends Scalar>(values: readonly V[]): MemberComparison<V> => ({
  [operator]: 'in',
  value: values,
})

export const lessThanOrNull = compareBy('< or null')

type MemberFilter<T> = {
  readonly [M in keyof T]?: Extract<T[M], Scalar> | MemberComparison<NonNullable<Extract<T[M], Scalar>>>
}

/** Names a member of a member. */
type PathFilter = Readonly<Record<`${string}.${string}`, Scalar | MemberComparison<Scalar>>>

/** Records whose members all have these values, or compare so. */
export type RecordFilter<T> = MemberFilter<T> | (MemberFilter<T> & PathFilter)

export interface MemberCondition {
  readonly member: string
  readonly operator: ComparisonOperator
  readonly value: Scalar | readonly Scalar[]
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Drivers write names into their queries as they are. */
const isPath = (member: string): boolean => /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*$/.test(member)

const isComparison = (value: unknown): value is MemberComparison<unknown> =>
  typeof value === 'object' && value !== null && operator in value

/**
 * The conditions of a filter. Throws TypeError unless each compares with a scalar: types aren't checked at run time, and an object
 * like `{"$gt": ""}` would be an operator of MongoDB that matches everything, as a missing value would.
 */
export const readConditions = (filter: object): readonly MemberCondition[] =>
  Object.entries(filter).map(([member, condition]: [string, unknown]) => {
    if (!isPath(member)) throw new TypeError(`${member} is not a name of a member`)
    const compared = isComparison(condition) ? condition : { [operator]: '=' as const, value: condition }
    const { value } = compared
    const isList = compared[operator] === 'in' && Array.isArray(value) && value.every(isScalar)
    if (isScalar(value) || isList) return { member, operator: compared[operator], value }
    throw new TypeError(`${member} was expected to be a text, a number, a boolean or null`)
  })
