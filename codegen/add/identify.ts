import { readFile } from 'node:fs/promises'
import { describeThrown } from '@patchbay/core/errors'
import { type FetchAnswer, FetchError, type Fetcher, redirectStatuses } from '@patchbay/core/fetch'
import { type ClosedToolServer, findToolServer, type OpenedSource, type ReadToolServer } from '../import/index.ts'
import { createLeftOutList } from '../import/read/left-out.ts'
import type { Node } from '../import/read/node.ts'
import { decodeDocument, longestDocument, longestReadMs, readDocument } from '../import/read/read.ts'
import { fileBehind, type NamedSource, namedServers, namesOnPage } from './named-sources.ts'
import { describeOther, describeText } from './other-kinds.ts'

/** The kind of a source, with its content. */
export type Identified =
  | { readonly kind: 'openapi'; readonly source: string; readonly opened: OpenedSource }
  | { readonly kind: 'mcp'; readonly source: string; readonly server: ReadToolServer | ClosedToolServer }
  /** A page, or a configuration, that names some. */
  | { readonly kind: 'names'; readonly source: string; readonly names: readonly NamedSource[] }

const isPage = (text: string): boolean => /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text)

/** Answers the first read of each address from memory when it is read again. */
const remembering = (fetcher: Fetcher, address: string, answer: FetchAnswer): Fetcher =>
  Object.assign(
    (request: Parameters<Fetcher>[0]) =>
      request.url === address && request.method === 'GET' ? Promise.resolve(answer) : fetcher(request),
    { check: fetcher.check },
  )

/** Identifies a text. Throws Error that says in words what it is instead, and what to do. */
const identifyText = async (source: string, text: string, fetcher: Fetcher): Promise<Identified> => {
  if (isPage(text)) {
    const names = namesOnPage(text, source)
    if (names.length > 0) return { kind: 'names', source, names }
    throw new Error(
      `${source} is a web page that names no OpenAPI document and no MCP server: look there for a link such as "openapi.json", "OpenAPI" or "Download", and give that address`,
    )
  }
  const other = describeText(text)
  if (other !== undefined) throw new Error(`${source} is ${other}`)
  const leftOut = createLeftOutList()
  const read = await readDocument(source, leftOut, fetcher).catch((error: unknown) => {
    const reason = describeThrown(error)
    throw new Error(/holds no object/.test(reason) ? noDocument(source) : `${source} can't be read: ${reason}`)
  })
  return identifyRoot(source, { ...read, leftOut })
}

const noDocument = (source: string): string => `${source} is no OpenAPI document: it is neither JSON nor YAML of one`

const identifyRoot = (source: string, opened: OpenedSource): Identified => {
  const root: Node = opened.root
  if ([root.openapi, root.swagger].some((version) => typeof version === 'string' || typeof version === 'number'))
    return { kind: 'openapi', source, opened }
  const names = namedServers(root)
  if (names.length > 0) return { kind: 'names', source, names }
  throw new Error(`${source} is ${describeOther(root)}`)
}

const accepted =
  'application/vnd.oai.openapi+json, application/json, application/yaml, text/yaml, text/plain, text/html;q=0.5'

const get = (url: string, fetcher: Fetcher): Promise<FetchAnswer> =>
  fetcher({
    url,
    method: 'GET',
    headers: { accept: accepted },
    signal: AbortSignal.timeout(longestReadMs),
    maxBytes: longestDocument,
    redirects: 'answer',
  })

const describeStatus = (address: string, { status, headers }: FetchAnswer): string => {
  const location = headers.get('location')
  if (redirectStatuses.has(status) && location)
    return `${address} leads to ${new URL(location, address).href}: give that address`
  if (status === 401 || status === 403)
    return `${address} answers ${status}: it is for signed-in people. Save the document in a file, and give that; an MCP server needs a token, --token-file <file>`
  return `${address} answers ${status}, and no MCP server is there`
}

const describeFailure = (address: string, error: unknown): string => {
  const isOwn = error instanceof FetchError && (error.kind === 'insecure' || error.kind === 'refused-address')
  const hint = isOwn
    ? `; what is your own needs ALLOWED_PRIVATE_HOSTS=${new URL(address).host}, here and for the gateway`
    : ''
  return `${describeThrown(error)}${hint}`
}

const identifyAddress = async (given: string, fetcher: Fetcher, token: string | undefined): Promise<Identified> => {
  const address = fileBehind(given)
  const answer = await get(address, fetcher).catch((error: unknown) => describeFailure(address, error))
  const fault = (): Error =>
    new Error(typeof answer === 'string' ? `${address} can't be read: ${answer}` : describeStatus(address, answer))
  if (typeof answer !== 'string' && answer.status === 200) {
    const known = remembering(fetcher, address, answer)
    const found = await identifyText(address, decodeDocument(answer.bytes), known).catch(
      (error: unknown) => error as Error,
    )
    if (!(found instanceof Error) && found.kind === 'openapi') return found
    const server = await findToolServer(address, fetcher, token)
    if (server) return { kind: 'mcp', source: address, server }
    if (found instanceof Error) throw found
    return found
  }
  const server = await findToolServer(address, fetcher, token)
  if (!server) throw fault()
  return { kind: 'mcp', source: address, server }
}

const readText = async (path: string): Promise<string> => {
  try {
    return decodeDocument(await readFile(path))
  } catch (error) {
    throw new Error(`${path} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/**
 * Finds out what a file or an address is, by what is in it or answers there, and never by its name. Rejects with Error that says what it is
 * instead, and what to do. `token`: a bearer token, which MCP servers get.
 */
export const identify = async (source: string, fetcher: Fetcher, token?: string): Promise<Identified> =>
  source.includes('://')
    ? identifyAddress(source, fetcher, token)
    : identifyText(source, await readText(source), fetcher)
