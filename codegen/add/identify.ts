import { readFile } from 'node:fs/promises'
import { describeThrown } from '@patchbay/core/errors'
import { type FetchAnswer, FetchError, type Fetcher, leaveBody, redirectStatuses } from '@patchbay/core/fetch'
import { type ClosedToolServer, findToolServer, type OpenedSource, type ReadToolServer } from '../import/index.ts'
import { createLeftOutList } from '../import/read/left-out.ts'
import type { Node } from '../import/read/node.ts'
import { decodeDocument, longestDocument, longestReadMs, readDocument } from '../import/read/read.ts'
import { fileBehind, type NamedSource, namedSources, namesOnPage } from './named-sources.ts'
import { describeBytes, describeOther, describeText } from './other-kinds.ts'
import { lookAtSite, namesInScripts } from './usual-places.ts'

/** The kind of a source, with its content. */
export type Identified =
  | { readonly kind: 'openapi'; readonly source: string; readonly opened: OpenedSource }
  | { readonly kind: 'mcp'; readonly source: string; readonly server: ReadToolServer | ClosedToolServer }
  /** A page, or a configuration, that names some. */
  | { readonly kind: 'names'; readonly source: string; readonly names: readonly NamedSource[] }

/** True for a web page, before which comments may stand. Each expression begins where the one before it ended, as one alone would try all ways. */
const isPage = (text: string): boolean => {
  const comment = /\s*<!--[\s\S]*?-->/y
  let begin = 0
  while (comment.test(text)) begin = comment.lastIndex
  const page = /\s*<(?:!doctype\s+html|html|head|body)\b/iy
  page.lastIndex = begin
  return page.test(text)
}

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
    const named = namesOnPage(text, source)
    const names =
      named.length > 0 || !source.includes('://')
        ? named
        : await namesInScripts(text, source, (url) => get(url, fetcher))
    if (names.length > 0) return { kind: 'names', source, names }
    throw new Error(`${source} is ${describePage(source)}`)
  }
  const other = describeText(text)
  if (other !== undefined) throw new Error(`${source} is ${other}`)
  const leftOut = createLeftOutList()
  const read = await readDocument(source, leftOut, fetcher).catch((error: unknown) => {
    const reason = describeThrown(error)
    const names = namesOnPage(text, source)
    if (names.length > 0) return names
    throw new Error(/holds no object/.test(reason) ? noDocument(source) : `${source} can't be read: ${reason}`)
  })
  return 'root' in read ? identifyRoot(source, { ...read, leftOut }) : { kind: 'names', source, names: read }
}

const describePage = (source: string): string =>
  /^https:\/\/(?:github|gitlab)\.com\//.test(source)
    ? 'a page of a repository: open the document there, and give the address of that page'
    : 'a web page that names no OpenAPI document and no MCP server: look there for a link such as "openapi.json", "OpenAPI" or "Download", and give that address'

const noDocument = (source: string): string => `${source} is no OpenAPI document: it is neither JSON nor YAML of one`

const identifyRoot = (source: string, opened: OpenedSource): Identified => {
  const root: Node = opened.root
  if ([root.openapi, root.swagger].some((version) => typeof version === 'string' || typeof version === 'number'))
    return { kind: 'openapi', source, opened }
  const names = namedSources(root, source)
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
    // A stream of events has no end.
    take: (_status, headers, pieces) => (isStream(headers) ? leaveBody(pieces) : undefined),
  })

const isStream = (headers: Headers): boolean => /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')

const describeStatus = (address: string, { status, headers }: FetchAnswer): string => {
  const location = headers.get('location')
  if (redirectStatuses.has(status) && location)
    return `${address} leads to ${new URL(location, address).href}: give that address`
  if (status === 401 || status === 403)
    return `${address} answers ${status}: it is for signed-in people. Save the document in a file, and give that; an MCP server needs a token, --token-file <file>`
  return `${address} answers ${status}, and no MCP server is there`
}

const describeFailure = (address: string, error: unknown): string => {
  const kind = error instanceof FetchError ? error.kind : undefined
  const secure = kind === 'insecure' ? `; give ${address.replace(/^http:/i, 'https:')}, if it is there` : ''
  const own =
    kind === 'insecure' || kind === 'refused-address'
      ? `; what is your own needs ALLOWED_PRIVATE_HOSTS=${new URL(address).host}, here and for the gateway`
      : ''
  return `${describeThrown(error)}${secure}${own}`
}

const identifyAddress = async (link: string, fetcher: Fetcher, token: string | undefined): Promise<Identified> => {
  const address = fileBehind(link)
  const answer = await get(address, fetcher).catch((error: unknown) => describeFailure(address, error))
  if (typeof answer === 'string') {
    const server = await findToolServer(address, fetcher, token)
    if (!server) throw new Error(`${address} can't be read: ${answer}`)
    return { kind: 'mcp', source: address, server }
  }
  const identified = await identifyAnswer(address, answer, fetcher).catch((error: unknown) => error as Error)
  if (!(identified instanceof Error) && identified.kind === 'openapi') return identified
  const server = await findToolServer(address, fetcher, token)
  if (server) return { kind: 'mcp', source: address, server }
  if (!(identified instanceof Error)) return identified
  const names = await lookAtSite(address, (url) => get(url, fetcher), fetcher, token)
  if (names.length > 0) return { kind: 'names', source: address, names }
  throw identified
}

// biome-ignore lint/suspicious/useAwait: what it throws is a rejection
const identifyAnswer = async (address: string, answer: FetchAnswer, fetcher: Fetcher): Promise<Identified> => {
  const { status, headers, bytes } = answer
  if (status !== 200) throw new Error(describeStatus(address, answer))
  if (isStream(headers)) throw new Error(`${address} is ${describeStream(address)}`)
  return identifyText(address, readBytes(address, bytes), remembering(fetcher, address, answer))
}

const describeStream = (address: string): string => {
  const newer = address.replace(/\/sse\/?$/, '/mcp')
  const proposal = newer === address ? 'its address often ends in /mcp' : `it is often ${newer}`
  return `a stream of events: an MCP server of the transport before (SSE), which is not spoken. Give the newer one, if the vendor has it: ${proposal}`
}

/** The text of a document. Throws Error for bytes that are none. */
const readBytes = (source: string, bytes: Uint8Array): string => {
  const other = describeBytes(bytes)
  if (other !== undefined) throw new Error(`${source} is ${other}`)
  return decodeDocument(bytes)
}

const readText = async (path: string): Promise<string> => {
  try {
    return readBytes(path, await readFile(path))
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code) throw error
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
