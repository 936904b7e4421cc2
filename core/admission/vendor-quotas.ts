import { LRUCache } from 'lru-cache'
import type { CallSource, Deadline, PreparedCall, VendorQuota, VendorRefusal } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import { longestClosedMs } from '../fetch/index.ts'
import { inBackground } from '../in-background.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { pause } from '../pause.ts'
import type { Limits } from '../provider/index.ts'
import {
  type Account,
  type AccountRef,
  accountPath,
  type ClosedQuota,
  type Store,
  type VendorQuotaCounts,
  type VendorQuotaReport,
  type VendorQuotaShare,
} from '../store/index.ts'
import { readReportedLimit } from './reported-quota.ts'
import { VendorQuotaView } from './vendor-quota-view.ts'

/** The effect of a vendor's limit on a call: it `waited`, or the gateway `refused` it. `vendor_refused`: the vendor itself did. */
export type LimitOutcome = 'waited' | 'refused' | 'vendor_refused'

type OnLimit = (provider: string, outcome: LimitOutcome) => void

/** A call under its vendor's limit. */
type LimitedCall = Pick<PreparedCall, 'domain' | 'account' | 'ref' | 'name'>
/** The handover of a credential. Refusals under an earlier credential don't bind a new one, which may be of another account. */
type HandoverId = string | null | undefined

/**
 * Tracks how many calls vendors' own rate limits leave, and shares that with the other gateways (docs/call-limits.md, "Vendors' limits").
 */
export interface VendorQuotas {
  /** The limit of a call; `undefined` for a provider whose answers have no figures. People call over REST, agents over MCP. */
  find(call: LimitedCall, source: CallSource, handoverId: HandoverId): VendorQuota | undefined
  /** Lets calls of the account be sent again, at every gateway. */
  lift(ref: AccountRef): MaybePromise<void>
}

/** The limits under which no call of any account is left, by the account and its credential. */
export const readClosedQuotas = async ({ vendorQuotas }: Pick<Store, 'vendorQuotas'>) => {
  const closed = new Map<string, ClosedQuota>()
  for (const quota of await vendorQuotas.closed()) {
    const [path = '', handoverId = ''] = quota.key.split(' ')
    const before = closed.get(accountKey(path, handoverId))
    if (!before || before.endsInMs < quota.endsInMs) closed.set(accountKey(path, handoverId), quota)
  }
  return (ref: AccountRef, handoverId: string | null): ClosedQuota | undefined =>
    closed.get(accountKey(accountPath(ref), handoverId))
}

const accountKey = (path: string, handoverId: HandoverId): string => `${path} ${handoverId ?? ''}`

/** The views of one account's limits by action, as long as no action has come under another limit. */
interface AccountViews {
  readonly epoch: number
  readonly handoverId: HandoverId
  readonly byAction: Map<string, VendorQuotaView>
}

/** The views of all limits in use, and the parts that keep them true. */
class Views {
  readonly #views = new LRUCache<string, VendorQuotaView>({ max: 10_000 })
  /** The views by the account object itself, so that a call needn't build a key. */
  readonly #byAccount = new WeakMap<Account, AccountViews>()
  /** The limit of each action, by the vendor's last answer to it; `null`: its answers have no figures. */
  readonly #resources = new Map<string, string | null>()
  /** The first limit that a provider has named. It is assumed for actions that haven't been called yet. */
  readonly #firstResources = new Map<string, string>()
  /** A number that changes when an action comes under another limit. */
  #epoch = 0

  constructor(
    readonly counts: VendorQuotaCounts,
    readonly onLimit: OnLimit,
  ) {}

