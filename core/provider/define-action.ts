import type Type from 'typebox'
import type { Action, CallClasses, WriteStep } from './action.ts'
import { type Answer, graphqlData, graphqlFailure } from './answer/failure.ts'
import type { ModelOptions } from './answer/for-models.ts'
import { pageParameters } from './answer/page-parameters.ts'
import type { PageParams, Pages } from './answer/pages.ts'
import type { Confirm } from './confirm.ts'
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
import type { AnswerKind, ProviderAccount } from './request/request.ts'
import { type PathParams, parseRoute, type Route } from './request/route.ts'
import type { Roles } from './roles.ts'
import type { Sunset } from './sunset.ts'

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

/** The declaration of classes that some calls of a write surely don't have. */
interface CallClassesOption<P extends Params> {
  /**
   * Tells for a class of `is` which calls are of it, where others surely aren't: rules of `deny` and `ask` let those pass. `allow` goes by `is`
   * alone, and tools list the action to everybody who may make some call of it.
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
