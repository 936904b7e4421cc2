import { describeMarks, showText } from '@patchbay/core/shown-text'
import { cellPieces, type TextColumn } from '../terminal/column.ts'
import { recordLines, showTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The display of an answer to a person. */
export interface Shown {
  readonly columns: readonly TextColumn[]
  /** The member of the answer with the rows of a table; without it, the answer is one record. */
  readonly rows?: string
  /** The member with records, which are shown one after the other. */
  readonly each?: string
  /** The member with a secret. The secret alone is the result (stdout); everything else goes to stderr. */
  readonly secret?: string
  /** The message in place of an empty table. */
  readonly none?: string
}

const toMembers = (answer: object): Readonly<Record<string, unknown>> => ({ ...answer })

/** Says how many characters of what is shown are escaped. */
const sayMarks = ({ columns }: Pick<Shown, 'columns'>, records: readonly object[], { say }: Terminal): void => {
  const marks = describeMarks(
    records.flatMap((record) => columns.flatMap(({ value, as }) => cellPieces(value(record), as))),
  )
  if (marks !== undefined) say(marks)
}

const showRows = ({ columns, rows = '', none }: Shown, answer: object, terminal: Terminal): void => {
  const { [rows]: found, next_cursor } = toMembers(answer)
  if ((found as readonly object[]).length === 0) terminal.say(none ?? `no ${rows}`)
  else showTable(columns as never, found as readonly object[], terminal)
  if (typeof next_cursor === 'string') terminal.say(`next page: add --cursor ${showText(next_cursor)}`)
  sayMarks({ columns }, found as readonly object[], terminal)
}

/** Shows records one after the other, with an empty line in between. */
export const showRecords = (
  { columns }: Pick<Shown, 'columns'>,
  records: readonly object[],
  terminal: Terminal,
): void => {
  for (const [nth, record] of records.entries()) {
    if (nth > 0) terminal.out('')
    for (const line of recordLines(columns as never, record, terminal)) terminal.out(line)
  }
  sayMarks({ columns }, records, terminal)
}

/** Shows an answer: a table, a record, or a secret alone, so that the secret can be piped. */
export const showAnswer = (shown: Shown, answer: object, terminal: Terminal): void => {
  const { rows, each, secret } = shown
  if (rows !== undefined) {
    showRows(shown, answer, terminal)
    return
  }
  const records = each === undefined ? [answer] : (toMembers(answer)[each] as readonly object[])
  showRecords(shown, records, secret === undefined ? terminal : { ...terminal, out: terminal.say })
  if (secret !== undefined) terminal.out(showText(String(toMembers(answer)[secret])))
}
