import { randomUUID } from 'node:crypto'
import type { Gateway } from '../gateway.ts'
import { Exchange, type HttpRoute, type Reply } from '../http/exchange.ts'

/** An address for documentation (RFC 5737), so that the demo's own calls don't use up its visitor's limit. */
export const demoAddress = '203.0.113.24'

interface Ask {
  readonly params?: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object | undefined
  readonly ip?: string
}

/** Calls a route in memory: the address that clients use may not lead here, e.g. in a container. Throws GatewayError. */
export const askRoute = async (
  { routes }: Pick<Gateway, 'routes'>,
  method: HttpRoute['method'],
  path: string,
  { params = {}, headers, body, ip = demoAddress }: Ask,
): Promise<Reply> => {
  const route = routes.find((candidate) => candidate.method === method && candidate.path === path)
  if (!route) throw new Error(`there is no route ${method} ${path}`)
  const request = new Request(`http://localhost${path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? '')}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return await route.handle(new Exchange(request, params, ip, randomUUID()))
}

/** Sends a request with the admin key. Throws GatewayError. */
export const askAdmin = async <Answer = unknown>(
  gateway: Pick<Gateway, 'routes' | 'adminKey'>,
  method: HttpRoute['method'],
  path: string,
  { params, body }: Pick<Ask, 'params' | 'body'> = {},
): Promise<Answer> => {
  const headers = { 'x-admin-key': gateway.adminKey?.newKey ?? '' }
  const reply = await askRoute(gateway, method, path, { ...(params && { params }), headers, body })
  return JSON.parse(String(reply.body))
}
