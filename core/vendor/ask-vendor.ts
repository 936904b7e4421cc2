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
export const askVendor = (
  parts: VendorParts,
  target: ProviderCall,
  credential: Credential,
  how: AskingHow,
): Promise<ProviderAnswer> => {
  const { deadline, vendorQuota, record, toFile, write } = how
  const sending = { fetcher: parts.access.fetcher, deadline, vendorQuota, record, toFile, write }
  return target.action.before
    ? sendSteps(parts, target, credential, sending).then((completed) =>
        sendOwn(parts, completed, credential, sending, how),
      )
    : sendOwn(parts, target, credential, sending, how)
}

/** Sends the request that the call is about. */
const sendOwn = (
  { access, exchange }: VendorParts,
  target: ProviderCall,
  credential: Credential,
  sending: Sending,
  { idempotencyKey }: AskingHow,
): Promise<ProviderAnswer> => {
  const plan = planRequest(access, target, credential, idempotencyKey)
  return hasPages(plan) ? followPages(plan, exchange.send, sending) : exchange.send(plan, sending)
}

/** The first request that `askVendor` would send, without its credential. Throws the errors that sending would throw before anything is sent. */
export const showToPeople = (
  { access, exchange }: VendorParts,
  target: ProviderCall,
  credential: Credential,
  idempotencyKey: string | undefined,
): ReturnType<VendorExchange['show']> => exchange.show(planRequest(access, target, credential, idempotencyKey))
