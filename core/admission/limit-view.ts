import type { Share, Taken, TakeRequest, ToldAllowance } from '../store/index.ts'
import type { ToldLimit } from './told-limits.ts'

/** For how long what the vendor or the store has said is taken as true, while most of the calls are left. */
const freshMs = 1000
/** How often figures are read, in milliseconds: reading them takes longer than all else that is done for a call here. */
const knownMs = 50
/** Calls are sent without asking the store while so many are left for each one that is being sent. */
const leftForEach = 16

/** What this gateway knows of one limit of one account. Times are those of `performance.now()`. */
export class LimitView {
  left: number | null = null
  limit: number | null = null
  /** Whether the vendor has said something in this window. */
  told = false
  endsAt = 0
  seenAt = Number.NEGATIVE_INFINITY
  heardAt = Number.NEGATIVE_INFINITY
  /** The actions of which the vendor has said that they come under this limit. */
  readonly actions = new Set<string>()
  /** Calls that this gateway is sending. */
  sent = 0
  /** Calls that this gateway has sent without asking the store, since it last asked. */
  unasked = 0
  /** Until when a share is refused without asking the store. */
  closed: Record<Share, number> = { people: 0, agents: 0 }
  /** What the store hasn't heard yet. */
  #news: { readonly told: ToldAllowance; readonly at: number } | undefined

  constructor(
    readonly key: string,
    /** As the vendor has named the limit; empty where it has no name, `null`: the vendor's answers have no figures. */
    readonly resource: string | null,
    /** Whether the vendor's answers have figures. */
    readonly figures: boolean,
  ) {}

  /** So soon after other figures, and with some calls left, those of an action which comes under this limit needn't be read. */
  isKnown(action: string, now: number): boolean {
    if (!this.actions.has(action)) return false
    return this.told && now - this.heardAt < knownMs && now < this.endsAt && (this.left ?? 0) >= leftForEach
  }

  /** Calls may be sent without asking the store: others can't have used up what is left since it was told. */
  isPlenty(now: number): boolean {
    if ((this.figures && !this.told) || this.endsAt <= now || now - this.seenAt > freshMs) return false
    const { left, limit } = this
    return left === null || (left * 2 >= (limit ?? 0) && this.sent * leftForEach < left)
  }

  /** A call that is sent without asking. */
  send(): void {
    this.sent++
    this.unasked++
    if (this.left !== null) this.left--
  }

  /** What the store has to know before it grants a call. */
  report(now: number): Pick<TakeRequest, 'sent' | 'told'> {
    // Those of a window that is over count no more.
    const sent = now < this.endsAt ? this.unasked : 0
    this.unasked = 0
    return { sent, told: this.#takeNews(now) }
  }

  /** What the store has said to a call; answers whether the call may be sent. */
  see(share: Share, { granted, left, limit, told, resetMs, waitMs }: Taken): boolean {
    this.seenAt = performance.now()
    this.left = left
    this.limit = limit
    this.told = told
    this.endsAt = this.seenAt + (left === null ? freshMs : resetMs)
    if (!granted) this.closed[share] = this.seenAt + waitMs
    return granted
  }

  /** A vendor's figures; answers whether the store has to hear them at once, because others may be waiting for them. */
  note(figures: ToldLimit): boolean {
    const at = performance.now()
    const { left, limit, resetMs } = figures
    const isFirst = !this.told || this.endsAt <= at
    this.left = isFirst ? left : Math.min(left, this.left ?? left)
    this.limit = limit ?? Math.max(this.limit ?? 0, left + 1)
    this.seenAt = at
    this.heardAt = at
    if (isFirst) {
      this.told = true
      this.endsAt = at + resetMs
      this.closed = { people: 0, agents: 0 }
      this.#news = undefined
    } else this.#news = { told: { kind: 'figures', ...figures }, at }
    return isFirst
  }

  /** The vendor refuses calls for that long. */
  close(resetMs: number): ToldAllowance {
    const until = performance.now() + resetMs
    this.closed = { people: until, agents: until }
    this.left = 0
    return { kind: 'closed', resetMs }
  }

  keepNews(told: ToldAllowance, at: number): void {
    this.#news ??= { told, at }
  }

  /** What the store hasn't heard yet, with times from now. */
  #takeNews(now: number): ToldAllowance | undefined {
    if (!this.#news) return undefined
    const { told, at } = this.#news
    this.#news = undefined
    return told.kind === 'nothing' ? told : { ...told, resetMs: Math.max(1, told.resetMs - (now - at)) }
  }
}
