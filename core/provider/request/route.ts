import type { Params } from '../parameters.ts'
import { encodeSegment, type Path } from './path.ts'
import type { Method } from './request.ts'

/**
 * A method and a path as the vendor's documentation writes them; `{name}` takes the parameter of that name, and
 * `{settings.name}` the account's setting.
 * @example 'GET /repos/{owner}/{repo}/issues'
 * @example 'GET /v3/company/{settings.company}/customers'
 */
export type Route = `${Method} /${string}`

/** The names of the parameters in a route's braces. */
export type NamesIn<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, `settings.${string}`> | NamesIn<Rest>
  : never

/** A route taken apart once, when the plugin is loaded. */
export interface ParsedRoute {
  readonly method: Method
  /** The names of the parameters in braces, in their order. */
  readonly names: readonly string[]
  /**
   * The path with each value as one encoded segment. Throws VALIDATION_ERROR at the parameter whose value is empty, `.`
   * or `..` (URL parsing would climb out of the path) or can't be encoded, and TypeError for a setting that isn't there.
   */
  path(params: Readonly<Record<string, unknown>>, settings: Readonly<Record<string, string>>): Path
}

const inSettings = 'settings.'

const shape = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[^\s?#]*)$/

/** Throws TypeError for what is not a method and path. */
export const parseRoute = (route: string): ParsedRoute => {
  const [, method, template] = shape.exec(route) ?? []
  if (method === undefined || template === undefined) {
    throw new TypeError(
      `${JSON.stringify(route)} is not a route: write a method, a space and a path, like "GET /items/{item_id}"`,
    )
  }
  const pieces = template.split(/\{([^{}]*)\}/)
  const literals = pieces.filter((_, i) => i % 2 === 0)
  const names = pieces.filter((_, i) => i % 2 === 1)
  if (literals.some((literal) => /[{}]/.test(literal)) || names.includes('')) {
    throw new TypeError(`the route ${JSON.stringify(route)} has an unmatched brace`)
  }
  if (template !== '/' && template.split('/').slice(1, -1).includes(''))
    throw new TypeError(`the route ${JSON.stringify(route)} has two slashes in a row`)
  if (/\/\.{1,2}(\/|$)/.test(template))
    throw new TypeError(`the route ${JSON.stringify(route)} has a . or .. segment, which URLs remove`)
  return {
    method: method as Method,
    names: names.filter((name) => !name.startsWith(inSettings)),
    path(params, settings) {
      let path = literals[0] ?? ''
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as string
        const value = name.startsWith(inSettings)
          ? requireSetting(settings, name.slice(inSettings.length))
          : (params[name] as string | number)
        path += encodeSegment(value, `/${name}`) + literals[i + 1]
      }
      return path as Path
    },
  }
}

const requireSetting = (settings: Readonly<Record<string, string>>, name: string): string => {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined
  if (value === undefined) throw new TypeError(`the route needs the setting \`${name}\`: declare it under \`settings\``)
  return value
}

/** Each name in braces must be a parameter that callers can't leave out. */
export type PathParams<R extends Route> = {
  readonly [Name in NamesIn<R>]: Params[string] & { readonly '~optional'?: never }
}
