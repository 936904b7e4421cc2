import { joinPieces, type ShownPiece, splitJson, splitText } from '@patchbay/core/shown-text'
import type { Terminal } from './terminal.ts'

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

/** How a value is written: `moment` is an ISO 8601 time, `seconds` a Unix time; `number` is right-aligned. */
export type Format = 'text' | 'moment' | 'seconds' | 'number' | 'list' | 'yesno'

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

const toDate = (value: unknown, as: Format): Date => new Date(as === 'seconds' ? Number(value) * 1000 : String(value))

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

/** Cuts a text to a number of terminal columns; wide characters take two. */
export const cutText = (text: string, width: number): string => {
  if (Bun.stringWidth(text) <= width) return text
  let start = ''
  let used = 1
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Bun.stringWidth(segment)
    if (used > width) break
    start += segment
  }
  return `${start}…`
}

const pad = (text: string, width: number, as: Format): string => {
  const space = ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
  return as === 'number' ? space + text : text + space
}

/** Narrows the widest columns first until the line fits. No column gets narrower than its heading or 8. */
export const fitWidths = (wanted: readonly number[], heads: readonly string[], width: number): readonly number[] => {
  const widths = [...wanted]
  const least = heads.map((head, at) => Math.min(wanted[at] ?? 0, Math.max(8, head.length)))
  const gaps = 2 * (widths.length - 1)
  for (let over = widths.reduce((sum, each) => sum + each, gaps) - width; over > 0; over--) {
    const rooms = widths.map((each, at) => each - (least[at] ?? 0))
    const widest = widths.indexOf(Math.max(...widths.filter((_, at) => (rooms[at] ?? 0) > 0)))
    if (widest < 0) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

/** The lines of a table, aligned and cut to the width of the terminal. */
export const tableLines = <Row extends object>(
  columns: readonly TextColumn<PathInto<NoInfer<Row>>>[],
  rows: readonly Row[],
  { width, bold, isPerson }: Pick<Terminal, 'width' | 'bold' | 'isPerson'>,
): readonly string[] => {
  const now = isPerson ? new Date() : undefined
  const heads = columns.map(({ head }) => head.toUpperCase())
  const cells = rows.map((row) => columns.map(({ value, as }) => cellText(value(row), as, now)))
  const wanted = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => Bun.stringWidth(row[at] ?? ''))))
  const widths = width === undefined ? wanted : fitWidths(wanted, heads, width)
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => pad(cutText(text, widths[at] ?? 0), widths[at] ?? 0, columns[at]?.as ?? 'text'))
      .join('  ')
      .trimEnd()
  return [bold(line(heads)), ...cells.map(line)]
}

/** One record, one line per member. */
export const recordLines = <Row extends object>(
  columns: readonly TextColumn<PathInto<NoInfer<Row>>>[],
  row: Row,
  { bold }: Pick<Terminal, 'bold'>,
): readonly string[] => {
  const widest = Math.max(...columns.map(({ head }) => head.length))
  return columns.map(
    ({ head, as, value }) => `${bold(`${head}:`.padEnd(widest + 2))}${cellText(value(row), as, undefined)}`,
  )
}
