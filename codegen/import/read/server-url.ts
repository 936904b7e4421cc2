import { isChangedByUrl } from '@patchbay/core/provider'
import { isNode, type Node, toList, toNode } from './node.ts'

/** The parts of a document's server, its variables resolved as far as the document says them. */
export interface ServerUrl {
  /** Unset: the server is a base path alone. Variables with a value for each account stand in braces. */
  readonly host?: string
  /** Empty, or begins with `/`. */
  readonly path: string
  /** The host with the defaults of all variables, where they make one. */
  readonly defaultHost?: string
  readonly doubt?: string
  describe(variable: string): unknown
}

const variable = /\{([^{}]+)\}/g

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** The default of a variable, or the first of its values. */
const readDefault = (node: Node): string | undefined => toText(node.default) ?? toText(toList(node.enum)[0])

const hasChoices = (node: Node): boolean => toList(node.enum).length > 0

/** True for text that a person has to replace in a document's example. */
const isFiller = (text: string): boolean =>
  /[<>\s]|\{[^{}]*\}|^x{2,}$|^(?:your|my)[-_]?\w|^(?:host(?:name)?|url|server|base_?url|example|todo|string|n\/?a)$/i.test(
    text,
  )

/** A server without scheme that begins with a host: `api.vendor.com/v1`, `localhost:8080`. */
const bareHost = /^(?:[\w-]+:\d+|(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?)(?:\/|$)/i

/** `undefined`: the document has no server there, or one that can't be read. */
export const readServerUrl = (value: unknown): ServerUrl | undefined => {
  if (!isNode(value) || typeof value.url !== 'string') return undefined
  const variables = toNode(value.variables)
  const lookUp = (name: string): Node => toNode(Object.hasOwn(variables, name) ? variables[name] : undefined)
  const url = beginWithUrl(value.url.trim(), lookUp)
    .replace(/^\{[^{}]*\}:\/\//, 'https://')
    .replace(/[?#].*$/s, '')
  const whole =
    bareHost.test(url) || /^\{[^{}]+\}(?::|$|\/)/.test(url) ? `https://${url}` : url.replace(/^\/\//, 'https://')
  if (!/^[a-z][a-z0-9+.-]*:/i.test(whole)) return readBasePath(whole, lookUp)
  const [, rawHost = '', ownPath = ''] = /^https?:\/\/([^/]*)(\/.*)?$/is.exec(whole) ?? []
  const rawPath = readPathInHost(rawHost, lookUp) + ownPath
  const path = resolvePath(rawPath, lookUp)
  if (rawHost === '' || path === undefined) return undefined
  const host = resolveHost(rawHost, lookUp)
  const defaultHost = withoutUsualPort(
    rawHost.replaceAll(variable, (all, name: string) => readDefault(lookUp(name)) ?? all).replace(/\/.*$/s, ''),
  )
  return {
    host,
    path,
    ...(!defaultHost.includes('{') && { defaultHost: defaultHost.toLowerCase() }),
    ...(hasFiller(rawPath, lookUp) && { doubt: 'a variable of the base path has a placeholder as its default' }),
    describe: (name) => lookUp(name).description,
  }
}

/** The base path in the default of a host that is one variable: `api.vendor.com/v1`. */
const readPathInHost = (host: string, lookUp: (name: string) => Node): string => {
  const [, name = ''] = /^\{([^{}]+)\}$/.exec(host) ?? []
  return /^[^/]+(\/.*)$/s.exec(readDefault(lookUp(name)) ?? '')?.[1]?.replace(/\/$/, '') ?? ''
}

/** A variable that is a whole URL, its scheme and host, or a path, as its default. */
const beginWithUrl = (url: string, lookUp: (name: string) => Node): string =>
  url
    .replaceAll(variable, (all, name: string) => {
      const usual = readDefault(lookUp(name)) ?? ''
      return /^\/(?!\/)/.test(usual) ? usual : all
    })
    .replace(/^\{([^{}]+)\}/, (all, name: string) => {
      const usual = readDefault(lookUp(name)) ?? ''
      return usual.includes('://') ? usual.replace(/\/+$/, '') : all
    })

const readBasePath = (url: string, lookUp: (name: string) => Node): ServerUrl | undefined => {
  if (url === '' || isFiller(url)) return undefined
  const path = resolvePath(url.startsWith('/') ? url : `/${url.replace(/^\.\//, '')}`, lookUp)
  return path === undefined ? undefined : { path: path === '' ? '/' : path, describe: () => undefined }
}

/** `undefined`: a part of it has no value, or URL parsing would change it. */
const resolvePath = (path: string, lookUp: (name: string) => Node): string | undefined => {
  const resolved = path
    .replaceAll(variable, (all, name: string) => readDefault(lookUp(name)) ?? all)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/+$/, '')
  return /\{[^{}]*\}/.test(resolved) || isChangedByUrl(resolved) ? undefined : resolved
}

const hasFiller = (path: string, lookUp: (name: string) => Node): boolean =>
  [...path.matchAll(variable)].some(([, name = '']) => {
    const node = lookUp(name)
    return !hasChoices(node) && isFiller(readDefault(node) ?? '')
  })

/** Variables with a list of values, or whose default is empty, have their default; others are each account's own. */
const resolveHost = (host: string, lookUp: (name: string) => Node): string =>
  withoutUsualPort(
    host
      .replaceAll(variable, (all, name: string) => {
        const node = lookUp(name)
        const usual = readDefault(node)
        const isPart = host.replace(/:.*$/, '') !== all
        return usual !== undefined && (usual === '' ? isPart : hasChoices(node)) ? usual : all
      })
      // A setting of a host has no port.
      .replace(/:\{[^{}]*\}$/, ''),
  )

const withoutUsualPort = (host: string): string => host.replace(/:(?:443|80)?$/, '')
