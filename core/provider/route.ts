import type { Params } from './parameters.ts'
import { encodeSegment, type Path } from './path.ts'
import type { Method } from './request.ts'

/**
 * A method and a path as the vendor's documentation writes them; `{name}` takes the parameter of that name.
 * @example 'GET /repos/{owner}/{repo}/issues'
 */
export type Route = `${Method} /${string}`

/** The names in a route's braces. */
export type NamesIn<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A route taken apart once, when the plugin is loaded. */
export interface ParsedRoute {
  readonly method: Method
  /** The names in braces, in their order. */
  readonly names: readonly string[]
  /**
   * The path with each value as one encoded segment. Throws VALIDATION_ERROR at the parameter whose value is empty, `.`
   * or `..` (URL parsing would climb out of the path) or can't be encoded.
   */
  path(params: Readonly<Record<string, unknown>>): Path
}

const shape = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[^\s?#]*)$/

/** Throws TypeError for what is no method and path. */
export const parseRoute = (route: string): ParsedRoute => {
  const [, method, template] = shape.exec(route) ?? []
  if (method === undefined || template === undefined) {
    throw new TypeError(
      `${JSON.stringify(route)} is no route: write a method, a space and a path, like "GET /items/{item_id}"`,
    )
  }
  const pieces = template.split(/\{([^{}]*)\}/)
  const literals = pieces.filter((_, i) => i % 2 === 0)
  const names = pieces.filter((_, i) => i % 2 === 1)
  if (literals.some((literal) => /[{}]/.test(literal)) || names.includes('')) {
    throw new TypeError(`the route ${JSON.stringify(route)} has a brace that opens or closes nothing`)
  }
  if (template !== '/' && template.split('/').slice(1, -1).includes(''))
    throw new TypeError(`the route ${JSON.stringify(route)} has two slashes in a row`)
  if (/\/\.{1,2}(\/|$)/.test(template))
    throw new TypeError(`the route ${JSON.stringify(route)} has a segment that URLs take away: . or ..`)
  return {
    method: method as Method,
    names,
    path(params) {
      let path = literals[0] ?? ''
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as string
        path += encodeSegment(params[name] as string | number, `/${name}`) + literals[i + 1]
      }
      return path as Path
    },
  }
}

/** Each name in braces must be a parameter that callers can't leave out. */
export type PathParams<R extends Route> = {
  readonly [Name in NamesIn<R>]: Params[string] & { readonly '~optional'?: never }
}
