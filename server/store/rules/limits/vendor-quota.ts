import type { VendorQuotaReport, VendorQuotaRequest, VendorQuotaShare, VendorQuotaTaken } from '@patchbay/core/store'

/** One window of a vendor's rate limit after each operation of the port: pure functions, shared by both drivers. */
export interface VendorQuotaWindow {
  /** The calls left by the gateways' own count; `null`: no limit is known. */
  readonly left: number | null
  /** The calls left by the vendor's figures, less those that were granted since. They include calls that aren't counted yet. */
  readonly seen: number | null
  readonly limit: number | null
  /** Calls sent before the vendor's first figures. Some of them may not be counted in these figures. */
  readonly early: number
  /** True if the vendor has reported figures since the window began. */
  readonly isReported: boolean
  readonly lengthMs: number
  /** Milliseconds from now; not positive: the window is over. */
  readonly endsInMs: number
  /** The vendor's words when it refused a call; `null`: it didn't. Older gateways store none. */
  readonly reason?: string | null
}

/** People keep a quarter of the calls at first, and less and less as the window ends, so that no call is lost. */
const peopleShare = 1 / 4
/**
 * The vendor's window may end this much earlier than reported, because it reports whole seconds: near the end nothing is reserved
 * for people.
 */
const lastMs = 1000
/**
 * The calls allowed at a window's start, until the vendor has reported the rest: a share of the limit, or a number if
 * it is unknown.
 */
const firstShare = 1 / 50
const firstOfUnknown = 4
/** The time that the first calls must last if no answer arrives. */
const firstMs = 1000
/** The interval at which callers check if the first answer has arrived. */
const lookMs = 25
/** The time for which calls are sent freely after answers without figures. */
const silentMs = 5000
/** A window without calls ends after an hour, however far off the vendor's reset is: the vendor is then asked how many are left. */
const longestClosedMs = 3_600_000

const isOpen = (window: VendorQuotaWindow | undefined): window is VendorQuotaWindow =>
  window !== undefined && window.endsInMs > 0

/** Both counts may miss calls, so the lower one is used. */
const availableIn = ({ left, seen }: VendorQuotaWindow): number | null =>
  left === null || seen === null ? left : Math.min(left, seen)

/** A window for which the vendor has reported nothing yet. */
const begin = (last: VendorQuotaWindow | undefined): VendorQuotaWindow => {
  const limit = last?.limit ?? null
  return {
    left: limit === null ? firstOfUnknown : Math.max(1, Math.floor(limit * firstShare)),
    seen: null,
    limit,
    early: last && !last.isReported ? last.early : 0,
    isReported: false,
    lengthMs: firstMs,
    endsInMs: firstMs,
    reason: null,
  }
}

type Figures = Extract<VendorQuotaReport, { kind: 'figures' }>

/**
 * Figures never add calls to a window, because calls in progress may be missing in the vendor's figures. They can lower what is
 * left, e.g. when another program uses the account.
 */
const withFigures = (
  current: VendorQuotaWindow | undefined,
  { left, limit: reportedLimit, resetMs }: Figures,
): VendorQuotaWindow => {
  const open = isOpen(current) ? current : undefined
  const limit = Math.max(reportedLimit ?? Math.max(open?.limit ?? 0, left + 1), left)
  if (open?.isReported && open.left !== null) {
    // A full window keeps its end: after a 429, it is the end that the vendor asked for.
    const endsInMs = availableIn(open) === 0 ? open.endsInMs : Math.min(open.endsInMs, resetMs)
    return { ...open, seen: Math.min(open.seen ?? left, left), limit, endsInMs }
  }
  // The answered call is in the figures; the others that were sent may not be.
  const early = current && !current.isReported ? current.early : 1
  return {
    left: Math.max(0, left - Math.max(0, early - 1)),
    seen: left,
    limit,
    early,
    isReported: true,
    lengthMs: resetMs,
    endsInMs: resetMs,
    reason: null,
  }
}

/** The window, with an end within an hour if no call is left in it. */
const closeForAnHour = (window: VendorQuotaWindow): VendorQuotaWindow =>
  window.endsInMs > longestClosedMs && availableIn(window) === 0 ? { ...window, endsInMs: longestClosedMs } : window

