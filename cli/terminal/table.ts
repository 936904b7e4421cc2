import { showJson } from '@patchbay/core/shown-text'
import { cellText, type Format, type PathInto, type TextColumn } from './column.ts'
import { cutText, fillText, wrapText } from './fit-text.ts'
import type { Terminal } from './terminal.ts'
import { chooseTone } from './tone.ts'

type Columns<Row extends object> = readonly TextColumn<PathInto<NoInfer<Row>>>[]
type Paper = Pick<Terminal, 'width' | 'bold' | 'paint' | 'isPerson'>

/** Columns of less than this say too little to be worth their place. */
const leastText = 12
/** A note stands beside the other columns if it has this much room. */
const leastNote = 40
const gap = 2

const isRight = (as: Format): boolean => as === 'number' || as === 'status'
const isCut = (as: Format): boolean => as === 'text' || as === 'list'

interface Sized {
  readonly column: TextColumn
  readonly head: string
  /** The width of the column's longest cell. */
  readonly wanted: number
  readonly least: number
  /** True if no row has a value. */
  readonly isEmpty: boolean
}

const sumWidths = (widths: readonly number[]): number => widths.reduce((sum, each) => sum + each + gap, -gap)

/** Drops columns from the last one on until the others fit. Ids stay. */
const dropColumns = (sized: readonly Sized[], width: number): readonly Sized[] => {
  if (sumWidths(sized.map(({ least }) => least)) <= width) return sized
  const at = sized.findLastIndex(({ column }) => column.as !== 'id')
  return at < 0 ? sized : dropColumns(sized.toSpliced(at, 1), width)
}

