import { GatewayError } from '../errors.ts'
import { type ActionRequest, type Fields, mostPages, type Pages, type Pointer } from '../provider/index.ts'
import { at, pointerToken, replaceAt } from '../schema/index.ts'
import type { ProviderAnswer } from './send.ts'

/** The target has no `<` (RFC 3986 allows none): otherwise a header of many `<` would take quadratic time. */
const linkValue = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g
const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s*(?:;|$)))/i

/** The target of a `Link` header's link to the next page (RFC 8288, section 3), as it is written there. */
export const nextLinkOf = (headers: Headers): string | undefined => {
  for (const [, target, parameters = ''] of (headers.get('link') ?? '').matchAll(linkValue)) {
    if (isNext.test(parameters)) return target
  }
  return undefined
}

export interface PageLoop {
  readonly pages: Pages
  /** The call as the action made it. */
  readonly call: ActionRequest
  /** How many items the caller wants; `undefined`: one page. */
  readonly limit: number | undefined
  /** A link that leaves it is not followed. */
  readonly origin: string
  /** Sends a page's call, or a GET of the next page's URL. Bounds the bytes over all pages. */
  send(next: ActionRequest | URL): Promise<ProviderAnswer>
  /** Throws UPSTREAM_ERROR: the answer isn't the list that the action declares. */
  garbled(): never
}

const pointerOf = (name: string): Pointer => (name.startsWith('/') ? (name as Pointer) : `/${pointerToken(name)}`)

/** Where a member of the body is: inside the member that wraps all others, if there is one. */
const inBody = ({ within }: ActionRequest, name: string): Pointer =>
  within === undefined ? pointerOf(name) : `/${pointerToken(within)}${pointerOf(name)}`

const isMembers = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The size and the cursor go into the body where there is one, unless the vendor wants them in the query. */
const isInBody = ({ pages, call }: PageLoop): boolean => pages.in !== 'query' && isMembers(call.body)

const withField = (loop: PageLoop, call: ActionRequest, name: string, value: string | number): ActionRequest =>
  isInBody(loop)
    ? { ...call, body: replaceAt(call.body, inBody(call, name), value) }
    : { ...call, query: replaceAt(call.query, pointerOf(name), value) as Fields }

const fieldOf = (loop: PageLoop, name: string): unknown =>
  isInBody(loop) ? at(loop.call.body, inBody(loop.call, name)) : at(loop.call.query, pointerOf(name))

/** With numbered pages the size must stay the same, or a page would begin elsewhere. */
const sized = (loop: PageLoop, call: ActionRequest, seen: number): ActionRequest => {
  const { pages, limit } = loop
  if (!pages.size || limit === undefined) return call
  const wanted = pages.kind === 'page' ? limit : limit - seen
  return withField(loop, call, pages.size.into, Math.min(wanted, pages.size.max))
}

const isCursor = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

interface Seen {
  readonly answer: ProviderAnswer
  /** Of this page, and of all so far. */
  readonly items: readonly unknown[]
  readonly all: readonly unknown[]
  /** Pages so far. */
  readonly number: number
}

const nextCursor = (
  pages: Extract<Pages, { kind: 'cursor' }>,
  { answer, items }: Seen,
): string | number | undefined => {
  const found = pages.lastItem === undefined ? at(answer.body, pages.next ?? '') : at(items.at(-1), pages.lastItem)
  const more = pages.more === undefined || at(answer.body, pages.more) === true
  return more && isCursor(found) ? found : undefined
}

const startOf = (loop: PageLoop, into: string, first: number): number => {
  const given = Number(fieldOf(loop, into) ?? first)
  return Number.isInteger(given) ? given : first
}

const nextLink = (
  { origin, call }: PageLoop,
  pages: Extract<Pages, { kind: 'link' }>,
  { headers, body }: ProviderAnswer,
): URL | undefined => {
  const found = pages.next === undefined ? nextLinkOf(headers) : at(body, pages.next)
  const target = typeof found === 'string' && found !== '' ? found : undefined
  const url = target === undefined ? null : URL.parse(target, `${origin}${call.path}`)
  const within = new URL(origin)
  return url?.origin === within.origin && url.pathname.startsWith(within.pathname) ? url : undefined
}

