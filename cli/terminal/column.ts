import { joinPieces, type ShownPiece, splitJson, splitText } from '@patchbay/core/shown-text'
import { asUnixSeconds, msOf } from '@patchbay/core/time'

const minute = 60_000
const steps = [
  { unit: 'd', ms: 24 * 60 * minute },
  { unit: 'h', ms: 60 * minute },
  { unit: 'min', ms: minute },
  { unit: 's', ms: 1000 },
] as const

/** `3 min ago`, `in 2 d`: one unit, rounded down. */
export const formatRelative = (moment: Date, now: Date): string => {
  const ms = moment.getTime() - now.getTime()
  const step = steps.find(({ ms: each }) => Math.abs(ms) >= each)
  if (!step) return 'now'
  const amount = `${Math.floor(Math.abs(ms) / step.ms)} ${step.unit}`
  return ms < 0 ? `${amount} ago` : `in ${amount}`
}

/**
 * The format of a value: `moment` is an ISO 8601 time, `seconds` a Unix time; `number` is right-aligned. `id` values
 * are input to other commands, so they are always shown in full. A `word` is shown in full or not at all. `state` and
 * `status` are coloured by their meaning. A `note` is a sentence; it gets its own line if the columns beside it leave
 * no room.
 */
export type Format =
  | 'text'
  | 'list'
  | 'id'
  | 'word'
  | 'state'
  | 'status'
  | 'note'
  | 'moment'
  | 'seconds'
  | 'number'
  | 'yesno'

/** The paths to the members of a row: `seed`, `seed.error`. A column without a member doesn't compile. */
export type PathInto<Row> = Row extends readonly unknown[]
  ? never
  : Row extends object
    ? { [Name in keyof Row & string]: Name | `${Name}.${PathInto<NonNullable<Row[Name]>>}` }[keyof Row & string]
    : never

export interface TextColumn<Path extends string = string> {
  readonly head: string
  readonly path: Path
  readonly as: Format
  value(row: object): unknown
}

/** The member for a heading: `connect_id` for `connect id`. */
type MemberOf<Head extends string> = Head extends `${infer Word} ${infer Rest}` ? `${Word}_${MemberOf<Rest>}` : Head

/** A column for the member at a path such as `seed.error`. */
export const column = <Head extends string, Path extends string = MemberOf<Head>>(
  head: Head,
  path = head.replaceAll(' ', '_') as Path,
  as: Format = 'text',
): TextColumn<NoInfer<Path>> => ({
  head,
  path,
  as,
  value: (row) => path.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), row),
})

const toDate = (value: unknown, as: Format): Date =>
  new Date(as === 'seconds' ? msOf(asUnixSeconds(Number(value))) : String(value))

/** An item of a list: a rule with conditions is an object. */
const toItemText = (item: unknown): string => (typeof item === 'object' ? JSON.stringify(item) : String(item))

/** The parts of a value that isn't written in words of ours. What is hidden in them is escaped. */
export const cellPieces = (value: unknown, as: Format): readonly ShownPiece[] => {
  if (as === 'list' && Array.isArray(value))
    return splitText(value.length === 0 ? 'none' : value.map(toItemText).join(', '))
  return typeof value === 'object' ? splitJson(value) : splitText(String(value))
}

/** The text of a value. Times are relative in tables for people, and ISO 8601 elsewhere. */
export const cellText = (value: unknown, as: Format, now: Date | undefined): string => {
  if (value === null || value === undefined) return '-'
  if (as === 'moment' || as === 'seconds') {
    const moment = toDate(value, as)
    return now ? formatRelative(moment, now) : moment.toISOString()
  }
  if (as === 'yesno') return value ? 'yes' : 'no'
  return joinPieces(cellPieces(value, as))
}
