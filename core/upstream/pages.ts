import { GatewayError } from '../errors.ts'
import { type ActionRequest, type Fields, mostPages, type Pages, type Pointer } from '../provider/index.ts'
import { at, pointerToken, replaceAt } from '../schema/index.ts'
import { garbled } from './answer/upstream-error.ts'
import type { ProviderAnswer } from './interpret-answer.ts'
import type { RequestPlan } from './plan.ts'

/** The target has no `<` (RFC 3986 allows none): otherwise a header of many `<` would take quadratic time. */
const linkValue = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g
const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s*(?:;|$)))/i

/** The target of a `Link` header's link to the next page (RFC 8288, section 3), as it is written there. */
export const readNextLink = (headers: Headers): string | undefined => {
  for (const [, target, parameters = ''] of (headers.get('link') ?? '').matchAll(linkValue)) {
    if (isNext.test(parameters)) return target
  }
  return undefined
}

/** The plan of an action with pages. */
export type PagedPlan = RequestPlan & { readonly pages: Pages }

export const hasPages = (plan: RequestPlan): plan is PagedPlan => plan.pages !== undefined

/** Sends the request of one page. */
export type SendPage = (plan: RequestPlan) => Promise<ProviderAnswer>

const toPointer = (name: string): Pointer => (name.startsWith('/') ? (name as Pointer) : `/${pointerToken(name)}`)

/** Where a member of the body is: inside the member that wraps all others, if there is one. */
const inBody = ({ within }: ActionRequest, name: string): Pointer =>
  within === undefined ? toPointer(name) : `/${pointerToken(within)}${toPointer(name)}`

const isMembers = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The size and the cursor go into the body where there is one, unless the vendor wants them in the query. */
const isInBody = ({ pages, request }: PagedPlan): boolean => pages.in !== 'query' && isMembers(request.body)

const withField = (plan: PagedPlan, name: string, value: string | number | bigint): PagedPlan => {
  const { request } = plan
  const fields = isInBody(plan)
    ? { body: replaceAt(request.body, inBody(request, name), value) }
    : { query: replaceAt(request.query, toPointer(name), value) as Fields }
  return { ...plan, request: { ...request, ...fields } }
}

const readField = (plan: PagedPlan, name: string): unknown =>
  isInBody(plan) ? at(plan.request.body, inBody(plan.request, name)) : at(plan.request.query, toPointer(name))

/** With numbered pages the size must stay the same, or a page would begin elsewhere. */
const sized = (plan: PagedPlan, seen: number): PagedPlan => {
  const { pages, limit } = plan
  if (!pages.size || limit === undefined) return plan
  const wanted = pages.kind === 'page' ? limit : limit - seen
  return withField(plan, pages.size.into, Math.min(wanted, pages.size.max))
}

const isCursor = (value: unknown): value is string | number | bigint =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'bigint'

interface Seen {
  readonly answer: ProviderAnswer
  /** Of this page, and of all so far. */
  readonly items: readonly unknown[]
  readonly all: readonly unknown[]
  /** Pages so far, and their bytes. */
  readonly number: number
  readonly bytes: number
}

const nextCursor = (
  pages: Extract<Pages, { kind: 'cursor' }>,
  { answer, items }: Seen,
): string | number | bigint | undefined => {
  const found = pages.lastItem === undefined ? at(answer.body, pages.next ?? '') : at(items.at(-1), pages.lastItem)
  const more = pages.more === undefined || at(answer.body, pages.more) === true
  return more && isCursor(found) ? found : undefined
}

const readStart = (plan: PagedPlan, into: string, first: number): number => {
  const given = Number(readField(plan, into) ?? first)
  return Number.isInteger(given) ? given : first
}

const nextLink = (
  { origin, request }: PagedPlan,
  pages: Extract<Pages, { kind: 'link' }>,
  { headers, body }: ProviderAnswer,
): URL | undefined => {
  const found = pages.next === undefined ? readNextLink(headers) : at(body, pages.next)
  const target = typeof found === 'string' && found !== '' ? found : undefined
  const url = target === undefined ? null : URL.parse(target, `${origin}${request.path}`)
  const within = new URL(origin)
  return url?.origin === within.origin && url.pathname.startsWith(within.pathname) ? url : undefined
}

