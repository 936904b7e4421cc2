import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GatewayError } from '@patchbay/core/errors'
import { type CompressedFile, compressFile, fileReply } from '../http/compressed-file.ts'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
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
const chooseDocument = (providers: ReadonlyMap<string, unknown>): Served => {
  const name = providers.has('demo') ? 'demo-openapi.json' : 'openapi.json'
  return { type: 'application/json; charset=utf-8', url: ofServer(`generated/${name}`) }
}

/** What each error code means: `docs_url` of errors leads here. Made of docs/troubleshooting.md by `bun run docs`. */
const errorsPage: Served = { type: html, url: ofServer('docs/page/errors.html') }

/** What the pages load; nothing else of the library is served. */
const files: ReadonlyMap<string, Served> = new Map([
  ['errors.css', { type: css, url: ofServer('docs/page/errors.css') }],
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

/** Each is read when somebody asks for it first. */
const createFiles = () => {
  const cache = new Map<Served, Promise<CompressedFile>>()
  const load = async ({ type, url }: Served): Promise<CompressedFile> =>
    compressFile(type, await readFile(new URL(url())))
  return async (file: Served): Promise<CompressedFile> => {
    const loading = cache.get(file) ?? load(file)
    cache.set(file, loading)
    try {
      return await loading
    } catch (error) {
      // The next request tries again.
      cache.delete(file)
      throw error
    }
  }
}

/** Browsers keep a file, and ask whether it has changed. */
const buildHeaders = ({ type }: Served) => ({
  'cache-control': 'no-cache',
  ...(type === html && { 'content-security-policy': policy }),
})

/** `/openapi.json`, `/docs`, a page that shows it and can send requests, and `/docs/errors`. `providers`: the registered ones, by their ids. */
export const docsRoutes = (providers: ReadonlyMap<string, unknown>): readonly HttpRoute[] => {
  const keep = createFiles()
  const document = chooseDocument(providers)
  const serve = async (file: Served, exchange: Exchange): Promise<Reply> =>
    fileReply(await keep(file), exchange, buildHeaders(file))
  return [
    { method: 'GET', path: '/openapi.json', handle: (exchange) => serve(document, exchange) },
    { method: 'GET', path: '/docs', handle: (exchange) => serve(page, exchange) },
    { method: 'GET', path: '/docs/errors', handle: (exchange) => serve(errorsPage, exchange) },
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
}
