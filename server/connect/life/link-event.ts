import type { ConnectAttempt } from '@patchbay/core/store'
import type { UnconfirmedAccess } from '../account/unconfirmed-access.ts'

/** The code of a failed attempt. `CONFLICT`: the link can't be used any more. */
export type FailureCode = 'FORBIDDEN' | 'CONFLICT' | 'UPSTREAM_ERROR'

/** An access from the vendor that is in the gateway's hands: it is kept, stored or revoked. */
type Access = Omit<UnconfirmedAccess, 'secret'>

/** Something that happens to a link, with the values that it brings. */
export type LinkEvent =
  | { readonly kind: 'open' }
  | { readonly kind: 'choose-provider'; readonly provider: string }
  | { readonly kind: 'choose-another' }
  | { readonly kind: 'submit' }
  | { readonly kind: 'leave'; readonly attempt: ConnectAttempt; readonly url: string; readonly browser: string }
  | { readonly kind: 'return' }
  | { readonly kind: 'offer'; readonly attempt: ConnectAttempt; readonly access: Access }
  | { readonly kind: 'choose' }
  | { readonly kind: 'ask'; readonly attempt: ConnectAttempt; readonly access: Access }
  | { readonly kind: 'connect'; readonly access: Access }
  | { readonly kind: 'decline' }
  | {
      readonly kind: 'fail'
      readonly reason: string
      readonly code: FailureCode
      /** The access that the vendor gave nevertheless. */
      readonly access: Access | undefined
    }
  | { readonly kind: 'abandon' }
  | { readonly kind: 'end' }

/** The access that an event brings; `undefined`: none. */
export const readBroughtAccess = (event: LinkEvent): Access | undefined =>
  'access' in event ? event.access : undefined
