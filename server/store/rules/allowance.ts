import type { Share, Taken, TakeRequest, ToldAllowance } from '@patchbay/core/store'

/** One window of a vendor's rate limit after each operation of the port: pure functions, shared by both drivers. */
export interface Allowance {
  /** What is left by the gateways' own count; `null`: no limit is known. */
  readonly left: number | null
  /** What is left by the vendor's figures, less the calls that were granted since. They include calls that aren't counted yet. */
  readonly seen: number | null
  readonly limit: number | null
  /** Calls sent before the vendor said something. Some of them may not be in its first figures. */
  readonly early: number
  /** Whether the vendor has said something since the window began. */
  readonly told: boolean
  readonly lengthMs: number
  /** Milliseconds from now; not positive: the window is over. */
  readonly endsInMs: number
}

/** People keep a quarter of the calls at first, and less and less as the window ends, so that no call is lost. */
const peopleShare = 1 / 4
/** The vendor's window may end so much earlier than it has said in whole seconds: nothing is kept for people until later. */
const lastMs = 1000
/** How many calls a window begins with, until the vendor has said how many are left. */
const firstShare = 1 / 50
const firstOfUnknown = 4
/** How long those must do, if no answer comes. */
const firstMs = 1000
/** How often callers look whether the first answer is there. */
const lookMs = 25
/** How long calls are sent freely after answers without figures. */
const silentMs = 5000

const isOpen = (allowance: Allowance | undefined): allowance is Allowance =>
  allowance !== undefined && allowance.endsInMs > 0

/** Both counts may miss calls, so the lower one holds. */
const availableIn = ({ left, seen }: Allowance): number | null =>
  left === null || seen === null ? left : Math.min(left, seen)

/** A window of which the vendor has said nothing yet. */
const begin = (last: Allowance | undefined): Allowance => {
  const limit = last?.limit ?? null
  return {
    left: limit === null ? firstOfUnknown : Math.max(1, Math.floor(limit * firstShare)),
    seen: null,
    limit,
    early: last && !last.told ? last.early : 0,
    told: false,
    lengthMs: firstMs,
    endsInMs: firstMs,
  }
}

type Figures = Extract<ToldAllowance, { kind: 'figures' }>

/**
 * Figures never add calls to a window: those that are sent at the moment may be missing in the vendor's figures. They do lower what
 * is left, e.g. when another program uses the account.
 */
const withFigures = (current: Allowance | undefined, { left, limit: told, resetMs }: Figures): Allowance => {
  const open = isOpen(current) ? current : undefined
  const limit = Math.max(told ?? Math.max(open?.limit ?? 0, left + 1), left)
  if (open?.told && open.left !== null) {
    // A full window keeps its end: after a 429 that is what the vendor has asked for.
    const endsInMs = availableIn(open) === 0 ? open.endsInMs : Math.min(open.endsInMs, resetMs)
    return { ...open, seen: Math.min(open.seen ?? left, left), limit, endsInMs }
  }
  // The answered call is in the figures; the others that were sent may not be.
  const early = current && !current.told ? current.early : 1
  return {
    left: Math.max(0, left - Math.max(0, early - 1)),
    seen: left,
    limit,
    early,
    told: true,
    lengthMs: resetMs,
    endsInMs: resetMs,
  }
}

/** What is known after a vendor's answer. */
export const hear = (current: Allowance | undefined, told: ToldAllowance): Allowance | undefined => {
  if (told.kind === 'figures') return withFigures(current, told)
  if (told.kind === 'nothing') {
    if (!isOpen(current) || current.told) return current
    return { ...current, left: null, seen: null, told: true, lengthMs: silentMs, endsInMs: silentMs }
  }
  const rest = isOpen(current) && availableIn(current) === 0 ? current.endsInMs : 0
  const endsInMs = Math.max(told.resetMs, rest)
  return { left: 0, seen: 0, limit: current?.limit ?? null, early: 0, told: true, lengthMs: endsInMs, endsInMs }
}

/** How many calls agents must leave to people. A limit of fewer than four has no share: it would be all that there is. */
const keptForPeople = ({ limit, told, lengthMs, endsInMs }: Allowance): number => {
  if (!told || limit === null) return 0
  const most = limit * peopleShare
  return Math.min(Math.floor(most), Math.ceil((most * Math.max(0, endsInMs - lastMs)) / lengthMs))
}

/** When a share has its next call, at the latest when the window ends. */
const waitOf = (allowance: Allowance, share: Share): number => {
  const { limit, told, lengthMs, endsInMs } = allowance
  const left = availableIn(allowance)
  if (!told) return Math.min(lookMs, Math.max(1, endsInMs))
  if (share === 'people' || left === null || left < 1 || limit === null) return Math.max(1, endsInMs)
  // As long before the end, people keep one call less than is left.
  const before = ((left - 1) * lengthMs) / (limit * peopleShare) + lastMs
  return Math.max(1, Math.ceil(endsInMs - before))
}

type Requests = Readonly<Record<Share, number>>

/** After calls that were sent without asking. */
export const count = (current: Allowance | undefined, sent: number): Allowance | undefined => {
  if (sent === 0 || !isOpen(current) || current.left === null) return current
  const early = current.told ? current.early : current.early + sent
  return { ...current, left: Math.max(0, current.left - sent), early }
}

/** Takes calls for callers that ask at the same time. */
export const take = (
  current: Allowance | undefined,
  asked: Requests,
  figures: TakeRequest['figures'],
): { readonly allowance: Allowance | undefined; readonly granted: Requests } => {
  if (!isOpen(current) && !figures) return { allowance: current, granted: asked }
  const open = isOpen(current) ? current : begin(current)
  const available = availableIn(open)
  if (open.left === null || available === null) return { allowance: open, granted: asked }
  const people = Math.min(asked.people, available)
  const forAgents = Math.max(0, available - people - keptForPeople(open))
  const agents = Math.min(asked.agents, forAgents)
  const taken = people + agents
  const early = open.told ? open.early : open.early + taken
  const seen = open.seen === null ? null : open.seen - taken
  return { allowance: { ...open, left: open.left - taken, seen, early }, granted: { people, agents } }
}

/** What one of those callers hears. `allowance`: after all of them have taken theirs. */
export const takenOf = (allowance: Allowance | undefined, share: Share, granted: boolean): Taken => {
  if (!isOpen(allowance)) return { granted, waitMs: 0, left: null, limit: null, resetMs: 0, told: false }
  const { limit, told, endsInMs } = allowance
  const waitMs = granted ? 0 : waitOf(allowance, share)
  return { granted, waitMs, left: availableIn(allowance), limit, resetMs: endsInMs, told }
}
