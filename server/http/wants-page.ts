/** Paths of programs. Some HTTP libraries ask for HTML by default, e.g. Java's. */
const ofPrograms = /^\/(api|admin|mcp|files|metrics|health|oauth\/(token|register|revoke))(\/|$)/

interface MediaRange {
  readonly type: string
  readonly quality: number
}

/** RFC 9110, section 12.5.1. */
const readAccept = (accept: string): readonly MediaRange[] =>
  accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })

const findQuality = (ranges: readonly MediaRange[], type: string): number =>
  ranges.find((range) => range.type === type)?.quality ?? 0

/**
 * True if a person would read the answer: a browser opens the address. On the paths of programs only a browser's own mark of that counts
 * (https://www.w3.org/TR/fetch-metadata/), or XHTML, which browsers alone ask for.
 */
export const wantsPage = ({ method, headers }: Pick<Request, 'method' | 'headers'>, path: string): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  const ranges = readAccept(headers.get('accept') ?? '')
  const html = findQuality(ranges, 'text/html')
  if (html === 0 || html < findQuality(ranges, 'application/json')) return false
  if (!ofPrograms.test(path)) return true
  return headers.get('sec-fetch-dest') === 'document' || findQuality(ranges, 'application/xhtml+xml') > 0
}
