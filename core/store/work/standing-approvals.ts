import type { UnixMs } from '../../time.ts'
import type { ApprovalDecision, ApprovalRecord } from './approvals.ts'

/**
 * An approval in advance: until it expires, calls of one action by one token at one account are sent without asking, either with the
 * parameters of the approved call only, or with any.
 */
export interface StandingApprovalRecord {
  /** The id of the approval with which it was given. */
  readonly id: string
  readonly tenant: string
  readonly token_id: string
  /** The tenant token that the token is, or was issued for; `null`: an identity provider granted it. Records of earlier versions lack it. */
  readonly tenant_token_id?: string | null
  readonly provider: string
  readonly account: string
  readonly action: string
  /** The code run whose further calls pass; left out: all calls of the token pass. */
  readonly run_id?: string
  /**
   * The tenant's digest of the approved call, which a call must match to pass; `null`: any parameters pass. Records of versions that
   * bound no parameters lack it, and let nothing pass.
   */
  readonly parameters?: string | null
  /** The rule that required approval. */
  readonly rule: string
  /** The digest of the tenant's and the token's rules when the call was made. Under other rules the approval ends. */
  readonly policy: string
  /** The hash of the account owner's identity. For another owner the approval ends. */
  readonly identity: string
  readonly given_by: readonly Pick<ApprovalDecision, 'by' | 'id' | 'name'>[]
  readonly created_at: UnixMs
  readonly expires_at: UnixMs
}

/** The members that a call must share with a standing approval to pass. */
export type StandingCall = Pick<StandingApprovalRecord, 'tenant' | 'token_id' | 'provider' | 'account' | 'action'>

/** The most standing approvals of a tenant. */
export const mostStanding = 1000

export interface StandingPage {
  readonly tenant?: string | undefined
  /** The last id of the previous page. */
  readonly last?: string | undefined
  /** The time before which expired ones are left out. */
  readonly now: UnixMs
  readonly limit: number
}

export interface StandingApprovals {
  /**
   * Replaces the approval if it still has this version, and then adds the standing one. Standing approvals that are added at the same moment may
   * exceed the bound together.
   */
  give(
    version: string,
    approved: ApprovalRecord,
    standing: StandingApprovalRecord,
  ): Promise<'given' | 'changed' | 'full'>
  /** The standing approvals for a call, the one that lasts longest first. */
  find(call: StandingCall, now: UnixMs): Promise<readonly StandingApprovalRecord[]>
  /** Newest first. */
  list(page: StandingPage): Promise<readonly StandingApprovalRecord[]>
  /** Removes a standing approval, and returns it to exactly one caller; `undefined`: there is none. */
  end(id: string): Promise<StandingApprovalRecord | undefined>
  /** The expired ones, the earliest first. */
  expired(now: UnixMs, limit: number): Promise<readonly StandingApprovalRecord[]>
}