  learn(provider: string, action: string, resource: string | null): void {
    this.#epoch++
    this.#resources.set(`${provider} ${action}`, resource)
    if (resource !== null && !this.#firstResources.has(provider)) this.#firstResources.set(provider, resource)
  }

  of(call: LimitedCall, limits: Limits, handoverId: HandoverId): VendorQuotaView {
    let views = this.#byAccount.get(call.account)
    if (views?.epoch !== this.#epoch || views.handoverId !== handoverId) {
      views = { epoch: this.#epoch, handoverId, byAction: new Map() }
      this.#byAccount.set(call.account, views)
    }
    const earlier = views.byAction.get(call.name)
    if (earlier) return earlier
    const view = this.#find(call, limits, handoverId)
    views.byAction.set(call.name, view)
    return view
  }

  /** Drops the views of an account; they are built anew. */
  forget(ref: AccountRef): void {
    this.#epoch++
    const start = `${accountPath(ref)} `
    for (const key of [...this.#views.keys()]) if (key.startsWith(start)) this.#views.delete(key)
  }

  #find({ ref, name }: LimitedCall, limits: Limits, handoverId: HandoverId): VendorQuotaView {
    const reported = this.#resources.get(`${ref.provider} ${name}`)
    const resource = reported === undefined ? (this.#firstResources.get(ref.provider) ?? '') : reported
    const part = limits.per === 'action' || resource === null ? name : ''
    const key = `${accountKey(accountPath(ref), handoverId)} ${resource ?? ''} ${part}`
    const view = this.#views.get(key)
    if (view) return view
    const newView = new VendorQuotaView(key, resource, limits.headers !== 'Retry-After' && resource !== null)
    this.#views.set(key, newView)
    return newView
  }

  /** Reports to the store without waiting for it. A report that failed is sent again with the next call. */
  tell(view: VendorQuotaView, report: VendorQuotaReport): void {
    const at = performance.now()
    const reporting = this.counts.tell(view.key, report)
    if (reporting instanceof Promise)
      inBackground(
        reporting.catch(() => view.keepNews(report, at)),
        'report_quota',
      )
  }
}

const refusal = (title: string, { left }: VendorQuotaView, waitMs: number): GatewayError => {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  const what =
    left !== null && left > 0
      ? `The rest of ${title}'s own rate limit for this account is reserved for people`
      : `${title}'s own rate limit for this account is reached`
  return new GatewayError('RATE_LIMITED', `${what}; try again in ${retryAfter} s`, { retryAfter })
}

class CallLimit implements VendorQuota {
  #view: VendorQuotaView

  constructor(
    readonly views: Views,
    readonly call: LimitedCall,
    readonly limits: Limits,
    readonly share: VendorQuotaShare,
    readonly handoverId: HandoverId,
  ) {
    this.#view = views.of(call, limits, handoverId)
  }

  take(deadline: Deadline): MaybePromise<void> {
    const view = this.#view
    if (view.isPlenty(performance.now())) return view.send()
    const granted = this.#isGranted()
    if (granted !== true) return this.#wait(granted, deadline)
    view.underWay++
  }

  async #wait(firstGrant: MaybePromise<boolean>, deadline: Deadline): Promise<void> {
    const { provider } = this.call.domain
    for (let waits = 0; !(await (waits === 0 ? firstGrant : this.#isGranted())); waits++) {
      const waitMs = this.#view.closed[this.share] - performance.now()
      if (performance.now() + waitMs >= deadline.at) {
        this.views.onLimit(provider.id, 'refused')
        throw refusal(provider.title, this.#view, waitMs)
      }
      if (waits === 0) this.views.onLimit(provider.id, 'waited')
      await pause(waitMs, deadline.signal())
      // The first answer may have said that the call comes under another limit.
      this.#view = this.views.of(this.call, this.limits, this.handoverId)
    }
    this.#view.underWay++
  }

  #isGranted(): MaybePromise<boolean> {
    const view = this.#view
    const now = performance.now()
    const { share } = this
    if (view.believed[share] > now) return false

    const decision = this.views.counts.take(view.key, { share, figures: view.figures, ...view.report(now) })
    return decision instanceof Promise ? decision.then((answer) => view.see(share, answer)) : view.see(share, decision)
  }

  receive({ status, headers }: { readonly status: number; readonly headers: Headers }, refusal?: VendorRefusal): void {
    const { views, limits, call } = this
    const { provider } = call.ref
    this.#view.underWay--
    if (refusal === undefined && this.#view.canSkipFigures(call.name, performance.now())) return
    const reportedLimit = readReportedLimit(headers, limits)
    const { resource, figures } = this.#view
    const unreported = status < 400 && figures ? null : resource
    const now = reportedLimit ? reportedLimit.resource : unreported
    if (now !== resource) {
      this.#view.actions.delete(call.name)
      views.learn(provider, call.name, now)
    }
    if (refusal) views.onLimit(provider, 'vendor_refused')

    const view = now === resource ? this.#view : views.of(call, limits, this.handoverId)
    if (reportedLimit) view.actions.add(call.name)
    if (refusal && refusal.wait > 0)
      views.tell(view, view.close(Math.min(longestClosedMs, refusal.wait * 1000), refusal.reason))
    else if (reportedLimit && view.note(reportedLimit)) views.tell(view, { kind: 'figures', ...reportedLimit })
    else if (!reportedLimit && view.figures && !view.isReported) views.tell(view, { kind: 'nothing' })
  }

  unanswered(): void {
    this.#view.underWay--
  }
}

export const createVendorQuotas = (counts: VendorQuotaCounts, onLimit: OnLimit): VendorQuotas => {
  const views = new Views(counts, onLimit)
  return {
    lift(ref) {
      views.forget(ref)
      return counts.forget(`${accountPath(ref)} `)
    },
    find(call, source, handoverId) {
      const { limits } = call.domain.provider
      return limits && new CallLimit(views, call, limits, source === 'rest' ? 'people' : 'agents', handoverId)
    },
  }
}
