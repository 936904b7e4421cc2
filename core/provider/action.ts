import type Type from 'typebox'
import { type Answer, type Failure, graphqlData, graphqlFailure } from './answer/failure.ts'
import type { ModelOptions } from './answer/for-models.ts'
import { type PageParams, type Pages, pageParameters } from './answer/pages.ts'
import type { ActionClass } from './classes.ts'
import type { AnyConfirm, Confirm } from './confirm.ts'
import {
  type ActionEffect,
  type Read,
  type ReadOptions,
  readEffect,
  type Write,
  type WriteMember,
  type WriteOptions,
  writeEffect,
} from './effect.ts'
import type { Params, ParamsOf } from './parameters.ts'
import { createPlacement, type Declared, type Placement, type RequestParts } from './request/placement.ts'
import type { ActionRequest, AnswerKind, ProviderAccount } from './request/request.ts'
import { type PathParams, parseRoute, type Route } from './request/route.ts'
import type { Roles } from './roles.ts'
import type { Sunset } from './sunset.ts'

/** A tool of an MCP server, as it was when it was imported. */
export interface PinnedTool {
  /** The server's own name of it. */
  readonly name: string
  /** Reads the tool as the server listed it then. */
  read(): object
}

/** One thing that callers can do at a provider, as core runs it; `read` and `write` make it. */
export interface Action<P extends Params = Params, E extends ActionEffect = ActionEffect> extends ModelOptions {
  readonly route: string
  readonly description: string
  readonly synonyms?: readonly string[]
  readonly effect: E
  /** With the parameters that `pages` adds: `limit` and the one that names the next page. */
  readonly params: P
  /** The author's definition, including what no other member shows: codegen checks it, and `providers.lock.json` has its digest. */
  readonly definition: Declared
  /** The whole request. Throws VALIDATION_ERROR for what the schema can't say. */
  request(params: ParamsOf<P>, account: ProviderAccount): ActionRequest
  readonly result?: Type.TSchema
  /** The shape of what callers get, for code and models alone. */
  readonly answers?: Type.TSchema
  shape?(body: unknown, answer: Answer): unknown
  readonly pages?: Pages
  /** Takes precedence over the provider's `failure`. */
  failure?(body: unknown, answer: Answer): Failure | undefined
  /** Left out: JSON where `result`, `shape`, `pages` or `graphql` read it, else `any`. */
  readonly answer?: AnswerKind
  /** `answer` is what a document declares: an answer whose `Content-Type` says otherwise is read by that. */
  readonly trustsContentType?: true
  /** Left out: the provider's own. */
  readonly origin?: string
  /** `false`: the provider takes the request without a credential. */
  readonly auth?: false
  /** The schemas to which those of `params` refer, by the text of the reference. */
  readonly references?: Readonly<Record<string, unknown>>
  /** Further names by which callers may send parameters, each with the parameter's own name. */
  readonly otherNames?: Readonly<Record<string, string>>
  /** The vendor's document advises against it. */
  readonly deprecated?: true
  readonly sunset?: Sunset
  /** The read of a write that finds out the outcome of a call whose answer was lost. */
  readonly confirm?: AnyConfirm
  /** The roles of a write's parameters. */
  readonly roles?: Roles
  /** The calls that are of a class. */
  readonly onlyIf?: CallClasses<never>
  /** The requests before a write's own. */
  readonly before?: readonly AnyStep[]
  complete?(params: never, answers: readonly unknown[]): RequestParts
  /** The tool that the request calls: the vendor is an MCP server, and its answer is a tool's result. */
  readonly tool?: PinnedTool
  /** Tells actions from curations of documents' actions. */
  readonly from?: never
}

/** A step with its types erased. */
interface AnyStep {
  readonly send: Action
  params(params: never, answers: readonly unknown[]): object
}

/** A request that prepares a write, such as one that asks for an address to upload to. It has no effect by itself. `W`: the write's parameters. */
export interface WriteStep<W> {
  /**
   * The request, as an action of its own that callers don't have; its `origin` may be another, and with `auth: false` it carries no credential.
   * It is a read, so that a failed try is repeated.
   * @example before: [{ send: read('POST /uploads', { description: 'Ask for an address', params: {} }), params: () => ({}) }]
   */
  // biome-ignore lint/suspicious/noExplicitAny: each step has parameters of its own, which no common type admits
  readonly send: Action<any, Read>
  /**
   * The step's parameters, made of the write's and of the answers to the steps before it.
   * @example before: [{ send: read('POST /uploads', { description: 'Ask for an address', params: {} }), params: ({ title }) => ({ title }) }]
   */
  params(params: W, answers: readonly unknown[]): object
}

