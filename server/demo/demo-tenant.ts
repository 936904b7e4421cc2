import { randomUUID } from 'node:crypto'
import type { Gateway } from '../gateway.ts'
import { Exchange, type HttpRoute } from '../http/exchange.ts'

export const demoTenantId = 'demo'
const account = 'main'

/** Calls a route in memory: the address that clients use may not lead here, e.g. in a container. Throws GatewayError. */
const askAdmin = async (
  { routes, adminKey }: Pick<Gateway, 'routes' | 'adminKey'>,
  method: HttpRoute['method'],
  path: string,
  { params = {}, body }: { readonly params?: Readonly<Record<string, string>>; readonly body: object },
): Promise<unknown> => {
  const route = routes.find((candidate) => candidate.method === method && candidate.path === path)
  if (!route) throw new Error(`there is no route ${method} ${path}`)
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { 'x-admin-key': adminKey?.made ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const reply = await route.handle(new Exchange(request, params, '127.0.0.1', randomUUID()))
  return JSON.parse(String(reply.body))
}

/**
 * What an operator does for each customer, by the same three requests: the tenant, a tenant token for its callers, and the
 * credential for its account at the CRM. Returns the tenant token.
 */
export const makeDemoTenant = async (gateway: Gateway, credential: string): Promise<string> => {
  await askAdmin(gateway, 'PUT', '/admin/tenants/:tenant', {
    params: { tenant: demoTenantId },
    body: {
      name: 'Demo',
      status: 'active',
      providers: { [demoTenantId]: { accounts: [{ id: account, label: 'Sales' }], default: account } },
    },
  })
  const made = await askAdmin(gateway, 'POST', '/admin/auth', { body: { tenant_id: demoTenantId, label: 'Demo' } })
  await askAdmin(gateway, 'PUT', '/admin/tokens/:tenant/:provider/:account', {
    params: { tenant: demoTenantId, provider: demoTenantId, account },
    body: { access_token: credential, token_type: 'Bearer' },
  })
  return (made as { readonly token: string }).token
}
