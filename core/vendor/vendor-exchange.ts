import type { ProviderAnswer, RequestPlan, Sending, ShownRequest } from '../upstream/index.ts'

export type { Sending } from '../upstream/index.ts'

/**
 * The protocol that a vendor speaks. It owns what happens between a planned request and its answer: departure, the last look at whether a
 * write may still be sent, tries, and answers that come after the call has ended.
 */
export interface VendorExchange {
  /** Throws UPSTREAM_ERROR, TIMEOUT and CLIENT_CLOSED, and RATE_LIMITED before the first try. */
  send(plan: RequestPlan, sending: Sending): Promise<ProviderAnswer>
  /** The request as people may see it. Throws the errors that `send` would throw before anything is sent. */
  show(plan: RequestPlan): ShownRequest
}
