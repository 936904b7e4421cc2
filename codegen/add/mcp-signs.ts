import type { FetchAnswer, Fetcher } from '@patchbay/core/fetch'

/** How an MCP server takes who calls it, as far as its first answer shows. */
export type McpSignIn = 'OAuth' | 'a credential' | 'none'

const longestAnswer = 100_000
const longestMs = 10_000
const protocolVersion = '2025-11-25'

/** The first request of a client: a server of either era answers it, if only by what it takes instead. */
const greeting = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'patchbay-add', version: '1' } },
})

/** The beginning of an answer: a stream of events may stay open after the first one. */
const readBeginning = async (pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > longestAnswer || /^data:.*\r?\n\r?\n/ms.test(text)) break
  }
  return new TextEncoder().encode(text)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message in an answer: JSON, or the first event of a stream. */
const messageIn = ({ headers, bytes }: FetchAnswer): Record<string, unknown> => {
  const text = new TextDecoder().decode(bytes)
  const isStream = headers.get('content-type')?.includes('text/event-stream') ?? false
  const data = isStream
    ? [...text.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).find((line) => line !== '')
    : text
  return Object(parse(data ?? ''))
}

/** A result of `initialize`, or the versions that a server without it takes. */
const isOfMcp = ({ jsonrpc, result, error }: Record<string, unknown>): boolean => {
  if (jsonrpc !== '2.0') return false
  const { protocolVersion: version, serverInfo, capabilities } = Object(result)
  if (typeof version === 'string' && (serverInfo !== undefined || capabilities !== undefined)) return true
  return Array.isArray(Object(Object(error).data).supported)
}

const namesMetadata = ({ headers }: FetchAnswer): boolean =>
  /\bresource_metadata\s*=/i.test(headers.get('www-authenticate') ?? '')

/** Where RFC 9728 has the metadata of a resource whose answer doesn't name it. */
const hasMetadata = async (address: string, fetcher: Fetcher, signal: AbortSignal): Promise<boolean> => {
  const { origin, pathname } = new URL(address)
  for (const path of new Set([pathname.replace(/\/$/, ''), ''])) {
    const url = `${origin}/.well-known/oauth-protected-resource${path}`
    const request = {
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      signal,
      maxBytes: longestAnswer,
    } as const
    const answer = await fetcher({ ...request, redirects: 'none' }).catch(() => undefined)
    if (answer?.status === 200 && typeof Object(parse(new TextDecoder().decode(answer.bytes))).resource === 'string')
      return true
  }
  return false
}

/** Whether an MCP server answers at an address, and how one signs in there; `undefined`: none does. */
export const findMcpServer = async (address: string, fetcher: Fetcher): Promise<McpSignIn | undefined> => {
  const signal = AbortSignal.timeout(longestMs)
  const answer = await fetcher({
    url: address,
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': protocolVersion,
    },
    body: greeting,
    signal,
    maxBytes: longestAnswer,
    redirects: 'none',
    take: (status, headers, pieces) =>
      status === 200 && headers.get('content-type')?.includes('text/event-stream') ? readBeginning(pieces) : undefined,
  }).catch(() => undefined)
  if (!answer) return undefined
  if (answer.status === 401) {
    if (namesMetadata(answer) || (await hasMetadata(address, fetcher, signal))) return 'OAuth'
    return isOfMcp(messageIn(answer)) ? 'a credential' : undefined
  }
  return isOfMcp(messageIn(answer)) ? 'none' : undefined
}
