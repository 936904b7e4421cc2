import type { Credential } from '../refresh/index.ts'
import {
  followPages,
  hasPages,
  type ProviderAccess,
  type ProviderAnswer,
  type ProviderCall,
  planRequest,
} from '../upstream/index.ts'
import { sendSteps } from './send-steps.ts'
import type { Sending, VendorExchange } from './vendor-exchange.ts'

/** The parts that every request to a vendor needs. */
export interface VendorParts {
  readonly access: ProviderAccess
  readonly exchange: VendorExchange
}

/** The circumstances of a request: its deadline, quota and record. */
export interface AskingHow extends Omit<Sending, 'fetcher'> {
  /** The key of all tries, under any credential, so that the vendor carries the call out once. Left out: the vendor gets none. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Sends a call's request under one credential, and follows its pages. It is the one way to a vendor: for the calls of callers, for looks at what
 * a write did, and for probes. Renewing the credential, the caller's policy, quota and cache stay with them. Throws the errors of sending.
 */
export const askVendor = async (
  parts: VendorParts,
  target: ProviderCall,
  credential: Credential,
  how: AskingHow,
): Promise<ProviderAnswer> => {
  const { access, exchange } = parts
  const { deadline, vendorQuota, record, toFile, write } = how
  const sending = { fetcher: access.fetcher, deadline, vendorQuota, record, toFile, write }
  const completed = target.action.before ? await sendSteps(parts, target, credential, sending) : target
  const plan = planRequest(access, completed, credential, how.idempotencyKey)
  return hasPages(plan) ? followPages(plan, exchange.send, sending) : exchange.send(plan, sending)
}

/** The first request that `askVendor` would send, without its credential. Throws the errors that sending would throw before anything is sent. */
export const showToPeople = (
  { access, exchange }: VendorParts,
  target: ProviderCall,
  credential: Credential,
  idempotencyKey: string | undefined,
): ReturnType<VendorExchange['show']> => exchange.show(planRequest(access, target, credential, idempotencyKey))