/** The call or URL of the page after `seen`; `undefined` when there is none. */
const nextPage = (loop: PageLoop, seen: Seen): ActionRequest | URL | undefined => {
  const { pages, call, limit } = loop
  if (pages.kind === 'cursor') {
    const next = nextCursor(pages, seen)
    return next === undefined ? undefined : sized(loop, withField(loop, call, pages.into, next), seen.all.length)
  }
  if (pages.kind === 'link') return nextLink(loop, pages, seen.answer)

  const total = pages.total === undefined ? undefined : Number(at(seen.answer.body, pages.total))
  const full = pages.size && limit !== undefined ? Math.min(limit, pages.size.max) : 1
  if (seen.items.length < (total === undefined ? full : 1)) return undefined
  if (pages.kind === 'page') {
    const number = startOf(loop, pages.into, pages.first) + seen.number
    if (total !== undefined && number > total + pages.first - 1) return undefined
    return sized(loop, withField(loop, call, pages.into, number), seen.all.length)
  }
  const begin = startOf(loop, pages.into, 0) + seen.all.length
  return total !== undefined && begin >= total
    ? undefined
    : sized(loop, withField(loop, call, pages.into, begin), seen.all.length)
}

const keyOf = (next: ActionRequest | URL): string =>
  next instanceof URL ? next.href : JSON.stringify([next.query, next.body])

/** A page after the first; `undefined` if the provider's rate limit refuses it, and the last page's cursor shows where to go on. */
const laterPage = async (loop: PageLoop, next: ActionRequest | URL): Promise<ProviderAnswer | undefined> => {
  try {
    return await loop.send(next)
  } catch (error) {
    if (loop.pages.kind === 'cursor' && error instanceof GatewayError && error.status === 429) return undefined
    throw error
  }
}

const itemsOf = (loop: PageLoop, { body }: ProviderAnswer): readonly unknown[] => {
  const items = at(body, loop.pages.items)
  if (Array.isArray(items)) return items
  return items === undefined && loop.pages.omitsEmpty && isMembers(body) ? [] : loop.garbled()
}

/** The pages after the first one, up to the last; `items` are those of all. */
const followOn = async (loop: PageLoop, sent: ActionRequest, first: Seen): Promise<Seen> => {
  const { limit = 1 } = loop
  const asked = new Set([keyOf(sent)])
  let seen = first
  while (seen.all.length < limit && seen.number < mostPages) {
    const next = nextPage(loop, seen)
    // A vendor that names the same page again would be followed forever.
    if (next === undefined || asked.has(keyOf(next))) break
    asked.add(keyOf(next))
    const answer = await laterPage(loop, next)
    if (!answer) break
    const items = itemsOf(loop, answer)
    seen = { answer, items, all: [...seen.all, ...items], number: seen.number + 1 }
  }
  return seen
}

/**
 * Fetches pages until the caller's limit is filled or there is no next one. Answers the last page with the items of
 * all, so that its cursor goes on from there; a single page is answered as it came.
 */
export const followPages = async (loop: PageLoop): Promise<ProviderAnswer> => {
  const { pages, limit } = loop
  const sendsFirst = pages.kind === 'page' && pages.sendsFirst
  const call = sendsFirst ? withField(loop, loop.call, pages.into, startOf(loop, pages.into, pages.first)) : loop.call
  const sent = sized(loop, call, 0)
  const page = await loop.send(sent)
  const items = itemsOf(loop, page)
  const first = { answer: page, items, all: items, number: 1 }
  const { answer, all, number } = items.length >= (limit ?? 1) ? first : await followOn(loop, sent, first)

  // A cursor points behind its page's last item: cutting there would lose what lies between.
  const cuts = pages.kind !== 'cursor' && limit !== undefined && all.length > limit
  if (number === 1 && !cuts) return answer
  const body = replaceAt(answer.body, pages.items, cuts ? all.slice(0, limit) : all)
  return { ...answer, body, text: JSON.stringify(body) }
}
