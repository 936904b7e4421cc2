import type { HttpRoute } from '../../../server/http/exchange.ts'
import { createBrowser } from '../../connect/start-vendor.ts'
import { forAnyRoute } from './any-route.ts'
import { filled, mostForm } from './hostile-values.ts'
import type { HostileRequest } from './request.ts'

/** The pages of a right link: the one where a key is typed, and the one that asks whether to connect. */
export interface OpenLink {
  readonly path: string
  readonly cookie: string
  /** The hidden fields of its form. */
  readonly hidden: Readonly<Record<string, string>>
  /** Those that a person fills in. */
  readonly typed: readonly string[]
}

const cookiesOf = (browser: ReturnType<typeof createBrowser>, url: string): string =>
  [...browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ')

/** Opens a link, and fills its form in if `key` says with what. */
export const openLink = async (url: string, key?: string): Promise<OpenLink> => {
  const browser = createBrowser()
  const page = await browser.visit(url)
  const typed = [...page.text.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in page.hidden))
  if (key === undefined)
    return { path: new URL(url).pathname, cookie: cookiesOf(browser, url), hidden: page.hidden, typed }
  const { hidden, text } = await browser.visit(url, { ...page.hidden, secret: key })
  if (hidden.connect_id === undefined) throw new Error(`the link does not ask whether to connect: ${text}`)
  return { path: '/connect/confirm', cookie: cookiesOf(browser, url), hidden, typed: ['label', 'decision', 'choice'] }
}

const texts: Readonly<Record<string, string>> = {
  letters: filled('x', mostForm - 2000),
  'letters that are written in escapes': filled('<', mostForm / 3 - 2000),
  'letters of hosts': filled('a-', mostForm - 2000),
  'dots and letters': filled('a.', mostForm - 2000),
  colons: filled(':', mostForm / 3 - 2000),
  'lists in lists': filled('[', mostForm / 3 - 2000),
  lines: filled('\n', mostForm / 3 - 2000),
}

/** Requests of the holder of a link, in the browser that opened it. */
export const forLink = (
  route: Pick<HttpRoute, 'method' | 'path'>,
  { path, cookie, hidden, typed }: OpenLink,
): HostileRequest[] => {
  const credential = { cookie }
  const own = route.method === 'GET' ? [] : [...Object.keys(hidden), ...typed]
  return [
    ...forAnyRoute(route, credential, path).map((request) => ({ ...request, what: `a right link, ${request.what}` })),
    ...own.flatMap((name) =>
      Object.entries(texts).map(([what, text]) => ({
        route: `${route.method} ${route.path}`,
        what: `a right link, ${what} in ${name}`,
        method: route.method,
        path,
        headers: { ...credential, 'content-type': 'application/x-www-form-urlencoded' },
        body: () => new URLSearchParams({ ...hidden, [name]: text }).toString(),
      })),
    ),
  ]
}
