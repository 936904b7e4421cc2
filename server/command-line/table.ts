import { plainText } from './plain-text.ts'
import type { Terminal } from './terminal.ts'

const minute = 60_000
const steps = [
  { unit: 'd', ms: 24 * 60 * minute },
  { unit: 'h', ms: 60 * minute },
  { unit: 'min', ms: minute },
  { unit: 's', ms: 1000 },
] as const

/** `3 min ago`, `in 2 d`: one unit, rounded down. */
export const relative = (moment: Date, now: Date): string => {
  const ms = moment.getTime() - now.getTime()
  const step = steps.find(({ ms: each }) => Math.abs(ms) >= each)
  if (!step) return 'now'
  const amount = `${Math.floor(Math.abs(ms) / step.ms)} ${step.unit}`
  return ms < 0 ? `${amount} ago` : `in ${amount}`
}

/** How a value is written: `moment` is ISO 8601, `seconds` Unix time, `number` stands right-aligned. */
export type Format = 'text' | 'moment' | 'seconds' | 'number' | 'list' | 'yesno'

export interface Column {
  readonly head: string
  readonly as: Format
  value(row: Readonly<Record<string, unknown>>): unknown
}

/** A column of the member that a path of names leads to: `seed.error`. */
export const column = (head: string, path = head.replaceAll(' ', '_'), as: Format = 'text'): Column => ({
  head,
  as,
  value: (row) => path.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), row),
})

const momentOf = (value: unknown, as: Format): Date => new Date(as === 'seconds' ? Number(value) * 1000 : String(value))

/** The text of a value. Times are relative for a person who looks at a table, and ISO 8601 elsewhere. */
export const cellText = (value: unknown, as: Format, now: Date | undefined): string => {
  if (value === null || value === undefined) return '-'
  if (as === 'moment' || as === 'seconds') {
    const moment = momentOf(value, as)
    return now ? relative(moment, now) : moment.toISOString()
  }
  if (as === 'yesno') return value ? 'yes' : 'no'
  if (as === 'list' && Array.isArray(value)) return value.length === 0 ? 'none' : plainText(value.join(', '))
  return plainText(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Cuts a text to a number of columns of a terminal, where wide characters take two. */
export const cut = (text: string, width: number): string => {
  if (Bun.stringWidth(text) <= width) return text
  let kept = ''
  let used = 1
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Bun.stringWidth(segment)
    if (used > width) break
    kept += segment
  }
  return `${kept}…`
}

const pad = (text: string, width: number, as: Format): string => {
  const space = ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
  return as === 'number' ? space + text : text + space
}

/** Narrows the widest columns first, until the line fits; no column gets narrower than its head or 8. */
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

/** The lines of a table, aligned and cut to the terminal's width. */
export const tableLines = (
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
  { width, bold, isPerson }: Pick<Terminal, 'width' | 'bold' | 'isPerson'>,
): readonly string[] => {
  const now = isPerson ? new Date() : undefined
  const heads = columns.map(({ head }) => head.toUpperCase())
  const cells = rows.map((row) => columns.map(({ value, as }) => cellText(value(row), as, now)))
  const wanted = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => Bun.stringWidth(row[at] ?? ''))))
  const widths = width === undefined ? wanted : fitWidths(wanted, heads, width)
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => pad(cut(text, widths[at] ?? 0), widths[at] ?? 0, columns[at]?.as ?? 'text'))
      .join('  ')
      .trimEnd()
  return [bold(line(heads)), ...cells.map(line)]
}

/** One record, a line a member. */
export const recordLines = (
  columns: readonly Column[],
  row: Readonly<Record<string, unknown>>,
  { bold }: Pick<Terminal, 'bold'>,
): readonly string[] => {
  const widest = Math.max(...columns.map(({ head }) => head.length))
  return columns.map(
    ({ head, as, value }) => `${bold(`${head}:`.padEnd(widest + 2))}${cellText(value(row), as, undefined)}`,
  )
}
