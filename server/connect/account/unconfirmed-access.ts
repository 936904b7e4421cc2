import type { AccountCandidate } from './candidate.ts'

/** The access that the gateway holds, sealed in the link's attempt, while the person decides. */
export interface UnconfirmedAccess {
  /** The link's secret, for the way back to its page. */
  readonly secret: string
  readonly candidate: AccountCandidate
  /** `null`: the vendor doesn't say whose it is, or the gateway hasn't asked yet. */
  readonly identity: string | null
}