/** The requests before a write's own. */
interface StepsOption<P extends Params> {
  /**
   * The requests that go before the write's own, one after the other. While one of them fails, nothing was done: only the write's own request
   * counts as the write.
   * @example before: [{ send: read('POST /uploads', { description: 'Ask for an address', params: {} }), params: () => ({}) }]
   */
  readonly before?: readonly WriteStep<ParamsOf<P>>[]
  /**
   * The parts of the write's own request that only the answers to `before` say; they are laid over the others.
   * @example complete: (_params, [opened]) => ({ body: { upload_id: at(opened, '/id') } })
   */
  complete?(params: ParamsOf<P>, answers: readonly unknown[]): RequestParts
}

/** The members that a route can't express; the same for reads and writes. */
interface Definition<R extends Route, P extends Params, C> extends Placement<R, P>, ModelOptions {
  /**
   * One sentence for people and models.
   * @example description: 'List the issues of a repository'
   */
  readonly description: string
  /**
   * Search terms that appear in neither its name nor its description: the tool `find_actions` finds the action by them, too. At
   * most 12, of at most 60 characters.
   * @example synonyms: ['ticket', 'bug report']
   */
  readonly synonyms?: readonly string[]
  /**
   * The parameters by name, as TypeBox schemas: the REST validator, the MCP tool and the OpenAPI document come from them.
   * @example params: { item_id, ...optional({ state: choice(['open', 'closed'], 'Only items in this state') }) }
   */
  readonly params: P & PathParams<R>
  /**
   * Parts of the request that can't be declared; they are laid over the declared ones, and a member that is `undefined` is
   * left out. Pure: no clock, no fetch, no secrets. Throws `invalid(...)` for what the schema can't say.
   * @example request: ({ tags }) => ({ body: { tags: undefined, filter: { anyOf: tags } } })
   */
  request?(params: ParamsOf<P> & { readonly limit?: number }, account: ProviderAccount): Exact<R, C>
  /**
   * The schema of the provider's answer; another answer is UPSTREAM_ERROR 502.
   * @example result: Type.Object({ id: Type.String() })
   */
  readonly result?: Type.TSchema
  /**
   * The shape of what callers get, as the vendor's page shows it; `Type.Null()`: nothing. Code sees it as the type of the call, and no
   * answer is refused by it.
   * @example answers: Type.Object({ id: Type.String() })
   */
  readonly answers?: Type.TSchema
  /**
   * The kind of answer; left out: JSON where `result`, `shape`, `pages` or `graphql` read it, else what the answer's
   * own `Content-Type` says.
   * @example answer: 'bytes'
   */
  readonly answer?: AnswerKind
  /**
   * The origin of this action's requests, for a vendor with several. The requests carry the credential too.
   * @example origin: 'https://uploads.example.com'
   */
  readonly origin?: `https://${string}`
  /**
   * `false`: the requests carry no credential, because the vendor has put what it wants into the address.
   * @example auth: false
   */
  readonly auth?: false
  /**
   * Makes `data` of the provider's parsed answer. Never drops ids or values that the caller asked for.
   * @example shape: (body) => Object(body).item
   */
  shape?(body: unknown, answer: Answer): unknown
  /**
   * The end of the action by its vendor. Until then it comes last in searches.
   * @example sunset: { on: '2026-08-26', instead: 'create_response' }
   */
  readonly sunset?: Sunset
}

/** The members of a definition by name, those of reads and writes alike. */
export type DefinitionMember =
  | keyof Definition<Route, Params, object>
  | 'ttl'
  | 'pages'
  | 'confirm'
  | 'roles'
  | 'onlyIf'
  | 'before'
  | 'complete'
  | WriteMember

/** Allows only the members of RequestParts: by itself, TypeScript accepts extra members in what a function returns. */
type Exact<R extends Route, C> = C & RequestParts<R> & { readonly [K in Exclude<keyof C, keyof RequestParts>]: never }

/** The pagination of a list. */
interface PagesOption<G> {
  /**
   * The pagination of the list, made by `cursor`, `page`, `offset` or `link`. It adds the parameter `limit` and the one that names
   * the next page.
   * @example pages: cursor({ items: '/items', next: '/next', into: 'after', size: { into: 'limit', max: 100 } })
   */
  readonly pages?: G
}

/** The search for a write's effect. */
interface ConfirmOption<P extends Params, Q extends Params> {
  /**
   * The way to find out if the write was carried out when its answer was lost: the gateway makes the read within a minute, and after 5
   * and 30 minutes.
   * @example confirm: { read: list_items, params: { limit: 100 }, shows: madeSince({ items: '/items', made: '/created_at', most: 100, like: () => ({}) }) }
   */
  readonly confirm?: Confirm<ParamsOf<P>, Q>
}

