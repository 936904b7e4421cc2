import { describeMarks, showText } from '@patchbay/core/shown-text'
import { cellPieces, recordLines, type TextColumn, tableLines } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** How an answer is shown to a person. */
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

const showRows = ({ columns, rows = '', none }: Shown, answer: object, terminal: Terminal): void => {
  const { [rows]: found, next_cursor } = toMembers(answer)
  if ((found as readonly object[]).length === 0) terminal.say(none ?? `no ${rows}`)
  else for (const line of tableLines(columns as never, found as readonly object[], terminal)) terminal.out(line)
  if (typeof next_cursor === 'string') terminal.say(`next page: add --cursor ${showText(next_cursor)}`)
}

/** Says how many characters of what is shown are escaped. */
const sayMarks = ({ columns }: Shown, records: readonly object[], { say }: Terminal): void => {
  const marks = describeMarks(
    records.flatMap((record) => columns.flatMap(({ value, as }) => cellPieces(value(record), as))),
  )
  if (marks !== undefined) say(marks)
}

/** Shows an answer: a table, a record, or a secret alone, so that the secret can be piped. */
export const showAnswer = (shown: Shown, answer: object, terminal: Terminal): void => {
  const { columns, rows, each, secret } = shown
  if (rows !== undefined) {
    showRows(shown, answer, terminal)
    sayMarks(shown, toMembers(answer)[rows] as readonly object[], terminal)
    return
  }
  const records = each === undefined ? [answer] : (toMembers(answer)[each] as readonly object[])
  const lines = records.flatMap((record, nth) => [
    ...(nth > 0 ? [''] : []),
    ...recordLines(columns as never, record, terminal),
  ])
  for (const line of lines) secret === undefined ? terminal.out(line) : terminal.say(line)
  sayMarks(shown, records, terminal)
  if (secret !== undefined) terminal.out(showText(String(toMembers(answer)[secret])))
}
