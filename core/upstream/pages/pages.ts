import { GatewayError } from '../../errors.ts'
import { isHeaderPlace, mostPages } from '../../provider/index.ts'
import { at, replaceAt } from '../../schema/index.ts'
import { garbled } from '../answer/upstream-error.ts'
import type { ProviderAnswer } from '../interpret-answer.ts'
import type { RequestPlan } from '../plan.ts'
import type { StoppedList } from '../stopped-list.ts'
import { findCursor, isCursor, isWithoutItems, isZero, lookInAnswer, readList } from './list-marks.ts'
import { findPageLink, nextLink } from './next-link.ts'
import {
  buildPageKey,
  firstPage,
  hasMembers,
  isGuess,
  isNumbered,
  type ListProgress,
  nextPage,
  type PagedPlan,
  readCount,
  readField,
  readStart,
} from './page-plan.ts'

/** Sends the request of one page. */
export type SendPage<How> = (plan: RequestPlan, how: How) => Promise<ProviderAnswer>

/** The statuses by which vendors refuse a page behind the last one. */
const behindTheLast: ReadonlySet<number> = new Set([400, 404, 410, 416, 422])
/** The statuses that can only mean this for a page whose number is one more than the previous page's. */
const notThere: ReadonlySet<number> = new Set([404, 410, 416])
/** The status that means nothing else, whatever the page. */
const outOfRange = 416

/** True if a refusal of the page after `progress` means that the list has ended there. */
const isBehindTheLast = (plan: PagedPlan, progress: ListProgress, status: number): boolean => {
  const { pages } = plan
  if (!isNumbered(pages)) return status === outOfRange
  if (readCount(pages, progress) !== undefined) return false
  return isGuess(plan, progress) || notThere.has(status)
}

/** A page after the first; otherwise the reason why the list ends before it, or `end`: there is none. Throws errors that aren't about the list. */
const laterPage = async <How>(
  plan: PagedPlan,
  progress: ListProgress,
  send: SendPage<How>,
  how: How,
): Promise<ProviderAnswer | string> => {
  try {
    return await send(plan, how)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { status, code } = error
    const guess = isGuess(plan, progress)
    if (status === 429 && (guess || plan.pages.kind === 'cursor')) return 'the vendor’s rate limit'
    if (code !== 'UPSTREAM_ERROR' || status === 401 || status === 403) throw error
    if (behindTheLast.has(status))
      return isBehindTheLast(plan, progress, status) ? 'end' : `the vendor refused the next page: ${error.message}`
    if (guess) return `the next page failed: ${error.message}`
    throw error
  }
}

/** The next cursor, page number or address of a list that isn't followed any more. */
const readNext = (plan: PagedPlan): StoppedList['next'] => {
  const { pages, pageUrl, redaction } = plan
  if (pages.kind === 'link') return pageUrl && redaction.plain(`${pageUrl.pathname}${pageUrl.search}`)
  const next = readField(plan, pages.into)
  return isCursor(next) ? next : undefined
}

const stopAt = (plan: PagedPlan | undefined, stopped: string): StoppedList => ({
  more: true,
  next: plan && readNext(plan),
  stopped,
})

/** The end of a list of which the vendor has more, though not where the gateway can ask for it; `undefined`: it has no more. */
const stopUnasked = (
  { pages, redaction }: PagedPlan,
  progress: ListProgress,
  position: number,
): StoppedList | undefined => {
  if (pages.kind === 'link') {
    const link = findPageLink(pages, progress.answer)
    if (link === undefined) return undefined
    const next = typeof link === 'string' ? redaction.plain(link) : undefined
    return { more: true, next, stopped: 'the next page’s link leads to another host or path' }
  }
  if (pages.kind === 'cursor')
    return findCursor(pages, lookInAnswer(progress.answer)) === undefined
      ? undefined
      : { more: true, stopped: 'the vendor’s cursor of the next page can’t be read' }
  const total = readCount(pages, progress)
  return total === undefined || position >= total
    ? undefined
    : { more: true, stopped: `a page was empty, though the vendor counts ${total}` }
}

/** The end of a list whose next cursor callers wouldn't see otherwise, as the vendor names it in a header. */
const stopBesideHeader = (plan: PagedPlan, progress: ListProgress): StoppedList | undefined => {
  const { pages } = plan
  if (pages.kind !== 'cursor' || !isHeaderPlace(pages.next ?? '')) return undefined
  const next = progress.all.length < (plan.limit ?? 1) ? undefined : nextPage(plan, progress)
  return next && stopAt(next, 'the caller’s limit was reached')
}

