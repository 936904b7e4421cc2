import type { createGateway } from './index.ts'
import type { components } from './types.ts'

export type Actions = components['schemas']['Actions']

/**
 * Calls actions of a provider, including those of its document.
 * @example
 * const call = createCall(gateway, 'acme')
 * const { data, error } = await call(action, parameters)
 */
export const createCall =
  (gateway: ReturnType<typeof createGateway>, tenant: string) =>
  <A extends keyof Actions>(action: A, parameters: Actions[A]) =>
    gateway.POST('/api/v1/{tenant}/provider', {
      params: { path: { tenant } },
      body: { action, ...parameters } as never,
    })
