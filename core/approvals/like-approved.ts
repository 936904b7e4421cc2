import { parseDecimal } from '../access/index.ts'
import { printCanonical } from '../effects/index.ts'
import { parseRolePlace, type RoleName, type Roles, readRoleValues } from '../provider/index.ts'

type Steps = readonly string[]

/** The roles of what lies at and below a value, by the steps that are left to it. */
type Marks = readonly (readonly [role: RoleName, steps: Steps])[]

const listMarks = ({ recipient = [], text = [], amount }: Roles): Marks => [
  ...recipient.map((place) => ['recipient', parseRolePlace(place)] as const),
  ...text.map((place) => ['text', parseRolePlace(place)] as const),
  ...(amount?.at ?? []).map((place) => ['amount', parseRolePlace(place)] as const),
]

const marksBelow = (marks: Marks, name: string): Marks =>
  marks.flatMap(([role, [first, ...rest]]) => (first === name ? [[role, rest] as const] : []))

const isEqual = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : printCanonical(one) === printCanonical(other)

const toItems = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

const groupEqual = (value: unknown): ReadonlyMap<string, readonly unknown[]> =>
  Map.groupBy(toItems(value), (item) => printCanonical(item))

/** True if every recipient is one that was approved, no more often than it was: one may be missing, none added. */
const areApproved = (approved: unknown, values: unknown): boolean => {
  const most = groupEqual(approved)
  return [...groupEqual(values)].every(([text, items]) => items.length <= (most.get(text)?.length ?? 0))
}

/** True if an amount is at most the approved one. A missing amount may stand for all that there is. */
const isNoLarger = (approved: unknown, value: unknown): boolean => {
  if (isEqual(approved, value)) return true
  const [most, amount] = [approved, value].map(parseDecimal)
  return most !== undefined && amount?.gte(0) === true && amount.lte(most)
}

const judges: Readonly<Partial<Record<RoleName, (approved: unknown, value: unknown) => boolean>>> = {
  text: () => true,
  recipient: areApproved,
  amount: isNoLarger,
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** The longest list whose items are compared each with each: a longer one must be alike item by item. */
const mostCompared = 50

/** True if each item is like an approved one of its own. */
const areSome = (approved: readonly unknown[], values: readonly unknown[], marks: Marks): boolean => {
  const unmatched = [...approved]
  return values.every((one) => {
    const at = unmatched.findIndex((other) => isLike(other, one, marks))
    return at >= 0 && unmatched.splice(at, 1).length === 1
  })
}

/** Lists of the things that recipients are named in may lack some; all other lists must be alike item by item. */
const areLikeItems = (approved: readonly unknown[], values: readonly unknown[], marks: Marks): boolean =>
  marks.some(([role]) => role === 'recipient') && approved.length <= mostCompared
    ? values.length <= approved.length && areSome(approved, values, marks)
    : values.length === approved.length && values.every((one, index) => isLike(approved[index], one, marks))

const isLike = (approved: unknown, value: unknown, marks: Marks): boolean => {
  const [here] = marks.filter(([, steps]) => steps.length === 0)
  const judge = here && judges[here[0]]
  if (judge) return judge(approved, value)
  if (marks.length === 0) return isEqual(approved, value)
  if (Array.isArray(approved) && Array.isArray(value)) return areLikeItems(approved, value, marks)
  if (!isObject(approved) || !isObject(value)) return isEqual(approved, value)
  const names = new Set([...Object.keys(approved), ...Object.keys(value)])
  return [...names].every((name) => isLike(approved[name], value[name], marksBelow(marks, name)))
}

type Params = Readonly<Record<string, unknown>>

const hasRecipient = ({ recipient = [] }: Roles, params: Params): boolean =>
  recipient.some((place) => readRoleValues(place, params).length > 0)

/**
 * True if a call may pass by the yes to another one of its action: all parameters are equal, present and absent alike, but for free text, for
 * recipients that are missing, and for smaller amounts. A call that names no recipient at all is another one: the vendor may choose whom it
 * reaches.
 */
export const isLikeApproved = (roles: Roles | undefined, approved: Params, params: Params): boolean =>
  roles === undefined
    ? isLike(approved, params, [])
    : hasRecipient(roles, approved) === hasRecipient(roles, params) && isLike(approved, params, listMarks(roles))