/** The state after a vendor's answer. */
export const applyReport = (
  current: VendorQuotaWindow | undefined,
  report: VendorQuotaReport,
): VendorQuotaWindow | undefined => {
  if (report.kind === 'figures') return closeForAnHour(withFigures(current, report))
  if (report.kind === 'nothing') {
    if (!isOpen(current) || current.isReported) return current
    return { ...current, left: null, seen: null, isReported: true, lengthMs: silentMs, endsInMs: silentMs }
  }
  const { resetMs, reason } = report
  const rest = isOpen(current) && availableIn(current) === 0 ? current.endsInMs : 0
  const endsInMs = Math.min(longestClosedMs, Math.max(resetMs, rest))
  const limit = current?.limit ?? null
  return { left: 0, seen: 0, limit, early: 0, isReported: true, lengthMs: endsInMs, endsInMs, reason }
}

/** The number of calls that agents must leave to people. A limit of fewer than four calls has no share, which would be all calls. */
const countReservedForPeople = ({ limit, isReported, lengthMs, endsInMs }: VendorQuotaWindow): number => {
  if (!isReported || limit === null) return 0
  const most = limit * peopleShare
  return Math.min(Math.floor(most), Math.ceil((most * Math.max(0, endsInMs - lastMs)) / lengthMs))
}

/** The milliseconds until a share has its next call; at most until the window ends. */
const computeWait = (window: VendorQuotaWindow, share: VendorQuotaShare): number => {
  const { limit, isReported, lengthMs, endsInMs } = window
  const left = availableIn(window)
  if (!isReported) return Math.min(lookMs, Math.max(1, endsInMs))
  if (share === 'people' || left === null || left < 1 || limit === null) return Math.max(1, endsInMs)
  // The time before the window's end at which the reservation for people is one call less than the calls left.
  const before = ((left - 1) * lengthMs) / (limit * peopleShare) + lastMs
  return Math.max(1, Math.ceil(endsInMs - before))
}

type Requests = Readonly<Record<VendorQuotaShare, number>>

/** The window after calls that were sent without reserving. */
export const countUnasked = (current: VendorQuotaWindow | undefined, sent: number): VendorQuotaWindow | undefined => {
  if (sent === 0 || !isOpen(current) || current.left === null) return current
  const early = current.isReported ? current.early : current.early + sent
  return { ...current, left: Math.max(0, current.left - sent), early }
}

/** Takes calls for callers that ask at the same time. */
export const takeCalls = (
  current: VendorQuotaWindow | undefined,
  requests: Requests,
  figures: VendorQuotaRequest['figures'],
): { readonly window: VendorQuotaWindow | undefined; readonly granted: Requests } => {
  if (!isOpen(current) && !figures) return { window: current, granted: requests }
  const open = isOpen(current) ? current : begin(current)
  const available = availableIn(open)
  if (open.left === null || available === null) return { window: open, granted: requests }
  const people = Math.min(requests.people, available)
  const forAgents = Math.max(0, available - people - countReservedForPeople(open))
  const agents = Math.min(requests.agents, forAgents)
  const taken = people + agents
  const early = open.isReported ? open.early : open.early + taken
  const seen = open.seen === null ? null : open.seen - taken
  return { window: closeForAnHour({ ...open, left: open.left - taken, seen, early }), granted: { people, agents } }
}

/** True if no call is sent under the limit now. */
export const isClosed = (window: VendorQuotaWindow): boolean =>
  isOpen(window) && window.isReported && availableIn(window) === 0

/** The answer to one of these callers. `window`: after all of them have taken their calls. */
export const buildTaken = (
  window: VendorQuotaWindow | undefined,
  share: VendorQuotaShare,
  granted: boolean,
): VendorQuotaTaken => {
  if (!isOpen(window)) return { granted, waitMs: 0, left: null, limit: null, resetMs: 0, isReported: false }
  const { limit, isReported, endsInMs } = window
  const waitMs = granted ? 0 : computeWait(window, share)
  return { granted, waitMs, left: availableIn(window), limit, resetMs: endsInMs, isReported }
}
