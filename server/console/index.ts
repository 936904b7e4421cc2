import { GatewayError } from '@patchbay/core/errors'
import type { Configuration } from '../configuration/configuration.ts'
import { oidcClientOf } from '../configuration/oidc.ts'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import { projectRoot } from '../project-root.ts'
import { type BuiltFile, builtFile, createBuiltFiles } from './built-files.ts'
import { oidcRoutes } from './oidc/routes.ts'
import type { OidcParts } from './oidc/sign-in.ts'

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

/** The page, with the host of the identity provider where there is one: what the page must know before anybody has signed in. */
const createPage = (issuer: string | null) => {
  const place = issuer === null ? '' : `<meta name="identity-provider" content="${new URL(issuer).host}">`
  let kept: BuiltFile | undefined
  return (built: BuiltFile): BuiltFile => {
    kept ??= builtFile(
      'index.html',
      Buffer.from(Buffer.from(built.bytes).toString().replace('</head>', `${place}</head>`)),
    )
    return kept
  }
}

const find = async (name: string): Promise<BuiltFile> => {
  const file = (await builtFiles()).get(name)
  if (!file) throw new GatewayError('NOT_FOUND', 'The console has no such file; load the page again')
  return file
}

/** The console's page at every path of its own, and its files. Nothing of it is loaded before somebody asks. */
export const consoleRoutes = (parts: OidcParts & { readonly configuration: Configuration }): readonly Route[] => {
  const { configuration } = parts
  const withIssuer = createPage(configuration.oidcIssuer)
  const page = async (exchange: Exchange): Promise<Reply> =>
    fileReply(withIssuer(await find('index.html')), exchange, pageHeaders)
  const client = oidcClientOf(configuration)
  return [
    { method: 'GET', path: '/console', handle: page },
    {
      method: 'GET',
      path: '/console/assets/:file',
      handle: async (exchange) => fileReply(await find(exchange.params.file ?? ''), exchange, assetHeaders),
    },
    ...(client ? oidcRoutes(parts, client) : []),
    { method: 'GET', path: '/console/*', handle: page },
  ]
}
