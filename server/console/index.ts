import { GatewayError } from '@patchbay/core/errors'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import { projectRoot } from '../project-root.ts'
import { type BuiltFile, createBuiltFiles } from './built-files.ts'

/** Scripts and styles come from files of this origin only, and no text becomes a script or markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const builtFiles = createBuiltFiles(projectRoot)

/** Whether the browser has these bytes (RFC 9110, section 13.1.2). */
const isKnown = (headers: Headers, etag: string): boolean =>
  (headers.get('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

const fileReply = (
  { type, bytes, gzipped, etag }: BuiltFile,
  { request }: Exchange,
  headers: Readonly<Record<string, string>>,
): Reply => {
  const isGzipped = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  // Each coding is a representation of its own, so each has an ETag of its own (RFC 9110, section 8.8.3).
  const tag = `"${etag}${isGzipped ? '-gzip' : ''}"`
  const common = { ...headers, etag: tag, vary: 'Accept-Encoding' }
  if (isKnown(request.headers, tag)) return { status: 304, body: null, headers: common }
  return {
    status: 200,
    body: isGzipped ? gzipped : bytes,
    headers: { ...common, 'content-type': type, ...(isGzipped && { 'content-encoding': 'gzip' }) },
  }
}

const pageHeaders = { 'cache-control': 'no-cache', 'content-security-policy': policy }
/** The names have hashes of the contents. */
const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

const serve = async (name: string, exchange: Exchange, headers: Readonly<Record<string, string>>): Promise<Reply> => {
  const file = (await builtFiles()).get(name)
  if (!file) throw new GatewayError('NOT_FOUND', 'The console has no such file; load the page again')
  return fileReply(file, exchange, headers)
}

const page = (exchange: Exchange): Promise<Reply> => serve('index.html', exchange, pageHeaders)

/** The console's page at every path of its own, and its files. Nothing of it is loaded before somebody asks. */
export const consoleRoutes: readonly Route[] = [
  { method: 'GET', path: '/console', handle: page },
  {
    method: 'GET',
    path: '/console/assets/:file',
    handle: (exchange) => serve(exchange.params.file ?? '', exchange, assetHeaders),
  },
  { method: 'GET', path: '/console/*', handle: page },
]
