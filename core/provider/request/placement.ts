import type { Pages, Pointer } from '../answer/pages.ts'
import { replaceAt } from '../answer/pointer.ts'
import { isJsonObject } from '../json-object.ts'
import type { Params } from '../parameters.ts'
import type { Path } from './path.ts'
import type { ActionRequest, Encoding, Fields, ProviderAccount, RequestHeaders, Style } from './request.ts'
import type { NamesIn, ParsedRoute, Route } from './route.ts'

/** The place of a parameter that the route doesn't name. */
export type RequestPart = 'query' | 'body' | 'header' | 'cookie'

/** The places of parameters, beside those in the route's braces. */
export interface Placement<R extends Route = Route, P extends Params = Params> {
  /**
   * The place of a parameter; left out: with GET, HEAD and DELETE the query, otherwise the body.
   * @example in: { title: 'header', tags: 'query' }
   */
  readonly in?: { readonly [Name in Exclude<keyof P & string, NamesIn<R>>]?: RequestPart }
  /**
   * The vendor's name of a parameter, where callers know it by another; a JSON pointer (RFC 6901) for a member that lies deeper in
   * the body or the query.
   * @example rename: { title: 'name', amount: '/price/cents' }
   */
  readonly rename?: { readonly [Name in Exclude<keyof P & string, NamesIn<R>>]?: string }
  /**
   * The member of the body that holds all its parameters.
   * @example wrap: 'ticket'
   */
  readonly wrap?: string
  /**
   * The encoding of the body; left out: the provider's `encoding`.
   * @example encoding: 'form'
   */
  readonly encoding?: Encoding
  /**
   * The styles of single members of the query or form.
   * @example styles: { tags: 'comma' }
   */
  readonly styles?: { readonly [Name in keyof P & string]?: Style }
  /**
   * A GraphQL document. The body is then `{query, variables}` with the parameters as variables, `data` is the answer's
   * `data`, and errors sent with status 200 are errors.
   * @example graphql: 'query ($id: ID!) { node(id: $id) { id } }'
   */
  readonly graphql?: string
}

/** The parts that `request` may return: each is laid over the declared one. */
export type RequestParts<R extends Route = Route> = {
  /**
   * Replaces the route's path.
   * @example path: path`/items/${'a/b'}`
   */
  readonly path?: Path
  /**
   * Members of the query. Nested ones become `a[b]=c`; `null` and `undefined` are left out.
   * @example query: { fields: 'id,title', archived: undefined }
   */
  readonly query?: Fields
  /**
   * Headers that the account's credential and the body don't decide.
   * @example headers: { 'If-None-Match': '*' }
   */
  readonly headers?: RequestHeaders
} & (R extends `${'GET' | 'HEAD'} ${string}`
  ? { readonly body?: never }
  : {
      /**
       * Members of the body, or the whole body if it is not an object; never with GET or HEAD.
       * @example body: { filter: { state: 'open' } }
       */
      readonly body?: unknown
    })

/** The place of one parameter. */
export interface Placed {
  readonly name: string
  readonly place: RequestPart
  /** The vendor's name. */
  readonly as: string
  /** The value that is sent if callers leave the parameter out. */
  readonly otherwise: unknown
}

type Values = Readonly<Record<string, unknown>>
type BodyMembers = Record<string, unknown>

/** A definition as it is at run time, where all its types are erased. */
export interface Declared extends Placement {
  readonly pages?: Pages
  request?(params: Values, account: ProviderAccount): RequestParts
}

