/* The plans of a list's pages: how the request of one page follows from the answer to the one before. */
import type { ActionRequest, Fields, Pages, Pointer } from '../../provider/index.ts'
import { at, pointerToken, replaceAt } from '../../schema/index.ts'
import type { ProviderAnswer } from '../interpret-answer.ts'
import type { RequestPlan } from '../plan.ts'
import type { CursorValue, StoppedList } from '../stopped-list.ts'
import { findCursor, isCursor, isNestedCursor, lookInAnswer, readTotal } from './list-marks.ts'
import { nextLink } from './next-link.ts'

/** The plan of an action with pages. */
export type PagedPlan = RequestPlan & { readonly pages: Pages }

export const hasPages = (plan: RequestPlan): plan is PagedPlan => plan.pages !== undefined

type NumberedPages = Extract<Pages, { kind: 'page' | 'offset' }>

const toPointer = (name: string): Pointer => (name.startsWith('/') ? (name as Pointer) : `/${pointerToken(name)}`)

/** The pointer to a member of the body: inside the member that wraps all others, if there is one. */
const inBody = ({ within }: ActionRequest, name: string): Pointer =>
  within === undefined ? toPointer(name) : `/${pointerToken(within)}${toPointer(name)}`

export const hasMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** True if the size and the cursor go into the body: there is one, and the vendor doesn't want them in the query. */
const isInBody = ({ pages, request }: PagedPlan): boolean => pages.in !== 'query' && hasMembers(request.body)

/** A query holds a number that is kept as its digits only as a text. */
const asField = (value: CursorValue): CursorValue => (JSON.isRawJSON(value) ? JSON.stringify(value) : value)

const withField = (plan: PagedPlan, name: string, value: CursorValue): PagedPlan => {
  const { request } = plan
  const fields = isInBody(plan)
    ? { body: replaceAt(request.body, inBody(request, name), value) }
    : { query: replaceAt(request.query, toPointer(name), asField(value)) as Fields }
  return { ...plan, request: { ...request, ...fields } }
}

export const readField = (plan: PagedPlan, name: string): unknown =>
  isInBody(plan) ? at(plan.request.body, inBody(plan.request, name)) : at(plan.request.query, toPointer(name))

/** The plan with the page size. For numbered pages the size must stay the same, or a page would begin elsewhere. */
const sized = (plan: PagedPlan, itemCount: number): PagedPlan => {
  const { pages, limit } = plan
  if (!pages.size || limit === undefined) return plan
  const wanted = pages.kind === 'page' ? limit : limit - itemCount
  return withField(plan, pages.size.into, Math.min(wanted, pages.size.max))
}

/** The part of a list that has been read. */
export interface ListProgress {
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

export const readStart = (plan: PagedPlan, into: string, first: number): number => {
  const start = Number(readField(plan, into) ?? first)
  return Number.isInteger(start) ? start : first
}

export const readCount = (pages: NumberedPages, { answer }: ListProgress): number | undefined =>
  readTotal(pages, lookInAnswer(answer))

/** True for a cursor that the request can hold as it came. */
const fits = (plan: PagedPlan, next: unknown): next is CursorValue =>
  isCursor(next) || (isNestedCursor(next) && isInBody(plan) && (plan.request.encoding ?? 'json') === 'json')

/** The plan of the page after `progress`, derived from the first page's; `undefined`: there is none. */
export const nextPage = (plan: PagedPlan, progress: ListProgress): PagedPlan | undefined => {
  const { pages } = plan
  const maxBytes = plan.maxBytes - progress.bytes
  if (pages.kind === 'cursor') {
    const next = findCursor(pages, lookInAnswer(progress.answer))
    return fits(plan, next) ? sized(withField({ ...plan, maxBytes }, pages.into, next), progress.all.length) : undefined
  }
  if (pages.kind === 'link') {
    const pageUrl = nextLink(plan, pages, progress.answer)
    return pageUrl && { ...plan, pageUrl, maxBytes }
  }

  // A vendor may remove items that this user may not see after cutting the pages, or have smaller pages than it says.
  if (progress.items.length === 0) return undefined
  const total = readCount(pages, progress)
  if (pages.kind === 'page') {
    const number = readStart(plan, pages.into, pages.first) + progress.number
    if (total !== undefined && number > total + pages.first - 1) return undefined
    return sized(withField({ ...plan, maxBytes }, pages.into, number), progress.all.length)
  }
  const begin = readStart(plan, pages.into, 0) + progress.all.length
  return total !== undefined && begin >= total
    ? undefined
    : sized(withField({ ...plan, maxBytes }, pages.into, begin), progress.all.length)
}

/** Equal for requests of the same page: vendors write the parameters of a link in any order. */
export const buildPageKey = ({ pageUrl, request }: PagedPlan): string => {
  if (!pageUrl) return JSON.stringify([request.query, request.body])
  const sorted = new URL(pageUrl)
  sorted.searchParams.sort()
  return sorted.href
}

export const isNumbered = (pages: Pages): pages is NumberedPages => pages.kind === 'page' || pages.kind === 'offset'

/** True if the page after `progress` may not exist: pages are numbered, the last one wasn't full, and the vendor reports no total. */
export const isGuess = ({ pages, limit }: PagedPlan, progress: ListProgress): boolean => {
  if (!isNumbered(pages)) return false
  const full = pages.size && limit !== undefined ? Math.min(limit, pages.size.max) : 1
  return progress.items.length < full && readCount(pages, progress) === undefined
}

/** The plan of the first page. */
export const firstPage = (plan: PagedPlan): PagedPlan => {
  const { pages } = plan
  const sendsFirst = pages.kind === 'page' && pages.sendsFirst
  return sized(sendsFirst ? withField(plan, pages.into, readStart(plan, pages.into, pages.first)) : plan, 0)
}
