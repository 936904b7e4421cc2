import type { FetchAnswer, Fetcher } from '@patchbay/core/fetch'
import { findToolServer } from '../import/index.ts'
import { decodeDocument } from '../import/read/read.ts'
import { attribute, linkedDocuments, listTags, type NamedSource, namesOnPage } from './named-sources.ts'

type Get = (address: string) => Promise<FetchAnswer>

/** Scripts of documentation pages that name the document in the page's stead: Swagger UI keeps its address in one of its own. */
const isNaming = (pathname: string): boolean =>
  /initializer|swagger|redoc|openapi|config/i.test(pathname) && /\.js$/i.test(pathname) && !libraries.test(pathname)
const readSource = attribute('src')
const libraries = /(?:bundle|standalone|preset|min)\b[^/]*\.js$/i
const mostScripts = 3

const readText = async (address: string, get: Get): Promise<string | undefined> => {
  const answer = await get(address).catch(() => undefined)
  return answer?.status === 200 ? decodeDocument(answer.bytes) : undefined
}

/** The documents that a page's scripts name. */
export const namesInScripts = async (html: string, page: string, get: Get): Promise<readonly NamedSource[]> => {
  const scripts = listTags(html).filter((tag) => /^<script\b/i.test(tag))
  const urls = scripts.flatMap((tag) => URL.parse(readSource(tag) ?? '', page) ?? [])
  const own = urls.filter(({ origin, pathname }) => origin === new URL(page).origin && isNaming(pathname))
  for (const { href } of own.slice(0, mostScripts)) {
    const text = await readText(href, get)
    const names = text === undefined ? [] : namesOnPage(text, page)
    if (names.length > 0) return names
  }
  return []
}

/** The paths at which frameworks serve their document by themselves. */
const places = [
  '/openapi.json',
  '/v3/api-docs',
  '/swagger.json',
  '/swagger/v1/swagger.json',
  '/openapi.yaml',
  '/api-docs',
  '/api/openapi.json',
] as const

const looksLikeDocument = (text: string): boolean =>
  /["']?\b(?:openapi|swagger)["']?\s*:\s*["']?\d/.test(text.slice(0, 2000))

/** The sources in the usual places of a site that was given by its bare address: RFC 9727's catalog, a document, a server. */
export const lookAtSite = async (
  address: string,
  get: Get,
  fetcher: Fetcher,
  token: string | undefined,
): Promise<readonly NamedSource[]> => {
  const { origin, pathname } = new URL(address)
  if (pathname !== '/') return []
  const catalog = await readText(`${origin}/.well-known/api-catalog`, get)
  const linked = catalog === undefined ? [] : linkedDocuments(catalog, origin)
  if (linked.length > 0) return linked
  for (const place of places) {
    const text = await readText(origin + place, get)
    if (text !== undefined && looksLikeDocument(text)) return [{ address: origin + place, by: 'its usual place' }]
  }
  const server = await findToolServer(`${origin}/mcp`, fetcher, token).catch(() => undefined)
  return server ? [{ address: `${origin}/mcp`, by: 'its usual place' }] : []
}