/** The places of an action's parameters that its route doesn't name. */
export const placeParameters = (
  { method, names }: { readonly method: string; readonly names: readonly string[] },
  params: readonly string[],
  declared: Declared,
): Placed[] => {
  const usual: RequestPart = method === 'GET' || method === 'HEAD' || method === 'DELETE' ? 'query' : 'body'
  // The page loop makes the size of each page of it.
  const { pages } = declared
  const into = pages && 'into' in pages ? pages.into : undefined
  const toVendorName = (name: string): string => {
    if (name === 'limit' && pages?.size) return pages.size.into
    return declared.rename?.[name] ?? (into?.endsWith(`/${name}`) ? into : name)
  }
  const isPaging = (name: string, as: string): boolean => as === into || (name === 'limit' && pages?.size !== undefined)
  return params
    .filter((name) => !names.includes(name))
    .map((name) => ({ name, as: toVendorName(name) }))
    .map(({ name, as }) => ({
      name,
      place: declared.in?.[name] ?? (isPaging(name, as) ? pages?.in : undefined) ?? usual,
      as,
      otherwise: name === 'limit' ? pages?.size?.default : undefined,
    }))
}

const laidOver = (declared: unknown, own: unknown): unknown =>
  isJsonObject(declared) && isJsonObject(own) ? { ...declared, ...own } : own

/** A request with further parts laid over it, which are known only after its earlier ones were answered. */
export const completeRequest = (
  request: ActionRequest,
  { path, query, headers, body }: RequestParts,
): ActionRequest => ({
  ...request,
  ...(path && { path }),
  ...(query && { query: { ...request.query, ...query } }),
  ...(headers && { headers: { ...request.headers, ...headers } }),
  ...(body !== undefined && { body: laidOver(request.body, body) }),
})

/** The styles by the vendor's names, as the request has them. */
const toVendorStyles = (placed: readonly Placed[], styles: Declared['styles']): Record<string, Style> | undefined =>
  styles &&
  Object.fromEntries(
    placed.flatMap(({ name, as }) => {
      const style = styles[name]
      return style === undefined ? [] : [[as, style] as const]
    }),
  )

/** The values of a request by their places; `undefined`: nothing stands there. */
type PlacedValues = Record<RequestPart, BodyMembers | undefined>

const placeValue = (placed: PlacedValues, { name, place, as, otherwise }: Placed, values: Values): void => {
  const value = values[name] === undefined ? otherwise : values[name]
  const isText = place === 'header' || place === 'cookie'
  if (value === undefined || (isText && value === null)) return
  const written = isText ? String(value) : value
  let members = placed[place] ?? {}
  if (as.startsWith('/')) members = replaceAt(members, as as Pointer, written) as BodyMembers
  else members[as] = written
  placed[place] = members
}

/** The request of an action as a function of its parameters: those that are given, each in its place, in the declared order. */
export const createPlacement = (
  route: ParsedRoute,
  params: readonly string[],
  declared: Declared,
): ((params: Values, account: ProviderAccount) => ActionRequest) => {
  const placed = placeParameters(route, params, declared)
  const { method } = route
  const { encoding, graphql } = declared
  const within = graphql === undefined ? declared.wrap : 'variables'
  const [inBody, ...others] = placed.filter(({ place }) => place === 'body')
  const isWhole = encoding === 'bytes' || encoding === 'text'
  if (isWhole && (inBody === undefined || others.length > 0)) {
    throw new TypeError(`the encoding ${encoding} takes one parameter in the body: place the others with \`in\``)
  }
  const styles = toVendorStyles(placed, declared.styles)

  return (values, account) => {
    const placedValues: PlacedValues = {
      query: undefined,
      header: undefined,
      cookie: undefined,
      body: inBody ? {} : undefined,
    }
    for (const one of placed) placeValue(placedValues, one, values)
    const own = declared.request?.(values, account)
    const query = own?.query ? { ...placedValues.query, ...own.query } : placedValues.query
    const headers = own?.headers ? { ...placedValues.header, ...own.headers } : placedValues.header
    let body: unknown = isWhole && inBody ? values[inBody.name] : placedValues.body
    if (own && 'body' in own) body = laidOver(body, own.body)
    if (graphql !== undefined) body = { query: graphql, variables: body ?? {} }
    else if (within !== undefined && body !== undefined) body = { [within]: body }
    const path = own?.path ?? route.path(values, account.settings)
    return {
      method,
      path,
      query,
      headers,
      body,
      encoding,
      cookies: placedValues.cookie,
      styles,
      within,
    } as ActionRequest
  }
}
