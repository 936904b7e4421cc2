import type { UnixMs } from '../../time.ts'
import type { ApprovalDecision, ApprovalRecord } from './approvals.ts'

/**
 * An approval in advance: until it expires, calls of one action by one token at one account are sent without asking if their parameters
 * are those of the approved call, or whatever they are.
 */
export interface StandingApprovalRecord {
  /** That of the approval with which it was given. */
  readonly id: string
  readonly tenant: string
  readonly token_id: string
  /** The tenant token that it is, or for which it was issued; `null`: an identity provider granted it. Records of earlier versions lack it. */
  readonly tenant_token_id?: string | null
  readonly provider: string
  readonly account: string
  readonly action: string
  /**
   * The tenant's digest of the approved call, which another one must have to pass; `null`: any parameters pass. Records of versions that
   * bound none lack it, and let nothing pass.
   */
  readonly parameters?: string | null
  /** The rule that asked. */
  readonly rule: string
  /** Of the tenant's and the token's rules when the call was asked about. Under other rules it ends. */
  readonly policy: string
  /** The hash of what is known of whose account it is. For another one it ends. */
  readonly identity: string
  readonly given_by: readonly Pick<ApprovalDecision, 'by' | 'id' | 'name'>[]
  readonly created_at: UnixMs
  readonly expires_at: UnixMs
}

/** What a call must share with a standing approval to pass. */
export type StandingCall = Pick<StandingApprovalRecord, 'tenant' | 'token_id' | 'provider' | 'account' | 'action'>

/** Of a tenant. */
export const mostStanding = 1000

export interface StandingPage {
  readonly tenant?: string | undefined
  /** The last id of the page before. */
  readonly last?: string | undefined
  /** Those that have expired are left out. */
  readonly now: UnixMs
  readonly limit: number
}

export interface StandingApprovals {
  /**
   * Replaces the approval if it still has this version, and then gives the standing one. Those that are given at the same moment may exceed
   * the bound together.
   */
  give(
    version: string,
    approved: ApprovalRecord,
    standing: StandingApprovalRecord,
  ): Promise<'given' | 'changed' | 'full'>
  /** The one that lasts longest comes first. */
  find(call: StandingCall, now: UnixMs): Promise<readonly StandingApprovalRecord[]>
  /** Newest first. */
  list(page: StandingPage): Promise<readonly StandingApprovalRecord[]>
  /** Returns it to exactly one caller; `undefined`: there is none. */
  end(id: string): Promise<StandingApprovalRecord | undefined>
  /** Those that have expired, the first first. */
  expired(now: UnixMs, limit: number): Promise<readonly StandingApprovalRecord[]>
}
