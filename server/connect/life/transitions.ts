import type { LinkEvent } from './link-event.ts'
import type { LinkState } from './link-state.ts'
import type { NextPage } from './next-page.ts'

interface Transition {
  /** A sentence for the page that shows the table. */
  readonly meaning: string
  /** The state that follows each state in which this may happen. In another state, the event comes too late. */
  readonly leads: Partial<Readonly<Record<LinkState, LinkState>>>
  /** True if it counts as one of the link's attempts, as it asks the vendor or its sign-in. */
  readonly isTry?: true
  /** `link`, `attempt`: only before the link, or also its attempt, expires; `over`: only after the attempt expired. */
  readonly time?: 'link' | 'attempt' | 'over'
  /** The page that the person sees next. Left out: none yet. */
  readonly page?: NextPage['kind']
}

/** The events that may follow a link's states, and where they lead. An access that the next state doesn't keep is revoked. */
export const transitions: Readonly<Record<LinkEvent['kind'], Transition>> = {
  open: {
    meaning: 'Somebody opens the link.',
    leads: {
      unchosen: 'unchosen',
      open: 'open',
      sent: 'sent',
      returned: 'returned',
      choosing: 'choosing',
      asking: 'asking',
    },
    time: 'link',
    page: 'form',
  },
  'choose-provider': {
    meaning: 'The person chooses one of several providers.',
    leads: { unchosen: 'open', open: 'open', sent: 'open', returned: 'open', choosing: 'open', asking: 'open' },
    isTry: true,
    time: 'link',
    page: 'form',
  },
  'choose-another': {
    meaning: 'The person wants another provider.',
    leads: {
      unchosen: 'unchosen',
      open: 'unchosen',
      sent: 'unchosen',
      returned: 'unchosen',
      choosing: 'unchosen',
      asking: 'unchosen',
    },
    isTry: true,
    time: 'link',
    page: 'form',
  },
  submit: {
    meaning: 'The person sends the form, which begins an attempt.',
    leads: { open: 'open', sent: 'sent', returned: 'returned', choosing: 'open', asking: 'open' },
    isTry: true,
    time: 'link',
  },
  leave: {
    meaning: 'The gateway sends the browser to the vendor.',
    leads: { open: 'sent', sent: 'sent', returned: 'sent' },
    page: 'vendor',
  },
  return: {
    meaning: 'The vendor sends the browser back. Its state can’t be used again.',
    leads: { sent: 'returned' },
    time: 'attempt',
  },
  offer: {
    meaning: 'The access is for several accounts.',
    leads: { returned: 'choosing' },
    page: 'choices',
  },
  choose: {
    meaning: 'The person chooses an account, or goes back and chooses another.',
    leads: { choosing: 'choosing', asking: 'asking' },
    isTry: true,
    time: 'attempt',
  },
  ask: {
    meaning: 'The probe accepts the access, from a sign-in or from a key in the form.',
    leads: { open: 'asking', sent: 'asking', returned: 'asking', choosing: 'asking', asking: 'asking' },
    page: 'question',
  },
  connect: {
    meaning: 'The person says that the account is the right one.',
    leads: { asking: 'connected' },
    time: 'attempt',
    page: 'connected',
  },
  decline: {
    meaning: 'The person wants another account.',
    leads: { choosing: 'open', asking: 'open' },
    time: 'attempt',
    page: 'form',
  },
  fail: {
    meaning: 'The vendor, the probe or a rule refuses.',
    leads: { open: 'open', sent: 'open', returned: 'open', choosing: 'open', asking: 'open' },
    page: 'failure',
  },
  abandon: {
    meaning: 'Nobody has answered in time.',
    leads: { choosing: 'open', asking: 'open' },
    time: 'over',
  },
  end: {
    meaning: 'An administrator ends the link, or its tenant is deleted: the link expires.',
    leads: { unchosen: 'unchosen', open: 'open', sent: 'open', returned: 'open', choosing: 'open', asking: 'open' },
  },
}
