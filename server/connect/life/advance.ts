import type { ConnectLink } from '@patchbay/core/store'
import { secondsOf } from '@patchbay/core/time'
import { changeLink, isLinkOver, mostTries } from '../link.ts'
import { type LinkEvent, readBroughtAccess } from './link-event.ts'
import { isHoldingState, type LinkState, readLinkState } from './link-state.ts'
import { findPageAfter, type NextPage } from './next-page.ts'
import { transitions } from './transitions.ts'

/** An access from the vendor that the link no longer keeps. */
export interface UnwantedAccess {
  /** `held`: the one that is sealed in the link. */
  readonly access: NonNullable<ReturnType<typeof readBroughtAccess>> | 'held'
  /** Another try of the link begins. */
  readonly isBeforeTry: boolean
}

export interface AdvancedLink {
  /** The link with another version; the same link if nothing changes. */
  readonly link: ConnectLink
  readonly revoke?: UnwantedAccess
  /** `undefined`: none yet. */
  readonly page: NextPage | undefined
}

const isInTime = (link: ConnectLink, event: LinkEvent['kind'], now: Date): boolean => {
  const { time } = transitions[event]
  const isAttemptOver = link.attempt !== null && isLinkOver(link.attempt, now)
  if (time === 'over') return isAttemptOver
  return time === undefined || (!isLinkOver(link, now) && (time === 'link' || !isAttemptOver))
}

const inUse = { status: 'opened', reason: null } as const

/** The changes that an event makes in the members of a link, apart from its tries and an attempt that ends. */
const listChanges = (link: ConnectLink, state: LinkState, event: LinkEvent, now: Date): Partial<ConnectLink> => {
  const { attempt } = link
  switch (event.kind) {
    case 'open':
      return state !== 'unchosen' && link.status === 'pending' ? { status: 'opened' } : {}
    case 'choose-provider':
      return { ...inUse, provider: event.provider }
    case 'choose-another':
      return { ...inUse, provider: '' }
    case 'leave':
    case 'offer':
    case 'ask':
      return { ...inUse, attempt: event.attempt }
    case 'return':
      return { attempt: attempt && { ...attempt, phase: 'used' } }
    case 'connect': {
      const { identity, candidate } = event.access
      // Without its sealed part, the attempt still says which browser may see the last page again.
      const used = attempt && ({ ...attempt, phase: 'used', sealed: '' } as const)
      const { missing = [], displayName } = candidate
      const name = displayName !== undefined && { display_name: displayName }
      return { status: 'connected', reason: null, identity, ...name, missing_scopes: missing, attempt: used }
    }
    case 'fail':
      return { status: 'failed', reason: event.reason }
    case 'abandon':
      return { status: 'failed', reason: 'Nobody confirmed in time that the account is the right one' }
    case 'end':
      return { expires_at: secondsOf(now), reason: 'An administrator ended the link' }
    default:
      return {}
  }
}

/** The access that the next state doesn't keep: the one that the event brought, or else the one that the link holds. */
const findUnwantedAccess = (from: LinkState, to: LinkState, event: LinkEvent): UnwantedAccess | undefined => {
  const access = readBroughtAccess(event) ?? (isHoldingState(from) ? 'held' : undefined)
  if (!access || isHoldingState(to) || to === 'connected') return undefined
  return { access, isBeforeTry: transitions[event.kind].isTry === true }
}

/**
 * A link after an event, by the table of transitions, with the access to revoke and the page that the person sees next. `stale`: the
 * event may not follow the link's state, or comes too late or once too often.
 */
export const advance = (link: ConnectLink, event: LinkEvent, now: Date): AdvancedLink | 'stale' => {
  const { leads, isTry = false } = transitions[event.kind]
  const from = readLinkState(link)
  const to = leads[from]
  if (!to || !isInTime(link, event.kind, now) || (isTry && link.tries >= mostTries)) return 'stale'
  const changes: Partial<ConnectLink> = {
    ...(isTry && { tries: link.tries + 1 }),
    ...(link.attempt && (to === 'open' || to === 'unchosen') && { attempt: null }),
    ...listChanges(link, from, event, now),
  }
  const revoke = findUnwantedAccess(from, to, event)
  const isChanged = Object.keys(changes).length > 0
  return {
    link: isChanged ? changeLink(link, changes) : link,
    ...(revoke && { revoke }),
    page: findPageAfter(event),
  }
}
