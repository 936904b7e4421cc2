import type { UnixSeconds } from '../../time.ts'

/** An assertion that was exchanged for a token, and can't be again until it expires. */
export interface UsedAssertionRecord {
  /** A hash of its issuer and id. */
  readonly hash: string
  readonly expires_at: UnixSeconds
}

export interface UsedAssertions {
  /** Remembers the assertion until it expires. `false`: it is remembered already. Expired ones are removed. */
  use(assertion: UsedAssertionRecord, now: Date): Promise<boolean>
}
