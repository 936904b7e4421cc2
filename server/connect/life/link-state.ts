import type { ConnectLink } from '@patchbay/core/store'

/** The states of a link, with their meaning. They are read from its members: an older gateway stores the same. */
export const linkStates = {
  unchosen: 'The person has yet to choose one of the link’s providers.',
  open: 'No attempt is under way. If one has failed, the link’s `status` and `reason` say so.',
  sent: 'The browser is at the vendor.',
  returned: 'The browser is back, and the gateway fetches the access.',
  choosing: 'The gateway holds the access, and the person chooses one of several accounts.',
  asking: 'The gateway holds the access, and the person is asked whether the account is the right one.',
  connected: 'The account is stored. Nothing follows.',
} as const

export type LinkState = keyof typeof linkStates

export const readLinkState = ({
  status,
  provider,
  attempt,
}: Pick<ConnectLink, 'status' | 'provider' | 'attempt'>): LinkState => {
  if (status === 'connected') return 'connected'
  if (attempt) return attempt.phase === 'used' ? 'returned' : attempt.phase
  return provider === '' ? 'unchosen' : 'open'
}

/** True if the gateway holds access from the vendor that nobody has confirmed yet. */
export const isHoldingState = (state: LinkState): boolean => state === 'choosing' || state === 'asking'
