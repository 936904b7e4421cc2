import { StripeError } from './stripe-error.ts'

export interface Outcome {
  readonly status: number
  readonly body: unknown
}

/**
 * The first outcome of a key is every later one's, and other parameters under the same key are refused:
 * https://docs.stripe.com/api/idempotent_requests. What fails validation isn't kept.
 */
export const createIdempotency = () => {
  const kept = new Map<string, Outcome & { readonly request: string; readonly requestId: string }>()
  return {
    run: (
      { key, request, requestId }: { key: string | undefined; request: string; requestId: string },
      execute: () => Outcome,
    ): Outcome & { readonly headers: Readonly<Record<string, string>> } => {
      if (key === undefined) return { ...execute(), headers: {} }
      const before = kept.get(key)
      if (before && before.request !== request) {
        throw new StripeError(
          400,
          'idempotency_error',
          `Keys for idempotent requests can only be used with the parameters they were first used with: '${key}'`,
        )
      }
      const outcome = before ?? { ...execute(), request, requestId }
      kept.set(key, outcome)
      const replayed = before && { 'idempotent-replayed': 'true', 'original-request': before.requestId }
      return { status: outcome.status, body: outcome.body, headers: { 'idempotency-key': key, ...replayed } }
    },
  }
}
