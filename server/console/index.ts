import { GatewayError } from '@patchbay/core/errors'
import type { Configuration } from '../configuration/configuration.ts'
import { buildOidcClient } from '../configuration/oidc.ts'
import { type CompressedFile, fileReply } from '../http/compressed-file.ts'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { html } from '../pages/html.ts'
import { logoRoute } from '../pages/logo.ts'
import { projectRoot } from '../project-root.ts'
import { createBuiltFiles, keepBuilt } from './built-files.ts'
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

const pageHeaders = { 'cache-control': 'no-cache', 'content-security-policy': policy }
/** The names have hashes of the contents. */
const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

const writeMeta = (name: string, content: string | undefined): string =>
  content === undefined ? '' : html`<meta name="${name}" content="${content}">`.html

/** The page, with what it needs before anybody has signed in: the host of the identity provider, and where the documentation is. */
const createPage = (issuer: string | null, guideUrl: string | undefined) => {
  const place = [
    writeMeta('identity-provider', issuer === null ? undefined : new URL(issuer).host),
    writeMeta('documentation', guideUrl),
  ].join('')
  let cached: Promise<CompressedFile> | undefined
  return (built: CompressedFile): Promise<CompressedFile> => {
    const text = (): string => Buffer.from(built.bytes).toString().replace('</head>', `${place}</head>`)
    cached ??= keepBuilt('index.html', Buffer.from(text()))
    return cached
  }
}

const find = async (name: string): Promise<CompressedFile> => {
  const file = (await builtFiles()).get(name)
  if (!file) throw new GatewayError('NOT_FOUND', 'The console has no such file; load the page again')
  return file
}

/** The console's page at every path of its own, and its files. Nothing of it is loaded before somebody asks. */
export const consoleRoutes = (
  parts: OidcParts & { readonly configuration: Configuration; readonly guideUrl: string | undefined },
): readonly HttpRoute[] => {
  const { configuration } = parts
  const withIssuer = createPage(configuration.oidcIssuer, parts.guideUrl)
  const page = async (exchange: Exchange): Promise<Reply> =>
    fileReply(await withIssuer(await find('index.html')), exchange, pageHeaders)
  const client = buildOidcClient(configuration)
  return [
    { method: 'GET', answersHead: true, path: '/console', handle: page },
    {
      method: 'GET',
      answersHead: true,
      path: '/console/assets/:file',
      handle: async (exchange) => fileReply(await find(exchange.params.file ?? ''), exchange, assetHeaders),
    },
    // For the preview in Settings; a console with a port of its own can't load that of the pages.
    ...(configuration.brandLogo ? [logoRoute(configuration.brandLogo, '/console/logo')] : []),
    ...(client ? oidcRoutes(parts, client) : []),
    { method: 'GET', answersHead: true, path: '/console/*', handle: page },
  ]
}
