import { GatewayError } from '../errors.ts'
import { type ActionRequest, type Fields, mostPages, type Pages, type Pointer } from '../provider/index.ts'
import { at, pointerToken, replaceAt } from '../schema/index.ts'
import { garbled } from './answer/upstream-error.ts'
import type { ProviderAnswer } from './interpret-answer.ts'
import type { RequestPlan } from './plan.ts'
import type { StoppedList } from './stopped-list.ts'

/** One link of a `Link` header. Its target has no `<` (RFC 3986 allows none): otherwise a header of many `<` would take quadratic time. */
const linkValue = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)/g
const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|'next'(?=\s*(?:;|$))|next(?=\s*(?:;|$)))/i

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

type NumberedPages = Extract<Pages, { kind: 'page' | 'offset' }>

/** Sends the request of one page. */
export type SendPage<How> = (plan: RequestPlan, how: How) => Promise<ProviderAnswer>

const toPointer = (name: string): Pointer => (name.startsWith('/') ? (name as Pointer) : `/${pointerToken(name)}`)

/** The pointer to a member of the body: inside the member that wraps all others, if there is one. */
const inBody = ({ within }: ActionRequest, name: string): Pointer =>
  within === undefined ? toPointer(name) : `/${pointerToken(within)}${toPointer(name)}`

const isMembers = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** True if the size and the cursor go into the body: there is one, and the vendor doesn't want them in the query. */
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

/** The plan with the page size. For numbered pages the size must stay the same, or a page would begin elsewhere. */
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
  /** The items of this page and of all before. */
  readonly items: readonly unknown[]
  readonly all: readonly unknown[]
  /** The number of pages so far, and their bytes. */
  readonly number: number
  readonly bytes: number
  /** Set once the list ends early. */
  readonly stop?: StoppedList | undefined
}

/** Vendors write booleans as texts and numbers, too. */
const isYes = (value: unknown): boolean => value === true || value === 1 || /^(?:true|yes|1)$/i.test(String(value))

const nextCursor = (
  pages: Extract<Pages, { kind: 'cursor' }>,
  { answer, items }: Seen,
): string | number | bigint | undefined => {
  const found = pages.lastItem === undefined ? at(answer.body, pages.next ?? '') : at(items.at(-1), pages.lastItem)
  const more = pages.more === undefined || isYes(at(answer.body, pages.more))
  return more && isCursor(found) ? found : undefined
}

const readStart = (plan: PagedPlan, into: string, first: number): number => {
  const given = Number(readField(plan, into) ?? first)
  return Number.isInteger(given) ? given : first
}

/** The text of the link to the next page, as the vendor writes it. */
const readLinkText = (
  pages: Extract<Pages, { kind: 'link' }>,
  { headers, body }: ProviderAnswer,
): string | undefined => {
  const found = pages.next === undefined ? readNextLink(headers) : at(body, pages.next)
  return typeof found === 'string' && found !== '' ? found : undefined
}

const isWithin = (url: URL, origin: URL): boolean =>
  url.origin === origin.origin && url.pathname.startsWith(origin.pathname)

/**
 * The address of the next page at the account's own origin; `undefined`: the link leads elsewhere. Only the path and query are used of a link
 * to the vendor's public name, if calls go to another, and of a link to the list's own path by another name or by http. The credential
 * never goes to the link's own host.
 */
const nextLink = (
  { origin, publicOrigin, request }: PagedPlan,
  pages: Extract<Pages, { kind: 'link' }>,
  answer: ProviderAnswer,
): URL | undefined => {
  const target = readLinkText(pages, answer)
  const own = new URL(`${origin}${request.path}`)
  const url = target === undefined ? null : URL.parse(target, own.href)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const within = new URL(origin)
  if (isWithin(url, within)) return url
  const known = publicOrigin === undefined ? undefined : new URL(publicOrigin)
  if (known && isWithin(url, known)) {
    const path = url.pathname.slice(known.pathname.replace(/\/$/, '').length)
    return new URL(`${origin}${path}${url.search}`)
  }
  if (!url.pathname.endsWith(request.path) || own.origin === url.origin) return undefined
  own.search = url.search
  return own
}

/** The number of pages or items; `undefined`: the answer doesn't say (`null`, 0 beside items, -1). */
const readTotal = ({ total }: NumberedPages, { answer }: Seen): number | undefined => {
  const found = total === undefined ? undefined : at(answer.body, total)
  const count = typeof found === 'number' || (typeof found === 'string' && /^\d+$/.test(found)) ? Number(found) : 0
  return count > 0 ? count : undefined
}

