/** The account of a call of the code, with whose it was then. */
export interface CalledAccount {
  /** `hubspot/main`. Left out: no account was called, or a version before made the call. */
  readonly account?: string | undefined
  readonly handoverId?: string | null
}
