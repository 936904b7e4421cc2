import type { StoreCache, VendorQuotas } from '../../admission/index.ts'
import type { Deadlines } from '../../context/index.ts'
import { GatewayError } from '../../errors.ts'
import type { AnyConfirm } from '../../provider/index.ts'
import type { Refresher } from '../../refresh/index.ts'
import type { ConfirmRead } from '../../schema/index.ts'
import { readVendor, type TargetParts, type VendorParts, type VendorTarget } from '../../vendor/index.ts'
import { findCredential, isAlive, renewExpired, unusable } from '../credential.ts'

export interface LookParts extends TargetParts {
  readonly vendor: VendorParts
  readonly storeCache: Pick<StoreCache, 'tenant' | 'credential'>
  readonly vendorQuotas: VendorQuotas
  readonly refresher: Refresher
  readonly deadlines: Deadlines
}

type Params = Readonly<Record<string, unknown>>

/** The parameters of the read that shows a write's effect, derived from those of the write. */
export const fillConfirmParams = ({ params: declared }: AnyConfirm, params: Params, since: Date): Params =>
  Object.fromEntries(
    Object.entries(declared)
      .map(([name, value]) => [name, typeof value === 'function' ? value(params, since) : value] as const)
      .filter(([, value]) => value !== undefined),
  )

/** The milliseconds by which the vendor's clock is ahead. Its `Date` header is precise to the second. */
const readSkew = (headers: Headers): number => {
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? 0 : time + 500 - Date.now()
}

const isGone = (error: GatewayError): boolean =>
  error.code === 'UPSTREAM_ERROR' && (error.status === 404 || error.status === 410)

/** A read of an account that shows a write's effect. */
export interface Look extends ConfirmRead {
  readonly target: Pick<VendorTarget, 'ref' | 'domain' | 'account'>
  readonly params: Params
}

/** The read's answer as callers would get it (nothing if the vendor says that nothing is there), and how far the vendor's clock is ahead. */
export type LookAtVendor = (
  look: Look,
  signal: AbortSignal,
) => Promise<{ readonly data: unknown; readonly skewMs: number }>

export const createLookAtVendor =
  (parts: LookParts): LookAtVendor =>
  async ({ target: { domain, account, ref }, name, action, params }, signal) => {
    const { storeCache, vendorQuotas, refresher } = parts
    const deadline = parts.deadlines.start({ startedAt: performance.now(), signal })
    try {
      const stored = await findCredential(storeCache, domain.provider, ref)
      if (stored?.rejected) throw unusable(stored, ref)
      const credential = isAlive(stored) ? stored : await renewExpired(refresher, stored, ref, deadline)
      const vendorQuota = vendorQuotas.find({ domain, account, ref, name }, 'mcp', credential.handoverId)
      const read = { ref, domain, account, credential, name, action, params, vendorQuota }
      const answer = await readVendor(parts, read, signal)
      return { data: action.shape ? action.shape(answer.body, answer) : answer.body, skewMs: readSkew(answer.headers) }
    } catch (thrown) {
      if (thrown instanceof GatewayError && isGone(thrown)) return { data: undefined, skewMs: 0 }
      throw thrown
    } finally {
      deadline.clear()
    }
  }
