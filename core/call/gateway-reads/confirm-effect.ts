import { Access } from '../../access/index.ts'
import { asGatewayError } from '../../errors.ts'
import type { AccountRef } from '../../store/index.ts'
import { loadTarget, type VendorTarget } from '../../vendor/index.ts'
import { describeCall } from '../receive/raw-action.ts'
import { createLookAtVendor, fillConfirmParams, type LookParts } from './look-at-vendor.ts'

/** A write that the vendor may or may not have carried out. */
export interface UnknownWrite {
  readonly ref: AccountRef
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
  /** The moment when the write began. */
  readonly at: Date
  /** The most milliseconds that the write may have taken. */
  readonly tookMs: number
}

/**
 * The effect that the vendor shows. `unclear`: this look couldn't tell, a later one may. `impossible`: no look can tell.
 */
export interface ConfirmFinding {
  readonly effect: 'shown' | 'not-shown' | 'unclear' | 'impossible'
  /** The read that showed the effect, or why none did, without secrets. */
  readonly reason: string | null
}

/** Looks at the vendor for the effect of a write. Rejects only with faults of the gateway or the plugin. */
export type ConfirmEffect = (write: UnknownWrite, signal: AbortSignal) => Promise<ConfirmFinding>

/** The time before the write at which the searched period begins, as the vendor's clock may be late. */
const earlierMs = 60_000
/** The most that the clocks may differ for a look to prove anything. */
const mostSkewMs = 30_000

const noRead = 'the action has no read that shows its effect'

const impossible = (reason: string): ConfirmFinding => ({ effect: 'impossible', reason })
const unclear = (reason: string): ConfirmFinding => ({ effect: 'unclear', reason })

/** The read that shows a write, with the parameters that find it; otherwise the finding that there is no such read. */
const planLook = (target: VendorTarget, params: UnknownWrite['params'], since: Date) => {
  const { confirm } = target.action
  const read = confirm && target.domain.source.confirmRead(confirm.read)
  if (!confirm || !read) return impossible(noRead)
  const canLook = confirm.when?.(params as never) ?? true
  const sought = canLook ? fillConfirmParams(confirm, params, since) : {}
  if (!canLook || !read.check(sought)) return impossible(`${read.name} can’t look for what this call wrote`)
  const { ref, tenant } = target
  const call = describeCall({ ref, name: read.name, action: read.action, params: sought })
  if (Access.of({ tenant: tenant.options }).decide(call).kind === 'refused')
    return unclear(`the tenant's policy doesn't allow ${read.name}`)
  return { confirm, read: { ...read, target, params: sought } }
}

export const createConfirmEffect = (parts: LookParts): ConfirmEffect => {
  const lookAtVendor = createLookAtVendor(parts)

  return async ({ ref, action: name, params, at, tookMs }, signal) => {
    const target = await loadTarget(parts, ref, name)
    if (target.kind === 'suspended') return unclear('the tenant is suspended')
    if (target.kind === 'gone' || target.kind === 'no-domain') return impossible('the account is not there any more')
    if (target.kind === 'no-action') return impossible(noRead)
    const since = new Date(at.getTime() - earlierMs)
    const plan = planLook(target, params, since)
    if ('effect' in plan) return plan
    const { confirm, read } = plan
    try {
      const { data, skewMs } = await lookAtVendor(read, signal)
      if (Math.abs(skewMs) > mostSkewMs) return unclear("the provider's clock and the gateway's differ")
      const began = new Date(at.getTime() + skewMs)
      const over = new Date(began.getTime() + tookMs)
      const shows = confirm.shows(data, { params: params as never, since, began, over })
      if (shows === undefined) return unclear(`the answer of ${read.name} doesn't say it`)
      return { effect: shows ? 'shown' : 'not-shown', reason: read.name }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      if (error.code === 'INTERNAL_ERROR') throw thrown
      return unclear(error.reason)
    }
  }
}
