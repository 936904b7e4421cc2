import type { HttpRoute } from '../../../server/http/exchange.ts'
import { filled, hostileHeaders, hostileJson, hostilePairs, mostForm, mostHead, readHeaders } from './hostile-values.ts'
import type { HostileRequest } from './request.ts'

const pathOf = (path: string, value: string): string => path.replaceAll(/:\w+/g, value).replace('*', value)

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** Requests for a route without requests of its own. `credential`: the headers that let a caller in, or none; `plain`: an existing path. */
export const forAnyRoute = (
  { method, path }: Pick<HttpRoute, 'method' | 'path'>,
  credential: Readonly<Record<string, string>> = {},
  plain = pathOf(path, 'main'),
): HostileRequest[] => {
  const route = `${method} ${path}`
  const one = (what: string, more: Partial<HostileRequest>): HostileRequest => ({
    route,
    what,
    method,
    path: plain,
    ...more,
    headers: { ...credential, ...more.headers },
  })
  const bodies =
    method === 'GET'
      ? []
      : [
          ...Object.entries(hostileJson).map(([what, body]) =>
            one(`as JSON ${what}`, { headers: json, body: () => body }),
          ),
          ...Object.entries(hostilePairs(mostForm)).map(([what, body]) =>
            one(`as a form ${what}`, { headers: form, body: () => body }),
          ),
        ]
  return [
    ...bodies,
    ...Object.entries(hostilePairs(mostHead)).map(([what, query]) =>
      one(`in the query ${what}`, { path: `${plain}?${query}` }),
    ),
    ...readHeaders.flatMap((name) =>
      Object.entries(hostileHeaders).map(([what, value]) => one(`in ${name} ${what}`, { headers: { [name]: value } })),
    ),
    ...(plain === path
      ? []
      : ['%41', 'x', '%2e%2e%2f', '%'].map((text) =>
          one(`a path of ${text}`, { path: pathOf(path, filled(text, mostHead / 4)) }),
        )),
  ]
}
