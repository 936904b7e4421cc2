import createClient, { type ClientOptions } from 'openapi-fetch'
import type { paths } from './types.ts'

export type { paths } from './types.ts'

/**
 * A client of the gateway's API: its calls and the admin API, typed by types.ts. Your package needs openapi-fetch. It never throws for an
 * answer: the result has `data` or `error`.
 * @example
 * const gateway = createGateway({ baseUrl: 'http://localhost:3000', headers: { authorization: `Bearer ${token}` } })
 * const { data, error } = await gateway.POST('/api/v1/{tenant}/github', {
 *   params: { path: { tenant: 'acme' } },
 *   body: { action: 'get_user' },
 * })
 */
export const createGateway = (options: ClientOptions) => createClient<paths>(options)
