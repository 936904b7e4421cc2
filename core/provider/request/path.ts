import { GatewayError, invalid } from '../../errors.ts'

declare const brand: unique symbol

/** An absolute path in which every value is one encoded segment. Only routes and the `path` tag make one. */
export type Path = string & { readonly [brand]: 'Path' }

/** A VALIDATION_ERROR for a value that can't be a segment; core adds the parameter's name. */
export class UnfitSegment extends GatewayError {
  constructor(
    readonly value: string,
    message: string,
  ) {
    super('VALIDATION_ERROR', message, { details: [{ path: '', message }] })
  }
}

const unfitness = (value: unknown, text: string): string | undefined => {
  if (value === null) return "null can't be part of a path"
  if (text === '' || text === '.' || text === '..') {
    return `${JSON.stringify(text)} can't be part of a path: it must not be empty, "." or ".."`
  }
  return text.isWellFormed() ? undefined : "a lone surrogate can't be part of a path"
}

/**
 * True if URL parsing would change the path (WHATWG URL, "path state"): dot segments, also as `%2e`, climb; a backslash is a slash;
 * some control characters vanish. Parameters stand in braces.
 */
export const isChangedByUrl = (path: string): boolean => {
  const literal = path.replaceAll(/\{[^{}]*\}/g, '{}')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a path must not hold
  return /[\\\u0000-\u001f\u007f]/.test(literal) || literal.split('/').some((one) => /^(?:\.|%2e){1,2}$/i.test(one))
}

/** One segment of a path. Throws VALIDATION_ERROR at `place`, the JSON pointer of the parameter. */
export const encodeSegment = (value: string | number, place: string): string => {
  const text = String(value)
  const unfit = unfitness(value, text)
  if (unfit) throw invalid(place, unfit)
  return encodeURIComponent(text)
}

/**
 * Builds a request path for `request`, where a route can't say it. Each value becomes exactly one segment.
 * Throws UnfitSegment for a value that is empty, `.` or `..` (URL parsing would climb out of the path), or that no
 * encoding fits (a lone surrogate).
 * @example path`/users/${'ada'}/posts/${7}`
 */
export const path = (literals: TemplateStringsArray, ...values: readonly (string | number)[]): Path => {
  const encoded = values.map((value) => {
    const text = String(value)
    const unfit = unfitness(value, text)
    if (unfit) throw new UnfitSegment(text, unfit)
    return encodeURIComponent(text)
  })
  return String.raw({ raw: literals }, ...encoded) as Path
}

/**
 * The path and the query of an address that the vendor has answered, for the next request of `before`. Throws UPSTREAM_ERROR for an address
 * at another origin than the declared ones: no request goes where an answer alone says.
 * @example const { path: where, query } = pathOfAddress('https://uploads.example.com/put/1', ['https://uploads.example.com'])
 */
export const pathOfAddress = (
  address: unknown,
  origins: readonly `https://${string}`[],
): { readonly path: Path; readonly query: Readonly<Record<string, string>> } => {
  const url = URL.parse(String(address))
  if (!url || !(origins as readonly string[]).includes(url.origin))
    throw new GatewayError('UPSTREAM_ERROR', 'The provider named an address at another host than its uploads go to')
  return { path: url.pathname as Path, query: Object.fromEntries(url.searchParams) }
}
