import type { ArgsDef } from 'citty'
import type { Json } from './admin-api.ts'
import { type Command, type CommandInput, jsonOption } from './command.ts'
import { plainJson, plainText } from './plain-text.ts'
import { type Column, recordLines, tableLines } from './table.ts'
import type { Terminal } from './terminal.ts'

type Row = Readonly<Record<string, unknown>>

/** How an answer is shown to a person. */
export interface Shown {
  readonly columns: readonly Column[]
  /** The member of the answer that holds the rows of a table; without it the answer is one record. */
  readonly rows?: string
  /** The member that holds records, which are shown one after the other. */
  readonly each?: string
  /** The member that holds a secret, which is the whole result: everything else goes to the person. */
  readonly secret?: string
  /** What is said in place of an empty table. */
  readonly none?: string
}

export interface RouteCommand {
  readonly summary: string
  readonly description?: string
  /** E.g. `GET /admin/auth/{tenant}`; each name in braces is a positional argument. */
  readonly route: string
  /** What the names in braces mean. */
  readonly path?: Readonly<Record<string, string>>
  /** Options that are sent as query parameters of the same name. */
  readonly query?: ArgsDef
  /** Options for the body. */
  readonly options?: ArgsDef
  readonly examples: readonly string[]
  readonly shown?: Shown
  /** What is said when it is done, where the answer has no body. */
  readonly done?: string
  body?(input: CommandInput): unknown
  /** Throws CommandError before anything is sent. */
  check?(input: CommandInput): void
  /** The part of the answer that the command is about. */
  pick?(answer: Json, input: CommandInput): Json
  /** Throws CommandError for an answer that is a failure in spite of its status 200. */
  judge?(answer: Json): void
}

const showRows = ({ columns, rows = '', none }: Shown, answer: Json, terminal: Terminal): void => {
  const found = answer[rows] as readonly Row[]
  if (found.length === 0) terminal.say(none ?? `no ${rows}`)
  else for (const line of tableLines(columns, found, terminal)) terminal.out(line)
  const { next_cursor } = answer
  if (typeof next_cursor === 'string') terminal.say(`there are more: add --cursor ${plainText(next_cursor)}`)
}

/** Shows an answer: a table, a record, or a secret alone, so that it can be piped to where it belongs. */
export const showAnswer = (shown: Shown, answer: Json, terminal: Terminal): void => {
  if (shown.rows !== undefined) {
    showRows(shown, answer, terminal)
    return
  }
  if (shown.each !== undefined) {
    const records = answer[shown.each] as readonly Row[]
    for (const line of records.flatMap((record, nth) => [
      ...(nth > 0 ? [''] : []),
      ...recordLines(shown.columns, record, terminal),
    ]))
      terminal.out(line)
    return
  }
  const lines = recordLines(shown.columns, answer, terminal)
  if (shown.secret === undefined) {
    for (const line of lines) terminal.out(line)
    return
  }
  for (const line of lines) terminal.say(line)
  terminal.out(plainText(String(answer[shown.secret])))
}

export const fillPath = (template: string, { required }: CommandInput): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(required(name)))

const positionals = (path: Readonly<Record<string, string>>): ArgsDef =>
  Object.fromEntries(
    Object.entries(path).map(([name, description]) => [name, { type: 'positional', description }] as const),
  )

/** The parameter of the API that an option stands for. */
export const parameterOf = (option: string): string => option.replaceAll('-', '_')

const queryOf = (options: ArgsDef, { text, flag }: CommandInput): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type }]) => [
      parameterOf(name),
      type === 'boolean' ? (flag(name) ? 'true' : undefined) : text(name),
    ]),
  )

/** A command that makes one request to the admin API and shows the answer. */
export const routeCommand = (definition: RouteCommand): Command => {
  const {
    route,
    path = {},
    query = {},
    options = {},
    shown,
    done = 'done',
    body,
    check,
    pick,
    judge,
    ...rest
  } = definition
  const [method = '', template = ''] = route.split(' ')
  return {
    ...rest,
    route,
    isRemote: true,
    args: { ...positionals(path), ...query, ...options, ...jsonOption },
    async run(input) {
      const { terminal } = input
      check?.(input)
      const request = { query: queryOf(query, input), ...(body && { body: await body(input) }) }
      const api = await input.admin()
      const whole = await api.json(method, fillPath(template, input), request)
      const answer = whole && pick ? pick(whole, input) : whole
      if (input.flag('json')) terminal.out(plainJson(answer ?? {}, 2))
      else if (answer === undefined || !shown) terminal.say(done)
      else showAnswer(shown, answer, terminal)
      if (answer) judge?.(answer)
    },
  }
}

/** The options of lists that come page by page. */
export const pageOptions = {
  limit: { type: 'string', valueHint: 'number', description: 'at most so many, 1 to 1000 (100)' },
  cursor: { type: 'string', description: 'the next page, as the page before names it' },
} as const satisfies ArgsDef
