import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GatewayError } from '@patchbay/core/errors'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import { projectRoot } from '../project-root.ts'

interface Served {
  readonly type: string
  /** Asked only when somebody asks for the file. */
  readonly url: () => string
}

const ofServer = (name: string) => (): string => pathToFileURL(join(projectRoot, 'server', name)).href

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'

const page: Served = { type: html, url: ofServer('docs/page/index.html') }
/** The demo's own document has the demo's provider beside the others. */
const documentOf = (providers: ReadonlyMap<string, unknown>): Served => {
  const name = providers.has('demo') ? 'demo-openapi.json' : 'openapi.json'
  return { type: 'application/json; charset=utf-8', url: ofServer(`generated/${name}`) }
}

/** What the page loads; nothing else of the library is served. */
const files: ReadonlyMap<string, Served> = new Map([
  ['page.css', { type: css, url: ofServer('docs/page/page.css') }],
  ['page.js', { type: script, url: ofServer('docs/page/page.js') }],
  ['swagger-ui.css', { type: css, url: () => import.meta.resolve('swagger-ui-dist/swagger-ui.css') }],
  ['swagger-ui-bundle.js', { type: script, url: () => import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js') }],
])

/** The page loads from and calls this origin only. The library's icons are `data:` URLs in its style sheet. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Whether the client has these bytes (RFC 9110, section 13.1.2: proxies that compress weaken the tag). */
const isKnown = (ifNoneMatch: string | null, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/**
 * Answers with a file. It is read anew each time: hardly anybody asks, and memory is for calls. Browsers keep it and ask
 * whether it has changed.
 */
const serve = async ({ type, url }: Served, { request }: Exchange): Promise<Reply> => {
  const bytes = await readFile(new URL(url()))
  const etag = `"${Bun.hash(bytes).toString(16)}"`
  const headers = { etag, 'cache-control': 'no-cache', ...(type === html && { 'content-security-policy': policy }) }
  if (isKnown(request.headers.get('if-none-match'), etag)) return { status: 304, body: null, headers }
  return { status: 200, body: bytes, headers: { ...headers, 'content-type': type } }
}

/** `/openapi.json`, and `/docs`, a page that shows it and can send requests. `providers`: the registered ones, by their ids. */
export const docsRoutes = (providers: ReadonlyMap<string, unknown>): readonly Route[] => [
  { method: 'GET', path: '/openapi.json', handle: (exchange) => serve(documentOf(providers), exchange) },
  { method: 'GET', path: '/docs', handle: (exchange) => serve(page, exchange) },
  {
    method: 'GET',
    path: '/docs/:file',
    handle(exchange) {
      const file = files.get(exchange.params.file ?? '')
      if (!file) throw new GatewayError('NOT_FOUND', 'The API reference has no such file')
      return serve(file, exchange)
    },
  },
]
