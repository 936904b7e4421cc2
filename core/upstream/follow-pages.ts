import { GatewayError } from '../errors.ts'
import type { Call, Pages } from '../provider/index.ts'
import { at, replaceAt } from './json-pointer.ts'
import { nextLinkOf } from './next-link.ts'
import type { ProviderAnswer } from './send.ts'

/** Pages for one call, whatever the caller's limit: what is left is reached by the caller's next call. */
const mostPages = 20

export interface PageLoop {
  readonly pages: Pages
  /** The call as the action made it. */
  readonly call: Call
  /** How many items the caller wants; `undefined`: one page. */
  readonly limit: number | undefined
  /** A link that leaves it is not followed. */
  readonly origin: string
  /** Sends a page's call, or a GET of the next page's URL. Bounds the bytes over all pages. */
  send(next: Call | URL): Promise<ProviderAnswer>
  /** Throws UPSTREAM_ERROR: the answer isn't the list that the action declares. */
  garbled(): never
}

const withField = (call: Call, name: string, value: string | number): Call => {
  if (call.form) return { ...call, form: { ...call.form, [name]: value } }
  if (typeof call.body === 'object' && call.body !== null)
    return { ...call, body: { ...call.body, [name]: value } } as Call
  return { ...call, query: { ...call.query, [name]: value } }
}

const fieldOf = (call: Call, name: string): unknown =>
  (call.form ?? (call.body as Record<string, unknown> | undefined) ?? call.query)?.[name]

/** With numbered pages the size must stay the same, or a page would begin elsewhere. */
const sized = ({ pages, limit }: PageLoop, call: Call, seen: number): Call => {
  if (!pages.size || limit === undefined) return call
  const wanted = pages.kind === 'page' ? limit : limit - seen
  return withField(call, pages.size.into, Math.min(wanted, pages.size.max))
}

const isCursor = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

interface Seen {
  readonly answer: ProviderAnswer
  readonly items: readonly unknown[]
  /** Items and pages so far, these included. */
  readonly count: number
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

const startOf = (call: Call, into: string, first: number): number => {
  const given = Number(fieldOf(call, into) ?? first)
  return Number.isInteger(given) ? given : first
}

const nextLink = ({ origin, call }: PageLoop, { headers }: ProviderAnswer): URL | undefined => {
  const target = nextLinkOf(headers)
  const url = target === undefined ? null : URL.parse(target, `${origin}${call.path}`)
  return url?.origin === new URL(origin).origin ? url : undefined
}

/** The call or URL of the page after `seen`; `undefined` when there is none. */
const nextPage = (loop: PageLoop, seen: Seen): Call | URL | undefined => {
  const { pages, call, limit } = loop
  if (pages.kind === 'cursor') {
    const next = nextCursor(pages, seen)
    return next === undefined ? undefined : sized(loop, withField(call, pages.into, next), seen.count)
  }
  if (pages.kind === 'link') return nextLink(loop, seen.answer)

  const total = pages.total === undefined ? undefined : Number(at(seen.answer.body, pages.total))
  const full = pages.size && limit !== undefined ? Math.min(limit, pages.size.max) : 1
  if (seen.items.length < (total === undefined ? full : 1)) return undefined
  if (pages.kind === 'page') {
    const number = startOf(call, pages.into, pages.first) + seen.number
    if (total !== undefined && number > total + pages.first - 1) return undefined
    return sized(loop, withField(call, pages.into, number), seen.count)
  }
  const begin = startOf(call, pages.into, 0) + seen.count
  return total !== undefined && begin >= total ? undefined : sized(loop, withField(call, pages.into, begin), seen.count)
}

const keyOf = (next: Call | URL): string =>
  next instanceof URL ? next.href : JSON.stringify([next.query, next.body, next.form])

/** A page after the first. `undefined`: not for now, by the provider's rate limit, and what is there has its cursor. */
const laterPage = async ({ pages, send }: PageLoop, next: Call | URL): Promise<ProviderAnswer | undefined> => {
  try {
    return await send(next)
  } catch (error) {
    if (pages.kind === 'cursor' && error instanceof GatewayError && error.status === 429) return undefined
    throw error
  }
}

/**
 * Fetches pages until the caller's limit is filled or there is no next one. Answers the last page with the items of
 * all, so that its cursor goes on from there; a single page is answered as it came.
 */
export const followPages = async (loop: PageLoop): Promise<ProviderAnswer> => {
  const { pages, limit = 1 } = loop
  const all: unknown[] = []
  const first = sized(loop, loop.call, 0)
  const asked: (Call | URL)[] = [first]
  const isAsked = (page: Call | URL): boolean => asked.some((other) => keyOf(other) === keyOf(page))
  let answer = await loop.send(first)
  let number = 1
  for (;;) {
    const items = at(answer.body, pages.items)
    if (!Array.isArray(items)) return loop.garbled()
    all.push(...items)
    const next = nextPage(loop, { answer, items, count: all.length, number })
    // A vendor that names the same page again would be followed forever.
    if (next === undefined || all.length >= limit || number >= mostPages || isAsked(next)) break
    asked.push(next)
    const more = await laterPage(loop, next)
    if (!more) break
    answer = more
    number++
  }

  // A cursor points behind its page's last item: cutting there would lose what lies between.
  const cuts = pages.kind !== 'cursor' && loop.limit !== undefined && all.length > loop.limit
  if (number === 1 && !cuts) return answer
  const body = replaceAt(answer.body, pages.items, cuts ? all.slice(0, loop.limit) : all)
  return { ...answer, body, text: JSON.stringify(body) }
}
