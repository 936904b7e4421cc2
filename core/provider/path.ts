import { GatewayError } from '../errors.ts'

declare const brand: unique symbol

/** An absolute path in which every value is one encoded segment. Only the `path` tag makes one. */
export type Path = string & { readonly [brand]: 'Path' }

/** A VALIDATION_ERROR for a value that can't be a segment; the caller adds the parameter's name. */
export class UnfitSegment extends GatewayError {
  constructor(
    readonly value: string,
    message: string,
  ) {
    super('VALIDATION_ERROR', message, { details: [{ path: '', message }] })
  }
}

/**
 * Builds a request path: path`/crm/v3/objects/${type}`. Each value becomes exactly one segment.
 * Throws UnfitSegment for a value that is empty, `.` or `..` (URL parsing would climb out of the path), or that no
 * encoding fits (a lone surrogate).
 */
export const path = (literals: TemplateStringsArray, ...values: readonly (string | number)[]): Path => {
  const encoded = values.map(segment)
  return String.raw({ raw: literals }, ...encoded) as Path
}

const segment = (value: string | number): string => {
  const text = String(value)
  if (text === '' || text === '.' || text === '..') {
    throw new UnfitSegment(text, `${JSON.stringify(text)} can't be part of a path: it must not be empty, "." or ".."`)
  }
  if (!text.isWellFormed()) throw new UnfitSegment(text, "a lone surrogate can't be part of a path")
  return encodeURIComponent(text)
}