/** The declaration of a write's parameters that rules judge. */
interface RolesOption<Name extends string> {
  /**
   * The roles of the parameters: who gets something, how much money, where something ends up, and what is free text.
   * @example roles: { destination: ['/item_id'], text: ['/title'] }
   * @example roles: { amount: { at: ['/amount'], currency: 'EUR', unit: 'minor' } }
   */
  readonly roles?: Roles<Name>
}

/** Tells for a class which calls are of it. `W`: the write's parameters. */
type CallClasses<W> = { readonly [Class in ActionClass]?: (params: W) => boolean }

/** The declaration of classes that some calls of a write surely don't have. */
interface CallClassesOption<P extends Params> {
  /**
   * Tells for a class of `is` which calls are of it, where others surely aren't: a rule of `ask` lets those pass. Lists, `deny` and `allow` go by
   * `is` alone.
   * @example onlyIf: { shares: ({ title }) => title === 'Everybody' }
   */
  readonly onlyIf?: CallClasses<ParamsOf<P>>
}

/** The parameters that a paged action gets in addition. */
type Paged<P extends Params, G> = G extends Pages ? P & PageParams<G> : P

type AnyDefinition = Declared &
  Pick<
    Action,
    | 'description'
    | 'synonyms'
    | 'params'
    | 'result'
    | 'answers'
    | 'shape'
    | 'pages'
    | 'answer'
    | 'origin'
    | 'sunset'
    | 'confirm'
    | 'roles'
    | 'onlyIf'
    | 'auth'
    | 'before'
    | 'complete'
  > &
  ModelOptions

const define = (route: Route, effect: ActionEffect, definition: AnyDefinition): unknown => {
  const { description, synonyms, params, result, shape, pages, answer, origin, graphql, sunset, confirm, roles } =
    definition
  const { noise, leadsTo, base64, answers, auth, before, complete, onlyIf } = definition
  const parsed = parseRoute(route)
  const all = { ...params, ...(pages && pageParameters(pages, params, definition.rename)) }
  const action: Action = {
    route,
    description,
    effect,
    params: all,
    definition,
    ...(synonyms && { synonyms }),
    request: createPlacement(parsed, Object.keys(all), definition),
    ...(result && { result }),
    ...(answers && { answers }),
    ...(shape && { shape }),
    ...(graphql !== undefined && { failure: graphqlFailure, shape: shape ?? graphqlData }),
    ...(pages && { pages }),
    ...(answer && { answer }),
    ...(origin && { origin }),
    ...(sunset && { sunset }),
    ...(confirm && { confirm }),
    ...(roles && { roles }),
    ...(onlyIf && { onlyIf }),
    ...(noise && { noise }),
    ...(leadsTo && { leadsTo }),
    ...(base64 && { base64 }),
    ...(auth === false && { auth }),
    ...(before && { before }),
    ...(complete && { complete }),
  }
  return action
}

/**
 * Defines an action that changes nothing at the provider: retried on failure, and cached for its `ttl`. Throws TypeError for an
 * invalid route or duration.
 * @example
 * export const list_issues = read('GET /repos/{owner}/{repo}/issues', {
 *   description: 'List the issues of a repository',
 *   ttl: '60s',
 *   params: {
 *     owner: text(39, 'Owner of the repository'),
 *     repo: text(100, 'Name of the repository'),
 *     ...optional({ state: choice(['open', 'closed'], 'Only issues in this state') }),
 *   },
 *   pages: link({ items: '', size: { into: 'per_page', max: 100 } }),
 * })
 */
export const read = <
  const R extends Route,
  const P extends Params,
  const C extends object,
  const G extends Pages | undefined = undefined,
>(
  route: R,
  definition: Definition<R, P, C> & ReadOptions & PagesOption<G>,
): Action<Paged<P, G>, Read> =>
  define(route, readEffect(definition), definition as unknown as AnyDefinition) as Action<Paged<P, G>, Read>

/**
 * Defines an action that changes something at the provider: never cached, and repeated only where its options say that this is
 * harmless. Throws TypeError for an invalid route.
 * @example
 * export const create_comment = write('POST /issues/{issue_number}/comments', {
 *   description: 'Comment on an issue',
 *   params: { issue_number: integer('Number of the issue'), body: text(65_536, 'The comment, in Markdown') },
 *   additive: true,
 * })
 */
export const write = <
  const R extends Route,
  const P extends Params,
  const C extends object,
  Q extends Params = Record<never, never>,
>(
  route: R,
  definition: Definition<R, P, C> &
    WriteOptions &
    ConfirmOption<P, Q> &
    StepsOption<P> &
    CallClassesOption<P> &
    RolesOption<keyof NoInfer<P> & string> & { readonly pages?: never; readonly ttl?: never },
): Action<P, Write> =>
  define(route, writeEffect(definition), definition as unknown as AnyDefinition) as Action<P, Write>
