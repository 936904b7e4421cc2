/* How vendors say that a list goes on or ends: in booleans, numbers and texts, and by members that are empty or missing. */
import { isJsonObject } from '../provider/json-object.ts'

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0)

const isScalar = (value: unknown): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

/** True for what says that there is more: `true`, `"yes"`, the number of items that are left. */
export const saysMore = (value: unknown): boolean =>
  !isEmpty(value) && !(isScalar(value) && /^\s*(?:0|-1|n|no|f|false|off|none|null|nil)\s*$/i.test(`${value}`))

/** True for what stands where the next cursor or link would, and means that there is none. */
export const isEndMark = (value: unknown): boolean =>
  isEmpty(value) || (isScalar(value) && /^(?:false|none|null|nil|undefined)$/i.test(`${value}`))

export const isCursor = (value: unknown): value is string | number | bigint => isScalar(value) && value !== ''

/** True for an answer without any item: the vendor has left out the list, or sent nothing, behind the last page. */
export const isWithoutItems = (body: unknown, items: unknown): boolean => isEmpty(body) || items === null