/** Narrows the widest columns first until the line fits. None gets narrower than its least. */
export const fitWidths = (sized: readonly Pick<Sized, 'wanted' | 'least'>[], width: number): readonly number[] => {
  const widths = sized.map(({ wanted }) => wanted)
  for (let over = sumWidths(widths) - width; over > 0; over--) {
    const roomy = widths.flatMap((each, at) => (each > (sized[at]?.least ?? 0) ? at : []))
    const [widest] = roomy.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
    if (widest === undefined) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

const sizeColumn = (column: TextColumn, cells: readonly string[]): Sized => {
  const head = column.head.toUpperCase()
  const wanted = Math.max(head.length, ...cells.map((cell) => Bun.stringWidth(cell)))
  const least = isCut(column.as) ? Math.min(wanted, Math.max(leastText, head.length)) : wanted
  return { column, head, wanted, least, isEmpty: cells.every((cell) => cell === '-') }
}

const paintCell = (text: string, width: number, { as, value }: TextColumn, row: object, { paint }: Paper): string => {
  const cut = cutText(text, width)
  const tone = as === 'state' || as === 'status' ? chooseTone(value(row)) : undefined
  const shown = paint(tone, cut)
  return isRight(as) ? fillText(cut, width) + shown : shown + fillText(cut, width)
}

/** The columns of a table that a width has room for, each with its own; `undefined`: not even its ids fit on a line. */
const layOut = (sized: readonly Sized[], width: number | undefined) => {
  if (width === undefined) return sized.map((each) => ({ ...each, width: each.wanted }))
  const isWhole = sumWidths(sized.map(({ wanted }) => wanted)) <= width
  // Nothing is cut or left out for the sake of a column that says nothing, be it one of ids.
  const filled = isWhole ? sized : sized.filter(({ isEmpty }) => !isEmpty)
  const fitting = dropColumns(filled, width)
  const widths = fitWidths(fitting, width)
  return sumWidths(widths) > width ? undefined : fitting.map((each, at) => ({ ...each, width: widths[at] ?? 0 }))
}

/** The sentences below a row, or beside it from a place on that leaves room for the longest word. */
const addNotes = (line: string, used: number, notes: readonly string[], { width = 0, paint }: Paper): string[] => {
  const room = width - used - gap
  if (notes.length === 1 && room >= leastNote) {
    const [first = '', ...more] = wrapText(notes[0] ?? '', room)
    return [
      `${line}${' '.repeat(gap)}${paint('quiet', first)}`,
      ...more.map((text) => ' '.repeat(used + gap) + paint('quiet', text)),
    ]
  }
  const below = notes.flatMap((note) => wrapText(note, width - gap))
  return [line.trimEnd(), ...below.map((text) => ' '.repeat(gap) + paint('quiet', text))]
}

/** A table and the headings that it had no room for. */
interface LaidTable {
  readonly lines: readonly string[]
  readonly left: readonly string[]
}

/**
 * The lines of one value beside its heading. For people, sentences are wrapped, objects are written member by member, and a moment is how
 * long ago it was, with its time.
 */
const valueLines = (
  value: unknown,
  as: Format,
  start: number,
  { width, paint, isPerson }: Paper,
): readonly string[] => {
  const text = cellText(value, as, undefined)
  if (isPerson && text !== '-' && (as === 'moment' || as === 'seconds'))
    return [`${cellText(value, as, new Date())} (${text})`]
  if (as === 'state') return [paint(chooseTone(value), text)]
  if (width === undefined || value === null) return [text]
  if (as === 'note') return wrapText(text, Math.max(leastNote, width - start))
  return as === 'text' && typeof value === 'object' ? showJson(value, 2).split('\n') : [text]
}

/** One record, one line per member. */
export const recordLines = <Row extends object>(columns: Columns<Row>, row: Row, paper: Paper): readonly string[] => {
  const start = Math.max(...columns.map(({ head }) => head.length)) + 2
  return columns.flatMap(({ head, as, value }) => {
    const [first = '', ...more] = valueLines(value(row), as, start, paper)
    return [`${paper.bold(`${head}:`.padEnd(start))}${first}`, ...more.map((line) => ' '.repeat(start) + line)]
  })
}

/**
 * A table of the width of the terminal: columns that stand later are dropped first, texts are cut, ids never. Where the ids alone don't fit,
 * each row is a record.
 */
export const layTable = <Row extends object>(columns: Columns<Row>, rows: readonly Row[], paper: Paper): LaidTable => {
  const { width, isPerson } = paper
  const now = isPerson ? new Date() : undefined
  const isNote = ({ as }: TextColumn): boolean => as === 'note' && width !== undefined
  const notes = columns.filter(isNote)
  const sized = columns
    .filter((each) => !isNote(each))
    .map((each) =>
      sizeColumn(
        each,
        rows.map((row) => cellText(each.value(row), each.as, now)),
      ),
    )
  const laid = layOut(sized, width)
  if (!laid)
    return {
      lines: rows.flatMap((row, nth) => [...(nth > 0 ? [''] : []), ...recordLines(columns, row, paper)]),
      left: [],
    }
  const used = sumWidths(laid.map((each) => each.width))
  const heads = laid.map(({ head, width: own, column }) => (isRight(column.as) ? head.padStart(own) : head.padEnd(own)))
  const lines = rows.flatMap((row) => {
    const cells = laid.map(({ column, width: own }) =>
      paintCell(cellText(column.value(row), column.as, now), own, column, row, paper),
    )
    const noteTexts = notes.flatMap(({ value }) => value(row) ?? []).map((note) => cellText(note, 'note', undefined))
    const line = cells.join(' '.repeat(gap))
    return noteTexts.length === 0 ? [line.trimEnd()] : addNotes(line, used, noteTexts, paper)
  })
  const left = sized.filter(({ column }) => !laid.some((each) => each.column === column)).map(({ head }) => head)
  return { lines: [paper.bold(heads.join(' '.repeat(gap)).trimEnd()), ...lines], left }
}

/** Writes a table, and says which columns had no room. */
export const showTable = <Row extends object>(
  columns: Columns<Row>,
  rows: readonly Row[],
  terminal: Terminal,
): void => {
  const { lines, left } = layTable(columns, rows, terminal)
  for (const line of lines) terminal.out(line)
  if (left.length > 0) terminal.say(`not shown: ${left.join(', ')} (--wide shows all)`, 'quiet')
}
