import { FetchError } from './fetch-error.ts'
import type { FetchRequest } from './fetch-request.ts'

const maxRedirects = 3
/** The statuses whose `Location` a client follows (RFC 9110, section 15.4). */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The URL to which the answer redirects the request. `followed`: the redirects before it. Throws FetchError `redirect`. */
export const findRedirectTarget = (response: Response, from: URL, request: FetchRequest, followed: number): URL => {
  const refuse = (why: string) =>
    new FetchError('redirect', `${from.host} answered with a redirect (${response.status}) ${why}`)
  if (request.redirects === 'none') throw refuse('although this request follows no redirects')
  if (request.method !== 'GET' && request.method !== 'HEAD') throw refuse(`to a ${request.method}`)
  if (followed >= maxRedirects) throw refuse(`after ${maxRedirects} others`)
  const to = URL.parse(response.headers.get('location') ?? '', from.href)
  if (!response.headers.has('location') || !to) throw refuse('without a usable location')
  if (to.origin === from.origin) return to
  const publicUrl = request.alias === undefined ? undefined : new URL(request.alias)
  if (publicUrl?.origin !== to.origin || publicUrl.pathname !== '/') throw refuse('to another origin')
  return new URL(`${from.origin}${to.pathname}${to.search}`)
}
