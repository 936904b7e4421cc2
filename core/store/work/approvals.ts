import { shiftTime, type UnixMs } from '../../time.ts'

/** What becomes of a call that waits for a person's yes. The last three are the outcome of the call itself. */
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

/** The states in which nothing can change any more. */
export const endedStates: ReadonlySet<ApprovalState> = new Set(
  approvalStates.filter((state) => state !== 'waiting' && state !== 'approved'),
)

/** One person's word. */
export interface ApprovalDecision {
  readonly decision: 'approve' | 'refuse'
  /** `admin`: an admin key or a person of the console; `token`: a tenant token. */
  readonly by: 'admin' | 'token'
  /** The id of the key, the person or the tenant token. */
  readonly id: string
  readonly name: string
  readonly at: UnixMs
  readonly reason: string | null
  /** For how long calls of the same action by the same token at the same account need no other yes if their parameters are the same: `1h`. */
  readonly for?: string
  /** With `for`: whatever their parameters are. */
  readonly any?: boolean
}

/** A call that waits for a person's yes, or did. What it asks for lies beside it, sealed. */
export interface ApprovalRecord {
  /** A UUID of version 7 (RFC 9562): ordered by time. */
  readonly id: string
  readonly tenant: string
  readonly state: ApprovalState
  /** When it expires, while it waits; when it is looked after, while it is carried out; else when it is forgotten. */
  readonly due_at: UnixMs
  /** Of the secret in the link for people who decide. */
  readonly link_hash: string
  readonly source: 'rest' | 'mcp'
  /** The token that asked. */
  readonly token_id: string
  /** Its tenant token, where it was issued for one; `null`: an identity provider granted it. */
  readonly tenant_token_id: string | null
  readonly request_id: string
  readonly ip: string
  readonly provider: string
  readonly account: string
  readonly action: string
  /** The grant of that token, whose other access tokens may read it, too; `null`: it is a tenant token. */
  readonly grant_id: string | null
  /** The rule under which it asks: `tenant stripe:write`. */
  readonly rule: string
  /** Equal for calls of one token that ask for the same. */
  readonly same: string
  /** Made of the caller's idempotency key; `null`: there is none. */
  readonly key: string | null
  /** Tells whether another call with that key asks for the same. */
  readonly parameters: string
  /** Of the tenant's and the token's rules when it was asked. */
  readonly policy: string
  /** Of everything that is shown to who decides, in hex. */
  readonly digest: string
  /** The length of what is asked for. */
  readonly bytes: number
  readonly created_at: UnixMs
  readonly expires_at: UnixMs
  /** How many people have to say yes. */
  readonly needed: number
  readonly decisions: readonly ApprovalDecision[]
  /** Why it wasn't carried out, for the caller; `null`: it was, or may still be. */
  readonly reason: string | null
  /** The audit entry of the call; `null`: nothing was sent yet. */
  readonly entry_id: string | null
  /** When the state became final. */
  readonly ended_at: UnixMs | null
  /** Another one after each write. */
  readonly version: string
}

/** Whether an approval keeps its caller's key in this state: an equal call gets its answer instead of asking again. */
export const holdsKey = ({ state }: Pick<ApprovalRecord, 'state'>): boolean =>
  state === 'waiting' || state === 'approved' || state === 'done' || state === 'unknown'

/** What an approval asks for, and what came of it, sealed. */
export interface ApprovalText {
  /** Of its approval. */
  readonly id: string
  readonly tenant: string
  readonly sealed_call: string
  /** The envelope; `null`: there is none, or it is too large. */
  readonly sealed_result: string | null
}

/** How long the results of approvals are kept, and the approvals with them. */
export const keptApprovalMs = 24 * 3_600_000

/** The approval as it ends at a time. */
export const endApproval = (
  record: ApprovalRecord,
  end: Pick<ApprovalRecord, 'state' | 'reason'> & Partial<Pick<ApprovalRecord, 'entry_id'>>,
  at: UnixMs,
): ApprovalRecord => ({
  ...record,
  ...end,
  ended_at: at,
  due_at: shiftTime(at, keptApprovalMs),
  version: crypto.randomUUID(),
})

export const approvalBounds = {
  /** Calls that wait, of one token and of one tenant. */
  ofToken: 100,
  ofTenant: 1000,
  /** The bytes of those of a tenant. */
  tenantBytes: 64 * 2 ** 20,
} as const

export type AddedApproval =
  | { readonly outcome: 'added' }
  /** The same call of the same token waits already, or has the same key. */
  | { readonly outcome: 'same'; readonly record: ApprovalRecord }
  | { readonly outcome: 'full'; readonly bound: keyof typeof approvalBounds }

export interface ApprovalPage {
  readonly tenant?: string | undefined
  readonly state?: ApprovalState | undefined
  readonly token_id?: string | undefined
  readonly provider?: string | undefined
  readonly action?: string | undefined
  /** The caller's idempotency key. */
  readonly key?: string | undefined
  /** The last id of the page before. */
  readonly last?: string | undefined
  /** Left out: newest first. */
  readonly isOldestFirst?: boolean
  readonly limit: number
}

/** Calls that wait for a person's yes. */
export interface Approvals {
  /** Adds one unless the same waits already, in one step with the check of the bounds. */
  add(record: ApprovalRecord, text: ApprovalText): Promise<AddedApproval>
  get(id: string): Promise<ApprovalRecord | undefined>
  text(id: string): Promise<ApprovalText | undefined>
  /** By the hash of the secret in its link. */
  findByLink(hash: string): Promise<ApprovalRecord | undefined>
  list(page: ApprovalPage): Promise<readonly ApprovalRecord[]>
  /** How many wait, at most 1000; of one tenant or of all. */
  countWaiting(tenant?: string): Promise<number>
  /** Replaces one if it still has this version, together with its result. `false`: it was changed or is gone. */
  swap(version: string, next: ApprovalRecord, sealedResult?: string | null): Promise<boolean>
  /** Those whose `due_at` has come, the longest due first. */
  due(now: UnixMs, limit: number): Promise<readonly ApprovalRecord[]>
  /** Removes it with what it asks for. */
  remove(id: string): Promise<void>
  /** Seals again what is sealed, unless it was changed meanwhile. */
  reseal(text: ApprovalText, sealed: Pick<ApprovalText, 'sealed_call' | 'sealed_result'>): Promise<boolean>
}
