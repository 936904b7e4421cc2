import type { Deadlines, VendorQuota } from '../context/index.ts'
import type { AnyAction } from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import type { Domain } from '../schema/index.ts'
import type { Account } from '../store/index.ts'
import {
  followPages,
  hasPages,
  type ProviderAccess,
  type ProviderAnswer,
  planRequest,
  type RequestPlan,
  send,
} from '../upstream/index.ts'

export interface GatewayRead {
  readonly domain: Domain
  readonly account: Account
  readonly credential: Credential
  readonly name: string
  readonly action: AnyAction
  readonly params: Readonly<Record<string, unknown>>
  /** Left out: the quota that the vendor reports isn't looked at. */
  readonly vendorQuota?: VendorQuota | undefined
}

/**
 * Makes a read that no caller asked for: it is neither counted nor cached, and its tries are not recorded. Throws what a call would.
 */
export const readProvider = async (
  parts: ProviderAccess & { readonly deadlines: Deadlines },
  { domain, account, credential, name, action, params, vendorQuota }: GatewayRead,
  signal: AbortSignal,
): Promise<ProviderAnswer> => {
  const deadline = parts.deadlines.start({ startedAt: performance.now(), signal })
  try {
    const request = action.request(params, { settings: account.settings ?? {} })
    const plan = planRequest(parts, { domain, account, name, action, params, request }, credential)
    const record = {
      answered: false,
      tries: undefined,
      firstStatus: 0,
      firstMs: 0,
      writeOutcome: 'absent' as const,
    }
    const sending = { fetcher: parts.fetcher, deadline, vendorQuota, record }
    const sendPage = (page: RequestPlan) => send(page, sending)
    return await (hasPages(plan) ? followPages(plan, sendPage) : sendPage(plan))
  } finally {
    deadline.clear()
  }
}
