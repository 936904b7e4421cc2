import { GatewayError, invalid } from '@patchbay/core/errors'
import { pointerToken } from '@patchbay/core/schema'

/**
 * A request's URL, for its path and query. Bun puts the Host header before them only if it looks like a host, and HTTP/1.0
 * has no Host header. Throws VALIDATION_ERROR when the URL is malformed (RFC 9112, section 3.2).
 */
export const readUrl = (url: string): URL => {
  const read = URL.parse(url, 'http://localhost')
  if (!read) throw new GatewayError('VALIDATION_ERROR', 'The Host header or the path is malformed')
  return read
}

const hasQuery = (url: string): boolean => url.includes('?')

/** Throws VALIDATION_ERROR for a repeated query parameter, as programs disagree on which one counts. */
export const refuseRepeatedQuery = (url: string): void => {
  if (hasQuery(url)) readQuery(url)
}

/** The query's parameters by name. Throws VALIDATION_ERROR for a repeated one. */
export const readQuery = (url: string): Map<string, string> => {
  const query = new Map<string, string>()
  for (const [name, value] of readUrl(url).searchParams) {
    if (query.has(name)) throw invalid(`/${pointerToken(name)}`, 'this query parameter is repeated; send it once')
    query.set(name, value)
  }
  return query
}