/** The plan of the page after `seen`, derived from the first page's; `undefined`: there is none. */
const nextPage = (plan: PagedPlan, seen: Seen): PagedPlan | undefined => {
  const { pages } = plan
  const maxBytes = plan.maxBytes - seen.bytes
  if (pages.kind === 'cursor') {
    const next = nextCursor(pages, seen)
    return next === undefined ? undefined : sized(withField({ ...plan, maxBytes }, pages.into, next), seen.all.length)
  }
  if (pages.kind === 'link') {
    const pageUrl = nextLink(plan, pages, seen.answer)
    return pageUrl && { ...plan, pageUrl, maxBytes }
  }

  // A vendor may remove items that this user may not see after cutting the pages, or have smaller pages than it says.
  if (seen.items.length === 0) return undefined
  const total = readTotal(pages, seen)
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

/** True if the page after `seen` may not exist: pages are numbered, the last one wasn't full, and the vendor reports no total. */
const isGuess = ({ pages, limit }: PagedPlan, seen: Seen): boolean => {
  if (pages.kind !== 'page' && pages.kind !== 'offset') return false
  const full = pages.size && limit !== undefined ? Math.min(limit, pages.size.max) : 1
  return seen.items.length < full && readTotal(pages, seen) === undefined
}

/** The statuses by which vendors refuse a page behind the last one. */
const behindTheLast: ReadonlySet<number> = new Set([400, 404, 410, 416, 422])

/** A page after the first; otherwise the reason why the list ends before it, or `end`: there is none. Throws errors that aren't about the list. */
const laterPage = async <How>(
  plan: PagedPlan,
  seen: Seen,
  send: SendPage<How>,
  how: How,
): Promise<ProviderAnswer | string> => {
  try {
    return await send(plan, how)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const guess = isGuess(plan, seen)
    if (error.status === 429 && (guess || plan.pages.kind === 'cursor')) return 'the vendor’s rate limit'
    if (!guess || error.code !== 'UPSTREAM_ERROR' || error.status === 401 || error.status === 403) throw error
    return behindTheLast.has(error.status) ? 'end' : `the next page failed: ${error.message}`
  }
}

/** The next cursor, page number or address of a list that isn't followed any more. */
const readNext = ({ pages, request, pageUrl, redaction }: PagedPlan): StoppedList['next'] => {
  if (pages.kind === 'link') return pageUrl && redaction.plain(`${pageUrl.pathname}${pageUrl.search}`)
  const place = pages.in !== 'query' && isMembers(request.body) ? request.body : request.query
  const name = pages.in !== 'query' && isMembers(request.body) ? inBody(request, pages.into) : toPointer(pages.into)
  const next = at(place, name)
  return isCursor(next) ? next : undefined
}

const stopAt = (plan: PagedPlan | undefined, stopped: string): StoppedList => ({
  more: true,
  next: plan && readNext(plan),
  stopped,
})

/** A link that isn't followed, because it leads to another host or path. */
const stopAtLink = ({ pages, redaction }: PagedPlan, { answer }: Seen): StoppedList | undefined => {
  const link = pages.kind === 'link' ? readLinkText(pages, answer) : undefined
  const url = link === undefined ? null : URL.parse(link, 'https://vendor.invalid')
  return link === undefined || !url || !/^https?:$/.test(url.protocol)
    ? undefined
    : { more: true, next: redaction.plain(link), stopped: 'the next page’s link leads to another host or path' }
}

/** Throws UPSTREAM_ERROR for an answer that isn't the list which the action declares. */
const readItems = (plan: PagedPlan, { body }: ProviderAnswer): readonly unknown[] => {
  const items = at(body, plan.pages.items)
  if (Array.isArray(items)) return items
  if (items === undefined && plan.pages.omitsEmpty && isMembers(body)) return []
  throw garbled(plan)
}

/** Reads the pages after the first one, up to the last. `items` has the items of all pages. */
const followOn = async <How>(
  plan: PagedPlan,
  sent: PagedPlan,
  first: Seen,
  send: SendPage<How>,
  how: How,
): Promise<Seen> => {
  const { limit = 1 } = plan
  const asked = new Set([buildPageKey(sent)])
  let seen = first
  while (seen.all.length < limit && seen.number < mostPages) {
    const next = nextPage(plan, seen)
    if (next === undefined) return { ...seen, stop: stopAtLink(plan, seen) }
    // A vendor that names the same page again would be followed forever.
    if (asked.has(buildPageKey(next))) return { ...seen, stop: stopAt(next, 'the vendor named the same page again') }
    asked.add(buildPageKey(next))
    const answer = await laterPage(next, seen, send, how)
    if (answer === 'end') return seen
    if (typeof answer === 'string') return { ...seen, stop: stopAt(next, answer) }
    const items = readItems(plan, answer)
    // The vendor doesn't know the parameter, and has answered the whole list again.
    if (isGuess(plan, seen) && JSON.stringify(items) === JSON.stringify(seen.items)) return seen
    const all = [...seen.all, ...items]
    seen = { answer, items, all, number: seen.number + 1, bytes: seen.bytes + answer.bytes }
  }
  const next = seen.all.length < limit ? nextPage(plan, seen) : undefined
  return next ? { ...seen, stop: stopAt(next, `${mostPages} pages were fetched, the most of a call`) } : seen
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
export const followPages = async <How>(plan: PagedPlan, send: SendPage<How>, how: How): Promise<ProviderAnswer> => {
  const { pages, limit } = plan
  const sent = firstPage(plan)
  const page = await send(sent, how)
  const items = readItems(plan, page)
  const first: Seen = { answer: page, items, all: items, number: 1, bytes: page.bytes }
  const isFilled = items.length >= (limit ?? 1)
  const { answer, all, number, stop } = isFilled ? first : await followOn(plan, sent, first, send, how)

  // A cursor points behind the last item of its page: after a cut, the next page would skip items.
  const cuts = pages.kind !== 'cursor' && limit !== undefined && all.length > limit
  const next = pages.kind === 'link' && !cuts ? nextLink(plan, pages, answer)?.href : undefined
  if (number === 1 && !cuts) return next === undefined && !stop ? answer : { ...answer, next, stop }
  const body = replaceAt(answer.body, pages.items, cuts ? all.slice(0, limit) : all)
  return { ...answer, body, text: JSON.stringify(body), next, stop }
}
