/** The account of a call of the code, with its owner at that time. */
export interface CalledAccount {
  /** The account, e.g. `hubspot/main`; left out: no account was called, or an earlier version made the call. */
  readonly account?: string | undefined
  readonly handoverId?: string | null
}
