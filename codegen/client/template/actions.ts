import type { createGateway } from './index.ts'
import type { components } from './types.ts'

export type ActionParameters = components['schemas']['ActionParameters']

export interface CallOptions {
  /** The key of a write: only one of the calls with the same key is carried out, and the others get its answer. */
  readonly idempotencyKey?: string
  /** Sends a write although the same one may have been carried out. */
  readonly repeat?: boolean
  /** Shows the request that the provider would get, and sends nothing. */
  readonly dryRun?: boolean
}

/**
 * Calls actions of a provider, including those of its document.
 * @example
 * const call = createCall(gateway, 'acme')
 * const { data, error } = await call(action, parameters)
 */
export const createCall =
  (gateway: ReturnType<typeof createGateway>, tenant: string) =>
  <A extends keyof ActionParameters>(
    action: A,
    parameters: ActionParameters[A],
    { idempotencyKey, repeat, dryRun }: CallOptions = {},
  ) =>
    gateway.POST('/api/v1/{tenant}/provider', {
      params: {
        path: { tenant },
        header: {
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
          ...(repeat && { 'X-Repeat': 'true' as const }),
        },
      },
      body: { action, ...parameters, ...(dryRun && { dry_run: true }) } as never,
    })
