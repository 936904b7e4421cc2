import { Access } from '../access/index.ts'
import type { StoreCache, VendorQuotas } from '../admission/index.ts'
import type { Deadlines } from '../context/index.ts'
import { asGatewayError, GatewayError } from '../errors.ts'
import { type AnyConfirm, actionKind } from '../provider/index.ts'
import type { Refresher } from '../refresh/index.ts'
import type { ConfirmRead, Domain } from '../schema/index.ts'
import type { Account, AccountRef } from '../store/index.ts'
import type { ProviderAccess } from '../upstream/index.ts'
import { findCredential, isAlive, renewExpired, unusable } from './credential.ts'
import { readProvider } from './read-provider.ts'

/** A write of which nobody knows whether the vendor has carried it out. */
export interface UnknownWrite {
  readonly ref: AccountRef
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
  /** When it began. */
  readonly at: Date
  /** How long it may have taken at most, in milliseconds. */
  readonly tookMs: number
}

/**
 * What the vendor was found to have. `unclear`: this time it couldn't be told, a later time may tell. `impossible`: no time will.
 */
export interface ConfirmFinding {
  readonly effect: 'shown' | 'not-shown' | 'unclear' | 'impossible'
  /** The read by which it was told, or why it couldn't be told, without secrets. */
  readonly reason: string | null
}

/** Looks at the vendor for the effect of a write. Rejects only with what is a fault of the gateway or the plugin. */
export type ConfirmEffect = (write: UnknownWrite, signal: AbortSignal) => Promise<ConfirmFinding>

type Parts = ProviderAccess & {
  readonly domains: ReadonlyMap<string, Domain>
  readonly storeCache: Pick<StoreCache, 'tenant' | 'credential'>
  readonly vendorQuotas: VendorQuotas
  readonly refresher: Refresher
  readonly deadlines: Deadlines
}

/** What reads look for begins so long before the write, as the vendor's clock may be late. */
const earlierMs = 60_000
/** Clocks that differ by more tell nothing. */
const mostSkewMs = 30_000

const impossible = (reason: string): ConfirmFinding => ({ effect: 'impossible', reason })
const unclear = (reason: string): ConfirmFinding => ({ effect: 'unclear', reason })

/** The read's parameters, made of the write's. */
const fillParams = (
  { params: declared }: AnyConfirm,
  params: UnknownWrite['params'],
  since: Date,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(declared)
      .map(([name, value]) => [name, typeof value === 'function' ? value(params, since) : value] as const)
      .filter(([, value]) => value !== undefined),
  )

/** How much the vendor's clock is ahead, in milliseconds; its time is written to the second. */
const readSkew = (headers: Headers): number => {
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? 0 : time + 500 - Date.now()
}

const isGone = (error: GatewayError): boolean =>
  error.code === 'UPSTREAM_ERROR' && (error.status === 404 || error.status === 410)

export const createConfirmEffect = (parts: Parts): ConfirmEffect => {
  const { domains, storeCache, vendorQuotas, refresher } = parts

  /** What callers of the read would get, and how much the vendor's clock is ahead. */
  const look = async (
    domain: Domain,
    account: Account,
    ref: AccountRef,
    read: ConfirmRead & { readonly params: UnknownWrite['params'] },
    signal: AbortSignal,
  ): Promise<{ readonly data: unknown; readonly skewMs: number }> => {
    const { name, action, params } = read
    const deadline = parts.deadlines.start({ startedAt: performance.now(), signal })
    try {
      const stored = await findCredential(storeCache, domain.provider, ref)
      if (stored?.rejected) throw unusable(stored, ref)
      const credential = isAlive(stored) ? stored : await renewExpired(refresher, stored, ref, deadline)
      const vendorQuota = vendorQuotas.find({ domain, account, ref, name }, { source: 'mcp' })
      const answer = await readProvider(
        parts,
        { domain, account, credential, name, action, params, vendorQuota },
        signal,
      )
      return { data: action.shape ? action.shape(answer.body, answer) : answer.body, skewMs: readSkew(answer.headers) }
    } catch (thrown) {
      if (thrown instanceof GatewayError && isGone(thrown)) return { data: undefined, skewMs: 0 }
      throw thrown
    } finally {
      deadline.clear()
    }
  }

  return async ({ ref, action: name, params, at, tookMs }, signal) => {
    const tenant = await storeCache.tenant(ref.tenant)
    const entry = tenant && Object.hasOwn(tenant.providers, ref.provider) ? tenant.providers[ref.provider] : undefined
    const account = entry?.accounts.find(({ id }) => id === ref.account)
    const domain = domains.get(ref.provider)
    if (!tenant || !account || !domain) return impossible('the account is not there any more')
    if (tenant.status !== 'active') return unclear('the tenant is suspended')
    const confirm = domain.source.action(name)?.confirm
    const read = confirm && domain.source.confirmRead(confirm.read)
    if (!confirm || !read) return impossible('the action has no read that shows its effect')

    const since = new Date(at.getTime() - earlierMs)
    const canLook = confirm.when?.(params as never) ?? true
    const sought = canLook ? fillParams(confirm, params, since) : {}
    if (!canLook || !read.check(sought)) return impossible(`${read.name} can’t look for what this call wrote`)
    const kind = actionKind(read.action.effect)
    if (!Access.of({ tenant: tenant.options }).admits(ref.provider, read.name, kind, ref.account))
      return unclear(`the tenant's policy doesn't allow ${read.name}`)
    try {
      const { data, skewMs } = await look(domain, account, ref, { ...read, params: sought }, signal)
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
