import { showJson } from '@patchbay/core/shown-text'
import type { ArgsDef } from 'citty'
import { type AdminApi, readData } from '../api/admin-api.ts'
import { type CommandStep, stepLines } from '../api/next-step.ts'
import { asHelp, findOperation } from '../api/operations.ts'
import type { AdminRoutePath, AnswerOf, BodyOf, MemberName, OptionName, PathName, QueryName } from '../api/routes.ts'
import type { PathInto, TextColumn } from '../terminal/column.ts'
import { type Command, type CommandInput, jsonOption, wideOption } from './command.ts'
import { buildOptions, buildPositionals, type OptionWords, readMembers, readRouteQuery } from './route-options.ts'
import { type Shown, showAnswer } from './show-answer.ts'

type Words<Name extends string> = { readonly [Option in OptionName<Name>]?: OptionWords }

/** Options for query parameters of a route. */
export type QueryWords<R extends AdminRoutePath> = Words<QueryName<R>>

/** The members of an answer that are lists. */
type ListName<Answer> = {
  [Name in keyof Answer]: Answer[Name] extends readonly unknown[] ? Name : never
}[keyof Answer] &
  string

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

interface ColumnsOf<Row> extends Pick<Shown, 'none'> {
  readonly columns: readonly TextColumn<PathInto<Row>>[]
}

/** The display of an answer. Its columns must be members of the answer. */
export type ShownOf<Answer> =
  | (ColumnsOf<Answer> & { readonly secret?: keyof Answer & string })
  | {
      [Name in ListName<Answer>]:
        | (ColumnsOf<ItemOf<Answer[Name]>> & { readonly rows: Name })
        | (ColumnsOf<ItemOf<Answer[Name]>> & { readonly each: Name })
    }[ListName<Answer>]

/** Functions that read those members of a body that aren't plain options. */
type BodyReaders<Body> = { readonly [Name in keyof Body]?: (input: CommandInput) => Body[Name] | Promise<Body[Name]> }

/**
 * A command that makes one request. Its names, types, choices and texts come from the OpenAPI document, unless the command overrides them.
 * A parameter or member that the admin API doesn't have doesn't compile.
 */
export interface RouteCommand<R extends AdminRoutePath, Picked = AnswerOf<R>> {
  /** E.g. `GET /admin/auth/{tenant}`; each name in braces is a positional argument. */
  readonly route: R
  /** Default: the document's. */
  readonly summary?: string
  /** Details that the summary leaves out. */
  readonly description?: string
  /** Descriptions of the names in braces, and further positional arguments. */
  readonly args?: Readonly<Partial<Record<PathName<R>, string>>> & Readonly<Record<string, string>>
  /** Options sent as query parameters of the same name. */
  readonly query?: QueryWords<R>
  /** Options sent as body members of the same name. */
  readonly members?: Words<MemberName<R>>
  /** The command's own options. */
  readonly options?: ArgsDef
  /** The other members of the body, or how all of it is read. */
  readonly body?: BodyReaders<BodyOf<R>> | ((input: CommandInput) => unknown)
  readonly examples: readonly string[]
  readonly shown?: ShownOf<Picked>
  /** The message after success when the answer has no body. Default: the document's. */
  readonly done?: string
  /** Throws CommandError before anything is sent. */
  check?(input: CommandInput): void
  /** The part of the answer to show. */
  pick?(answer: AnswerOf<R>, input: CommandInput): Picked
  /** The step to name after the answer. */
  next?(answer: Picked): CommandStep | null | undefined
  /** Throws CommandError for an answer that reports a failure with status 200. */
  checkAnswer?(answer: Picked): void
}

/** Makes a request to a route that is known only as text. */
const request = (api: AdminApi, method: string, path: string, init: object): Promise<object | undefined> =>
  readData(api.request(method.toLowerCase() as never, path as never, init as never))

/** A command that shows the part of the answer that it picks. */
export const pickingCommand = <R extends AdminRoutePath, Picked>(definition: RouteCommand<R, Picked>): Command => {
  const { route, args = {}, query = {}, members = {}, options = {}, body, shown, examples } = definition
  const { check, pick, next, checkAnswer } = definition
  const operation = findOperation(route)
  const { summary = operation.summary, description, done = asHelp(operation.done ?? 'done') } = definition
  const [method = '', template = ''] = route.split(' ')
  const positionals = buildPositionals(template, operation, args)

  const readBody = async (input: CommandInput): Promise<unknown> => {
    if (typeof body === 'function') return body(input)
    const entries = Object.entries((body ?? {}) as Readonly<Record<string, (input: CommandInput) => unknown>>)
    const own = await Promise.all(entries.map(async ([name, read]) => [name, await read(input)] as const))
    return { ...Object.fromEntries(own), ...readMembers(members, operation, input) }
  }

  return {
    summary,
    ...(description !== undefined && { description }),
    examples,
    route,
    isRemote: true,
    args: {
      ...positionals,
      ...buildOptions(operation.query, query),
      ...buildOptions(operation.body, members),
      ...options,
      ...jsonOption,
      ...(shown && 'rows' in shown && wideOption),
    },
    async run(input) {
      const { terminal, required } = input
      check?.(input)
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const params = {
        path: Object.fromEntries(names.map((name) => [name, required(name)])),
        query: readRouteQuery(query, operation, input),
      }
      const sent = operation.body && (body || Object.keys(members).length > 0) ? { body: await readBody(input) } : {}
      const whole = (await request(await input.admin(), method, template, { params, ...sent })) as
        | AnswerOf<R>
        | undefined
      const answer = (whole && pick ? pick(whole, input) : whole) as Picked & object
      if (input.flag('json')) terminal.out(showJson(answer ?? {}, 2))
      else if (answer === undefined || !shown) terminal.say(done)
      else showAnswer(shown as Shown, answer, terminal)
      if (answer && !input.flag('json')) for (const line of stepLines(next?.(answer))) terminal.say(line)
      if (answer) checkAnswer?.(answer)
    },
  }
}

/** A command that makes one request to the admin API and shows the answer. */
export const routeCommand = <const R extends AdminRoutePath>(definition: RouteCommand<R, AnswerOf<R>>): Command =>
  pickingCommand(definition)
