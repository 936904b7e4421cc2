import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GatewayError } from '@patchbay/core/errors'
import { type CompressedFile, compressFile, fileReply } from '../http/compressed-file.ts'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { projectRoot } from '../project-root.ts'
import { guideRoutes } from './guide.ts'
import { renderReference } from './reference/reference-page.ts'
import {
  createServedFiles,
  cssType,
  htmlType,
  jsonType,
  pagePolicy,
  type ServedFile,
  scriptType,
} from './served-files.ts'

const ofServer = (name: string) => (): string => pathToFileURL(join(projectRoot, 'server', name)).href

/** The demo's own document has the demo's provider beside the others. */
const chooseDocument = (providers: ReadonlyMap<string, unknown>): ServedFile => {
  const name = providers.has('demo') ? 'demo-openapi.json' : 'openapi.json'
  return { type: jsonType, url: ofServer(`generated/${name}`) }
}

/**
 * The page that explains each error code: `docs_url` of errors leads to it. `bun run docs` makes it from
 * docs/troubleshooting.md.
 */
const errorsPage: ServedFile = { type: htmlType, url: ofServer('docs/page/errors.html') }

/** The files that the pages load; nothing else of the library is served. */
const files: ReadonlyMap<string, ServedFile> = new Map([
  ['errors.css', { type: cssType, url: ofServer('docs/page/errors.css') }],
  ['guide.css', { type: cssType, url: ofServer('docs/page/guide.css') }],
  ['page.css', { type: cssType, url: ofServer('docs/page/page.css') }],
  ['page.js', { type: scriptType, url: ofServer('docs/page/page.js') }],
  ['swagger-ui.css', { type: cssType, url: () => import.meta.resolve('swagger-ui-dist/swagger-ui.css') }],
  [
    'swagger-ui-bundle.js',
    { type: scriptType, url: () => import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
  ],
])

/** Browsers keep a file, and ask whether it has changed. */
const buildHeaders = ({ type }: Pick<ServedFile, 'type'>) => ({
  'cache-control': 'no-cache',
  ...(type === htmlType && { 'content-security-policy': pagePolicy }),
})

/** `/openapi.json`, `/docs`, a page that shows it and can send requests, `/docs/errors`, and the documentation at `/docs/guide`. `providers`: the registered ones, by their ids. */
export const docsRoutes = (providers: ReadonlyMap<string, unknown>): readonly HttpRoute[] => {
  const keep = createServedFiles()
  const document = chooseDocument(providers)
  let reference: Promise<CompressedFile> | undefined
  const makeReference = async (): Promise<CompressedFile> => {
    const { bytes } = await keep(document)
    return compressFile(htmlType, Buffer.from(renderReference(JSON.parse(Buffer.from(bytes).toString()))))
  }
  const serveReference = async (exchange: Exchange): Promise<Reply> => {
    reference ??= makeReference()
    return fileReply(await reference, exchange, buildHeaders({ type: htmlType }))
  }
  const serve = async (file: ServedFile, exchange: Exchange): Promise<Reply> =>
    fileReply(await keep(file), exchange, buildHeaders(file))
  return [
    { method: 'GET', answersHead: true, path: '/openapi.json', handle: (exchange) => serve(document, exchange) },
    { method: 'GET', answersHead: true, path: '/docs', handle: serveReference },
    ...guideRoutes(),
    { method: 'GET', answersHead: true, path: '/docs/errors', handle: (exchange) => serve(errorsPage, exchange) },
    {
      method: 'GET',
      answersHead: true,
      path: '/docs/:file',
      handle(exchange) {
        const file = files.get(exchange.params.file ?? '')
        if (!file) throw new GatewayError('NOT_FOUND', 'The API reference has no such file')
        return serve(file, exchange)
      },
    },
  ]
}
