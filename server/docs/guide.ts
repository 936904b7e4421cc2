import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GatewayError } from '@patchbay/core/errors'
import type { Configuration } from '../configuration/configuration.ts'
import { fileReply } from '../http/compressed-file.ts'
import type { HttpRoute } from '../http/exchange.ts'
import { readUrl } from '../http/read/queries.ts'
import { projectRoot } from '../project-root.ts'
import { createPlainGuide } from './plain-guide.ts'
import {
  createServedFiles,
  cssType,
  htmlType,
  jsonType,
  pagePolicy,
  type ServedFile,
  scriptType,
} from './served-files.ts'

const types: Readonly<Record<string, string>> = {
  '.html': htmlType,
  '.css': cssType,
  '.js': scriptType,
  '.json': jsonType,
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  // Pages as agents read them.
  '.txt': 'text/plain; charset=utf-8',
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const noSuchPage = () => new GatewayError('NOT_FOUND', 'The documentation has no such page; /docs/guide/ lists them')

/** The files of a built site by their paths, without `.html` for pages. */
const findSite = async (folder: string): Promise<ReadonlyMap<string, ServedFile>> => {
  try {
    const paths = await readdir(folder, { recursive: true })
    const files = paths.flatMap((path) => {
      const type = types[extname(path)]
      const url = (): string => pathToFileURL(join(folder, path)).href
      return type === undefined ? [] : [[path.replace(/(^|(?<=\/))index\.html$|\.html$/, ''), { type, url }] as const]
    })
    return new Map(files)
  } catch (error) {
    throw isMissing(error) ? noSuchPage() : error
  }
}

/** Names below `assets/` have hashes of the contents. */
const cacheControl = (path: string): string =>
  path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The folder into which `bun run docs:site` writes the site; packages and images have it too. */
const siteFolder = join(projectRoot, 'docs/site')

/** The documentation's address for pages of the console; `undefined` if this gateway has none for them. */
export const findGuide = (
  { docs, adminPort, baseUrl }: Pick<Configuration, 'docs' | 'adminPort' | 'baseUrl'>,
  folder = siteFolder,
): string | undefined => {
  // A checkout has the pages where nobody has built the site; an image has the site alone.
  if (!docs || ![folder, join(folder, '../README.md')].some((path) => existsSync(path))) return undefined
  // A console with a port of its own is another site.
  const origin = adminPort === null ? '' : baseUrl
  return origin === null ? undefined : `${origin}/docs/guide/`
}

const pageHeaders = { 'cache-control': 'no-cache', 'content-security-policy': pagePolicy }

/**
 * The documentation, as `bun run docs:site` makes it of the pages in `docs/`, or where nobody has built it, these pages as they are. Nothing is
 * loaded before somebody asks.
 */
export const guideRoutes = (folder = siteFolder): readonly HttpRoute[] => {
  const keep = createServedFiles()
  const readPlain = createPlainGuide(join(folder, '..'))
  let site: Promise<ReadonlyMap<string, ServedFile>> | undefined
  const findFile = async (path: string): Promise<ServedFile> => {
    site ??= findSite(folder)
    const files = await site.catch((error: unknown) => {
      // It may be built before the next request.
      site = undefined
      throw error
    })
    const file = files.get(path)
    if (!file) throw noSuchPage()
    return file
  }
  const handle: HttpRoute['handle'] = async (exchange) => {
    const { pathname } = readUrl(exchange.request.url)
    // Links of the first page are looked up from there.
    if (pathname === '/docs/guide') return { status: 308, body: null, headers: { location: '/docs/guide/' } }
    const path = exchange.params['*'] ?? ''
    if (!existsSync(folder)) {
      const plain = await readPlain(path)
      if (!plain) throw noSuchPage()
      return fileReply(plain, exchange, pageHeaders)
    }
    const file = await findFile(path)
    const headers = file.type === htmlType ? pageHeaders : { 'cache-control': cacheControl(path) }
    return fileReply(await keep(file), exchange, headers)
  }
  return [
    { method: 'GET', answersHead: true, path: '/docs/guide', handle },
    { method: 'GET', answersHead: true, path: '/docs/guide/*', handle },
  ]
}
