import { GatewayError } from '../errors.ts'
import { type ActionRequest, type Fields, mostPages, type Pages, type Pointer } from '../provider/index.ts'
import { at, pointerToken, replaceAt } from '../schema/index.ts'
import { garbled } from './answer/upstream-error.ts'
import type { ProviderAnswer } from './interpret-answer.ts'
import { isCursor, isEndMark, isWithoutItems, saysMore } from './list-marks.ts'
import { findPageLink, nextLink } from './next-link.ts'
import type { RequestPlan } from './plan.ts'
import type { StoppedList } from './stopped-list.ts'

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

type CursorPages = Extract<Pages, { kind: 'cursor' }>

/** The cursor in the link to the next page that some vendors write in its place (mvanhorn/cli-printing-press#2569). */
const readCursorOfLink = (found: unknown, into: string): unknown =>
  typeof found === 'string' && /^(?:https?:\/\/|\/|\?)/i.test(found)
    ? (URL.parse(found, 'https://link.invalid')?.searchParams.get(into) ?? found)
    : found

/** The value in the place of the cursor if the vendor has more; `undefined`: it has no more. */
const findCursor = ({ lastItem, next = '', more, into }: CursorPages, { answer, items }: Seen): unknown => {
  if (more !== undefined && !saysMore(at(answer.body, more))) return undefined
  if (lastItem !== undefined) return at(items.at(-1), lastItem) ?? {}
  const found = at(answer.body, next)
  return isEndMark(found) ? undefined : readCursorOfLink(found, into)
}

const readStart = (plan: PagedPlan, into: string, first: number): number => {
  const given = Number(readField(plan, into) ?? first)
  return Number.isInteger(given) ? given : first
}

/** The number of pages or items; `undefined`: the answer doesn't say (`null`, 0 beside items, -1). */
const readTotal = ({ total }: NumberedPages, { answer }: Seen): number | undefined => {
  const found = total === undefined ? undefined : at(answer.body, total)
  const count = typeof found === 'number' || (typeof found === 'string' && /^\d+$/.test(found)) ? Number(found) : 0
  return count > 0 && Number.isInteger(count) ? count : undefined
}

/** The plan of the page after `seen`, derived from the first page's; `undefined`: there is none. */
const nextPage = (plan: PagedPlan, seen: Seen): PagedPlan | undefined => {
  const { pages } = plan
  const maxBytes = plan.maxBytes - seen.bytes
  if (pages.kind === 'cursor') {
    const next = findCursor(pages, seen)
    return isCursor(next) ? sized(withField({ ...plan, maxBytes }, pages.into, next), seen.all.length) : undefined
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
  if (!isNumbered(pages)) return false
  const full = pages.size && limit !== undefined ? Math.min(limit, pages.size.max) : 1
  return seen.items.length < full && readTotal(pages, seen) === undefined
}

/** The statuses by which vendors refuse a page behind the last one. */
const behindTheLast: ReadonlySet<number> = new Set([400, 404, 410, 416, 422])
/** The statuses that can only mean this for a page whose number is one more than the previous page's. */
const notThere: ReadonlySet<number> = new Set([404, 410, 416])

const isNumbered = (pages: Pages): pages is NumberedPages => pages.kind === 'page' || pages.kind === 'offset'

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
    const isUncounted = isNumbered(plan.pages) && readTotal(plan.pages, seen) === undefined
    if (isUncounted && notThere.has(error.status) && error.code === 'UPSTREAM_ERROR') return 'end'
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

/** The end of a list of which the vendor has more, though not where the gateway can ask for it; `undefined`: it has no more. */
const stopUnasked = ({ pages, redaction }: PagedPlan, seen: Seen, asked: number): StoppedList | undefined => {
  if (pages.kind === 'link') {
    const link = findPageLink(pages, seen.answer)
    if (link === undefined) return undefined
    const next = typeof link === 'string' ? redaction.plain(link) : undefined
    return { more: true, next, stopped: 'the next page’s link leads to another host or path' }
  }
  if (pages.kind === 'cursor')
    return findCursor(pages, seen) === undefined
      ? undefined
      : { more: true, stopped: 'the vendor’s cursor of the next page can’t be read' }
  const total = readTotal(pages, seen)
  return total === undefined || asked >= total
    ? undefined
    : { more: true, stopped: `a page was empty, though the vendor counts ${total}` }
}

/** The read part of a list, in the unit of its total: pages or items. */
const countAsked = (plan: PagedPlan, { number, all }: Seen): number => {
  const { pages } = plan
  if (!isNumbered(pages)) return 0
  if (pages.kind === 'offset') return readStart(plan, pages.into, 0) + all.length
  return readStart(plan, pages.into, pages.first) - pages.first + number
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
    if (next === undefined) return { ...seen, stop: stopUnasked(plan, seen, countAsked(plan, seen)) }
    // A vendor that names the same page again would be followed forever.
    if (asked.has(buildPageKey(next))) return { ...seen, stop: stopAt(next, 'the vendor named the same page again') }
    asked.add(buildPageKey(next))
    const answer = await laterPage(next, seen, send, how)
    if (answer === 'end') return seen
    if (typeof answer === 'string') return { ...seen, stop: stopAt(next, answer) }
    const items = isWithoutItems(answer.body, at(answer.body, plan.pages.items)) ? [] : readItems(plan, answer)
    // The vendor doesn't know the parameter, and has answered the whole list again.
    if (isNumbered(plan.pages) && items.length > 0 && JSON.stringify(items) === JSON.stringify(seen.items))
      return isGuess(plan, seen) ? seen : { ...seen, stop: stopAt(next, 'the vendor sent the same page again') }
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
