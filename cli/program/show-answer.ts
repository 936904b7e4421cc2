import { printableText } from '../terminal/plain-text.ts'
import { recordLines, type TextColumn, tableLines } from '../terminal/table.ts'
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
  if (typeof next_cursor === 'string') terminal.say(`next page: add --cursor ${printableText(next_cursor)}`)
}

/** Shows an answer: a table, a record, or a secret alone, so that the secret can be piped. */
export const showAnswer = (shown: Shown, answer: object, terminal: Terminal): void => {
  const { columns, rows, each, secret } = shown
  if (rows !== undefined) {
    showRows(shown, answer, terminal)
    return
  }
  const records = each === undefined ? [answer] : (toMembers(answer)[each] as readonly object[])
  const lines = records.flatMap((record, nth) => [
    ...(nth > 0 ? [''] : []),
    ...recordLines(columns as never, record, terminal),
  ])
  for (const line of lines) secret === undefined ? terminal.out(line) : terminal.say(line)
  if (secret !== undefined) terminal.out(printableText(String(toMembers(answer)[secret])))
}