/** The read part of a list, in the unit of its total: pages or items. */
const countReadPart = (plan: PagedPlan, { number, all }: ListProgress): number => {
  const { pages } = plan
  if (!isNumbered(pages)) return 0
  if (pages.kind === 'offset') return readStart(plan, pages.into, 0) + all.length
  return readStart(plan, pages.into, pages.first) - pages.first + number
}

/** Throws UPSTREAM_ERROR for an answer that isn't the list which the action declares. */
const readItems = (plan: PagedPlan, { body }: ProviderAnswer): readonly unknown[] => {
  const items = at(body, plan.pages.items)
  const list = readList(items)
  if (list) return list
  if (items === undefined && plan.pages.omitsEmpty && hasMembers(body)) return []
  throw garbled(plan)
}

const isSameList = (items: readonly unknown[], others: readonly unknown[]): boolean =>
  items.length > 0 && items.length === others.length && JSON.stringify(items) === JSON.stringify(others)

/** The end of a list at a page whose items were sent before; `undefined`: the page is another one. */
const findRepeat = (
  next: PagedPlan,
  progress: ListProgress,
  items: readonly unknown[],
  first: ListProgress,
): Pick<ListProgress, 'stop'> | undefined => {
  const { pages } = next
  const beginsAnew = isSameList(items, first.items)
  if (pages.kind === 'cursor') return beginsAnew && isZero(readField(next, pages.into)) ? {} : undefined
  // The vendor doesn't know the parameter, stays at its last page, or has begun again.
  if (!isNumbered(pages) || !(beginsAnew || isSameList(items, progress.items))) return undefined
  return isGuess(next, progress) ? {} : { stop: stopAt(next, 'the vendor sent the same page again') }
}

/** Reads the pages after the first one, up to the last. `items` has the items of all pages. */
const followOn = async <How>(
  plan: PagedPlan,
  firstPlan: PagedPlan,
  first: ListProgress,
  send: SendPage<How>,
  how: How,
): Promise<ListProgress> => {
  const { limit = 1 } = plan
  const pageKeys = new Set([buildPageKey(firstPlan)])
  let key = ''
  let progress = first
  while (progress.all.length < limit && progress.number < mostPages) {
    const next = nextPage(plan, progress)
    if (next === undefined) return { ...progress, stop: stopUnasked(plan, progress, countReadPart(plan, progress)) }
    const nextKey = buildPageKey(next)
    // An empty page that leads to itself is behind the last one.
    if (nextKey === key && progress.items.length === 0) return progress
    // A vendor that names the same page again would be followed forever.
    if (pageKeys.has(nextKey)) return { ...progress, stop: stopAt(next, 'the vendor named the same page again') }
    pageKeys.add(nextKey)
    key = nextKey
    const answer = await laterPage(next, progress, send, how)
    if (answer === 'end') return progress
    if (typeof answer === 'string') return { ...progress, stop: stopAt(next, answer) }
    const items = isWithoutItems(answer.body, at(answer.body, plan.pages.items)) ? [] : readItems(plan, answer)
    const repeat = findRepeat(next, progress, items, first)
    if (repeat) return { ...progress, ...repeat }
    const all = [...progress.all, ...items]
    progress = { answer, items, all, number: progress.number + 1, bytes: progress.bytes + answer.bytes }
  }
  const next = progress.all.length < limit ? nextPage(plan, progress) : undefined
  return next ? { ...progress, stop: stopAt(next, `${mostPages} pages were fetched, the most of a call`) } : progress
}

/**
 * Fetches pages until the caller's limit is filled or there is no next page. Returns the last page with the items of all pages, so
 * that its cursor leads to the next page; a single page is returned unchanged. The bytes of all pages are bounded together.
 */
export const followPages = async <How>(plan: PagedPlan, send: SendPage<How>, how: How): Promise<ProviderAnswer> => {
  const { pages, limit } = plan
  const firstPlan = firstPage(plan)
  const page = await send(firstPlan, how)
  const items = readItems(plan, page)
  const first: ListProgress = { answer: page, items, all: items, number: 1, bytes: page.bytes }
  const isFilled = items.length >= (limit ?? 1)
  const progress = isFilled ? first : await followOn(plan, firstPlan, first, send, how)
  const { answer, all, number, stop = stopBesideHeader(plan, progress) } = progress

  // A cursor points behind the last item of its page: after a cut, the next page would skip items.
  const cuts = pages.kind !== 'cursor' && limit !== undefined && all.length > limit
  const next = pages.kind === 'link' && !cuts ? nextLink(plan, pages, answer)?.href : undefined
  if (number === 1 && !cuts) return next === undefined && !stop ? answer : { ...answer, next, stop }
  const body = replaceAt(answer.body, pages.items, cuts ? all.slice(0, limit) : all)
  return { ...answer, body, text: JSON.stringify(body), next, stop }
}
