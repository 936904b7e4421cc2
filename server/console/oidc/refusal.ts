import type { SignedInPerson } from './person.ts'

/** The reason why a sign-in failed; the console has a text for each. */
export type SignInProblem =
  /** This browser doesn't know the attempt, or the attempt has expired or was used. */
  | 'expired'
  /** The provider said no, or the person did. */
  | 'denied'
  | 'no-role'
  /** The provider can't be reached. */
  | 'unreachable'
  /** The provider's answer can't be trusted. */
  | 'invalid'
  /** The provider didn't show that the person signed in just now. */
  | 'not-fresh'
  | 'busy'

/** The person learns the problem; `message` is for the audit log. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal'

  constructor(
    readonly problem: SignInProblem,
    message: string,
    options?: ErrorOptions,
    /** Whom the provider vouches for, where that is not the problem. */
    readonly person?: SignedInPerson,
  ) {
    super(message, options)
  }
}