/** The plan of the page after `seen`, made of the first page's; `undefined` when there is none. */
const nextPage = (plan: PagedPlan, seen: Seen): PagedPlan | undefined => {
  const { pages, limit } = plan
  const maxBytes = plan.maxBytes - seen.bytes
  if (pages.kind === 'cursor') {
    const next = nextCursor(pages, seen)
    return next === undefined ? undefined : sized(withField({ ...plan, maxBytes }, pages.into, next), seen.all.length)
  }
  if (pages.kind === 'link') {
    const pageUrl = nextLink(plan, pages, seen.answer)
    return pageUrl && { ...plan, pageUrl, maxBytes }
  }

  const total = pages.total === undefined ? undefined : Number(at(seen.answer.body, pages.total))
  const full = pages.size && limit !== undefined ? Math.min(limit, pages.size.max) : 1
  if (seen.items.length < (total === undefined ? full : 1)) return undefined
  if (pages.kind === 'page') {
    const number = readStart(plan, pages.into, pages.first) + seen.number
    if (total !== undefined && number > total + pages.first - 1) return undefined
    return sized(withField({ ...plan, maxBytes }, pages.into, number), seen.all.length)
  }
  const begin = readStart(plan, pages.into, 0) + seen.all.length
  return total !== undefined && begin >= total
    ? undefined
    : sized(withField({ ...plan, maxBytes }, pages.into, begin), seen.all.length)
}

const buildPageKey = ({ pageUrl, request }: PagedPlan): string =>
  pageUrl?.href ?? JSON.stringify([request.query, request.body])

/** A page after the first; `undefined` if the provider's rate limit refuses it and the last page has a cursor for the next one. */
const laterPage = async (plan: PagedPlan, send: SendPage): Promise<ProviderAnswer | undefined> => {
  try {
    return await send(plan)
  } catch (error) {
    if (plan.pages.kind === 'cursor' && error instanceof GatewayError && error.status === 429) return undefined
    throw error
  }
}

/** Throws UPSTREAM_ERROR for an answer that isn't the list which the action declares. */
const readItems = (plan: PagedPlan, { body }: ProviderAnswer): readonly unknown[] => {
  const items = at(body, plan.pages.items)
  if (Array.isArray(items)) return items
  if (items === undefined && plan.pages.omitsEmpty && isMembers(body)) return []
  throw garbled(plan)
}

/** The pages after the first one, up to the last; `items` are those of all. */
const followOn = async (plan: PagedPlan, sent: PagedPlan, first: Seen, send: SendPage): Promise<Seen> => {
  const { limit = 1 } = plan
  const asked = new Set([buildPageKey(sent)])
  let seen = first
  while (seen.all.length < limit && seen.number < mostPages) {
    const next = nextPage(plan, seen)
    // A vendor that names the same page again would be followed forever.
    if (next === undefined || asked.has(buildPageKey(next))) break
    asked.add(buildPageKey(next))
    const answer = await laterPage(next, send)
    if (!answer) break
    const items = readItems(plan, answer)
    const all = [...seen.all, ...items]
    seen = { answer, items, all, number: seen.number + 1, bytes: seen.bytes + answer.bytes }
  }
  return seen
}

/** The plan of the first page. */
export const firstPage = (plan: PagedPlan): PagedPlan => {
  const { pages } = plan
  const sendsFirst = pages.kind === 'page' && pages.sendsFirst
  return sized(sendsFirst ? withField(plan, pages.into, readStart(plan, pages.into, pages.first)) : plan, 0)
}

/**
 * Fetches pages until the caller's limit is filled or there is no next page. Returns the last page with the items of all pages, so
 * that its cursor leads to the next page; a single page is returned unchanged. The bytes of all pages are bounded together.
 */
export const followPages = async (plan: PagedPlan, send: SendPage): Promise<ProviderAnswer> => {
  const { pages, limit } = plan
  const sent = firstPage(plan)
  const page = await send(sent)
  const items = readItems(plan, page)
  const first = { answer: page, items, all: items, number: 1, bytes: page.bytes }
  const { answer, all, number } = items.length >= (limit ?? 1) ? first : await followOn(plan, sent, first, send)

  // A cursor points behind the last item of its page: after a cut, the next page would skip items.
  const cuts = pages.kind !== 'cursor' && limit !== undefined && all.length > limit
  const next = pages.kind === 'link' && !cuts ? nextLink(plan, pages, answer)?.href : undefined
  if (number === 1 && !cuts) return next === undefined ? answer : { ...answer, next }
  const body = replaceAt(answer.body, pages.items, cuts ? all.slice(0, limit) : all)
  return { ...answer, body, text: JSON.stringify(body), next }
}
