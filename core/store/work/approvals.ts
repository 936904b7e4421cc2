import { shiftTime, type UnixMs } from '../../time.ts'

/** The states of a call that waits for a person's yes. The last three are the outcome of the call itself. */
export const approvalStates = [
  'waiting',
  'approved',
  'refused',
  'withdrawn',
  'expired',
  'done',
  'failed',
  'unknown',
] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The final states. */
export const endedStates: ReadonlySet<ApprovalState> = new Set(
  approvalStates.filter((state) => state !== 'waiting' && state !== 'approved'),
)

/** One person's decision. */
export interface ApprovalDecision {
  readonly decision: 'approve' | 'refuse'
  /** `admin`: an admin key or a person of the console; `token`: a tenant token. */
  readonly by: 'admin' | 'token'
  /** The id of the key, the person or the tenant token. */
  readonly id: string
  readonly name: string
  readonly at: UnixMs
  readonly reason: string | null
  /** The time for which equal calls of the same token at the same account need no other yes: `1h`; `run`: until the end of the run of code. */
  readonly for?: string
  /** With `for`: calls of the action with any parameters need no other yes. */
  readonly any?: boolean
}

/** The refusal of an equal call, which a person gave a while before. */
export interface EarlierRefusal {
  /** The id of that call's approval. */
  readonly id: string
  /** The token that made that call. */
  readonly token_id: string
  readonly grant_id: string | null
  readonly at: UnixMs
  /** The name of the person who refused it. */
  readonly by: string
  readonly reason: string | null
}

/** A call that waits for a person's yes, or did. The sealed call is stored separately. */
export interface ApprovalRecord {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly id: string
  readonly tenant: string
  readonly state: ApprovalState
  /** The time of the next step: while the call waits, its expiry; while it is carried out, the next check; otherwise its removal. */
  readonly due_at: UnixMs
  /** The hash of the secret in the link for people who decide. */
  readonly link_hash: string
  readonly source: 'rest' | 'mcp'
  /** The token that made the call. */
  readonly token_id: string
  /** The tenant token that the token is, or was issued for; `null`: an identity provider granted it. */
  readonly tenant_token_id: string | null
  readonly request_id: string
  /** The run of code that made the call; left out: none did, or an earlier version recorded it. */
  readonly run_id?: string
  readonly ip: string
  readonly provider: string
  readonly account: string
  readonly action: string
  /** The grant of that token, whose other access tokens may read it, too; `null`: it is a tenant token. */
  readonly grant_id: string | null
  /** The rule that requires approval: `tenant stripe:write`. */
  readonly rule: string
  /** The counts of rules (`rule_counts`) that the call was added to; left out: none. */
  readonly counts?: readonly string[]
  /** The refusal of an equal call of the tenant within the day before; left out: there was none. */
  readonly refused_before?: EarlierRefusal
  /** The digest that equal calls of one token share. */
  readonly same: string
  /** A digest of the caller's idempotency key; `null`: there is none. */
  readonly key: string | null
  /** A digest of the call, by which another call with that key is compared. */
  readonly parameters: string
  /** The digest of the tenant's and the token's rules when the call was made. */
  readonly policy: string
  /** The digest of everything that deciders see, in hex. */
  readonly digest: string
  /** The length of the sealed call. */
  readonly bytes: number
  readonly created_at: UnixMs
  readonly expires_at: UnixMs
  /** The number of people who have to say yes. */
  readonly needed: number
  readonly decisions: readonly ApprovalDecision[]
  /** The reason why the call wasn't carried out, for the caller; `null`: it was, or may still be. */
  readonly reason: string | null
  /** The audit entry of the call; `null`: nothing was sent yet. */
  readonly entry_id: string | null
  /** The time when the state became final. */
  readonly ended_at: UnixMs | null
  /** The record's version, a new one after each write. */
  readonly version: string
}

/** True if an approval keeps its caller's key in this state: an equal call gets its answer instead of a new approval. */
export const holdsKey = ({ state }: Pick<ApprovalRecord, 'state'>): boolean =>
  state === 'waiting' || state === 'approved' || state === 'done' || state === 'unknown'

/** The sealed call of an approval, and its sealed result. */
export interface ApprovalText {
  /** The id of the approval. */
  readonly id: string
  readonly tenant: string
  readonly sealed_call: string
  /** The envelope; `null`: there is none, or it is too large. */
  readonly sealed_result: string | null
}

/** The time for which approvals and their results are kept. */
export const approvalRetentionMs = 24 * 3_600_000

/** An approval with its end at a time. */
export const endApproval = (
  record: ApprovalRecord,
  end: Pick<ApprovalRecord, 'state' | 'reason'> & Partial<Pick<ApprovalRecord, 'entry_id'>>,
  at: UnixMs,
): ApprovalRecord => ({
  ...record,
  ...end,
  ended_at: at,
  due_at: shiftTime(at, approvalRetentionMs),
  version: crypto.randomUUID(),
})

export const approvalBounds = {
  /** The most calls that wait, of one token and of one tenant. */
  ofToken: 100,
  ofTenant: 1000,
  /** The most bytes of a tenant's waiting calls. */
  tenantBytes: 64 * 2 ** 20,
} as const

export type AddedApproval =
  /** `isFirst`: no other call of its run waits, so that people haven't been told of the run. True for calls of no run. */
  | { readonly outcome: 'added'; readonly isFirst: boolean }
  /** An equal call of the same token waits already, or has the same key. */
  | { readonly outcome: 'same'; readonly record: ApprovalRecord }
  | { readonly outcome: 'full'; readonly bound: keyof typeof approvalBounds }

export interface ApprovalPage {
  readonly tenant?: string | undefined
  readonly state?: ApprovalState | readonly ApprovalState[] | undefined
  readonly run_id?: string | undefined
  readonly token_id?: string | undefined
  readonly provider?: string | undefined
  readonly action?: string | undefined
  /** The caller's idempotency key. */
  readonly key?: string | undefined
  /** The last id of the previous page. */
  readonly last?: string | undefined
  /** True for the oldest first; left out: newest first. */
  readonly isOldestFirst?: boolean
  readonly limit: number
}

/** Calls that wait for a person's yes. */
export interface Approvals {
  /** Adds an approval unless an equal call waits already, in one step with the check of the bounds. */
  add(record: ApprovalRecord, text: ApprovalText): Promise<AddedApproval>
  get(id: string): Promise<ApprovalRecord | undefined>
  text(id: string): Promise<ApprovalText | undefined>
  /** Finds an approval by the hash of the secret in its link. */
  findByLink(hash: string): Promise<ApprovalRecord | undefined>
  list(page: ApprovalPage): Promise<readonly ApprovalRecord[]>
  /** The number of waiting calls, at most 1000, of one tenant or of all. */
  countWaiting(tenant?: string): Promise<number>
  /** Replaces an approval if it still has this version, together with its result. `false`: it was changed or is gone. */
  swap(version: string, next: ApprovalRecord, sealedResult?: string | null): Promise<boolean>
  /** The approvals whose `due_at` has come, the longest due first. */
  due(now: UnixMs, limit: number): Promise<readonly ApprovalRecord[]>
  /** Removes an approval with its sealed call. */
  remove(id: string): Promise<void>
  /** Replaces the sealed texts by newly sealed ones, unless they were changed meanwhile. */
  reseal(text: ApprovalText, sealed: Pick<ApprovalText, 'sealed_call' | 'sealed_result'>): Promise<boolean>
}
