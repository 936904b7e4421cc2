import type { Pages } from '../../provider/index.ts'
import type { ProviderAnswer } from '../interpret-answer.ts'
import type { RequestPlan } from '../plan.ts'
import { isEndMark, lookInAnswer } from './list-marks.ts'

type LinkPages = Extract<Pages, { kind: 'link' }>

/** One link of a `Link` header. Its target has no `<` (RFC 3986 allows none): otherwise a header of many `<` would take quadratic time. */
const linkValue = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)/g
const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|'next'(?=\s*(?:;|$))|next(?=\s*(?:;|$)))/i

/** Sentry's mark of a link to a page without items, which stands behind the last one as well. */
const isEmptyPage = /;\s*results\s*=\s*"?false\b/i

/** A place at which the next link of a malformed header may begin. */
const betweenLinks = /,(?=\s*(?:<|https?:|\/))/i

/** The next page of a header that breaks RFC 8288: no `<`, a quote left open, several relations without quotes, a comma for a semicolon. */
const readLooseLink = (header: string): string | undefined => {
  for (const link of header.split(betweenLinks)) {
    const [, inside, bare] = /^\s*(?:<([^>]*)>|([^\s;,<>]+))/.exec(link) ?? []
    const [, relations = ''] = /[;,]\s*rel\s*=\s*["']?([^"';,]*)/i.exec(link) ?? []
    if (relations.toLowerCase().split(/\s+/).includes('next')) return inside ?? bare
  }
  return undefined
}

/** The target of a `Link` header's link to the next page (RFC 8288, section 3), as it is written there. */
export const readNextLink = (headers: Headers): string | undefined => {
  const header = headers.get('link') ?? ''
  for (const [, target, parameters = ''] of header.matchAll(linkValue)) {
    if (isNext.test(parameters)) return isEmptyPage.test(parameters) ? undefined : target
  }
  const isWellFormed = /^[\s,]*$/.test(header.replaceAll(linkValue, ''))
  return isWellFormed ? undefined : readLooseLink(header)
}

type Link = Readonly<Record<string, unknown>>

/** True for the link to the next page in a list of them: PayPal names its relation `rel`, FHIR `relation`. */
const leadsOn = ({ rel, relation }: Link): boolean =>
  [rel ?? relation].flat().some((name) => /^next$/i.test(String(name)))

/**
 * The link to the next page as the vendor writes it: a text, an object with the text, or a list of links with their relations.
 * `undefined`: there is none.
 */
export const findPageLink = ({ next }: LinkPages, answer: ProviderAnswer): unknown => {
  const member = next === undefined ? readNextLink(answer.headers) : lookInAnswer(answer)(next)
  const link: unknown = Array.isArray(member) ? member.find((each) => leadsOn(Object(each))) : member
  const { href, url = link } = Object(link) as Link
  return isEndMark(href ?? url) ? undefined : (href ?? url)
}

/** A query without its question mark, which some vendors write for the link to the next page. */
const bareQuery = /^[\w[\].$-]+=[^/?#]*$/

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** True for an address below another: the path of a site `a-1` is none of a site `a-10`. */
const isWithin = (url: URL, origin: URL): boolean =>
  url.origin === origin.origin && `${withoutSlash(url.pathname)}/`.startsWith(`${withoutSlash(origin.pathname)}/`)

/**
 * The address of the next page at the account's own origin; `undefined`: the link leads elsewhere. Only the path and query are used of a link
 * to the vendor's public name, if calls go to another, and of a link to the list's own path by another name or by http. The credential
 * never goes to the link's own host.
 */
export const nextLink = (
  { origin, publicOrigin, request }: Pick<RequestPlan, 'origin' | 'publicOrigin' | 'request'>,
  pages: LinkPages,
  answer: ProviderAnswer,
): URL | undefined => {
  const target = findPageLink(pages, answer)
  const own = new URL(`${origin}${request.path}`)
  const link = typeof target === 'string' && bareQuery.test(target) ? `?${target}` : target
  const url = typeof link === 'string' ? URL.parse(link, own.href) : null
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const within = new URL(origin)
  if (isWithin(url, within)) return url
  const publicUrl = publicOrigin === undefined ? undefined : new URL(publicOrigin)
  if (publicUrl && isWithin(url, publicUrl)) {
    const path = url.pathname.slice(withoutSlash(publicUrl.pathname).length)
    return new URL(`${origin}${path}${url.search}`)
  }
  if (!withoutSlash(url.pathname).endsWith(withoutSlash(request.path)) || own.origin === url.origin) return undefined
  own.search = url.search
  return own
}
