import type { VendorQuotaReport, VendorQuotaRequest, VendorQuotaShare, VendorQuotaTaken } from '../store/index.ts'
import type { ReportedQuota } from './reported-quota.ts'

/** The time for which the last figures of the vendor or the store are trusted while most of the calls are left. */
const freshMs = 1000
/** The interval at which figures are parsed, in milliseconds: parsing takes longer than all other work for a call here. */
const parseIntervalMs = 50
/** The time for which a wait is believed without asking the store: an administrator may lift it at another gateway. */
const believedMs = 2000
const shares = ['people', 'agents'] as const
/** The calls left for each call in progress that allow sending without asking the store. */
const leftForEach = 16

/** This gateway's knowledge of one limit of one account. Times are those of `performance.now()`. */
export class VendorQuotaView {
  left: number | null = null
  limit: number | null = null
  /** True if the vendor has reported figures in this window. */
  isReported = false
  endsAt = 0
  seenAt = Number.NEGATIVE_INFINITY
  heardAt = Number.NEGATIVE_INFINITY
  /** The actions that, by the vendor's answers, come under this limit. */
  readonly actions = new Set<string>()
  /** Calls that this gateway is sending. */
  underWay = 0
  /** Calls that this gateway has sent without asking the store, since it last asked. */
  unasked = 0
  /** The time until which a share is refused. */
  closed: Record<VendorQuotaShare, number> = { people: 0, agents: 0 }
  /** The time until which a refusal is believed without asking the store. */
  believed: Record<VendorQuotaShare, number> = { people: 0, agents: 0 }
  /** Reports that the store doesn't have yet. */
  #news: { readonly report: VendorQuotaReport; readonly at: number } | undefined

  constructor(
    readonly key: string,
    /** The vendor's name for the limit, empty if it has none. `null`: the vendor's answers have no figures. */
    readonly resource: string | null,
    /** True if the vendor's answers have figures. */
    readonly figures: boolean,
  ) {}

  /** True if the figures of an answer can be skipped, because others were read just before and some calls are left. */
  canSkipFigures(action: string, now: number): boolean {
    if (!this.actions.has(action)) return false
    return (
      this.isReported && now - this.heardAt < parseIntervalMs && now < this.endsAt && (this.left ?? 0) >= leftForEach
    )
  }

  /** True if calls may be sent without asking the store: other gateways can't have used up the rest since the last report. */
  isPlenty(now: number): boolean {
    if ((this.figures && !this.isReported) || this.endsAt <= now || now - this.seenAt > freshMs) return false
    const { left, limit } = this
    return left === null || (left * 2 >= (limit ?? 0) && this.underWay * leftForEach < left)
  }

  /** Counts a call that is sent without asking the store. */
  send(): void {
    this.underWay++
    this.unasked++
    if (this.left !== null) this.left--
  }

  /** The report that the store needs before it grants a call. */
  report(now: number): Pick<VendorQuotaRequest, 'sent' | 'report'> {
    // Calls of a window that has ended no longer count.
    const sent = now < this.endsAt ? this.unasked : 0
    this.unasked = 0
    return { sent, report: this.#takeNews(now) }
  }

  /** Takes over the store's decision about a call. Returns true if the call may be sent. */
  see(share: VendorQuotaShare, { granted, left, limit, isReported, resetMs, waitMs }: VendorQuotaTaken): boolean {
    this.seenAt = performance.now()
    this.left = left
    this.limit = limit
    this.isReported = isReported
    this.endsAt = this.seenAt + (left === null ? freshMs : resetMs)
    if (!granted) this.#refuse(share, waitMs)
    return granted
  }

  /**
   * Takes over a vendor's figures. Returns true if the store needs them at once, because other gateways may be waiting for them.
   */
  note(figures: ReportedQuota): boolean {
    const at = performance.now()
    const { left, limit, resetMs } = figures
    const isFirst = !this.isReported || this.endsAt <= at
    this.left = isFirst ? left : Math.min(left, this.left ?? left)
    this.limit = limit ?? Math.max(this.limit ?? 0, left + 1)
    this.seenAt = at
    this.heardAt = at
    if (isFirst) {
      this.isReported = true
      this.endsAt = at + resetMs
      this.closed = { people: 0, agents: 0 }
      this.believed = { people: 0, agents: 0 }
      this.#news = undefined
    } else this.#news = { report: { kind: 'figures', ...figures }, at }
    return isFirst
  }

  /** Notes that the vendor refuses calls for `resetMs`. */
  close(resetMs: number, reason: string | null): VendorQuotaReport {
    this.seenAt = performance.now()
    for (const share of shares) this.#refuse(share, resetMs)
    this.left = 0
    return { kind: 'closed', resetMs, reason }
  }

  #refuse(share: VendorQuotaShare, waitMs: number): void {
    this.closed[share] = this.seenAt + waitMs
    this.believed[share] = this.seenAt + Math.min(waitMs, believedMs)
  }

  keepNews(report: VendorQuotaReport, at: number): void {
    this.#news ??= { report, at }
  }

  /** The reports that the store doesn't have yet, with times relative to now. */
  #takeNews(now: number): VendorQuotaReport | undefined {
    if (!this.#news) return undefined
    const { report, at } = this.#news
    this.#news = undefined
    return report.kind === 'nothing' ? report : { ...report, resetMs: Math.max(1, report.resetMs - (now - at)) }
  }
}
