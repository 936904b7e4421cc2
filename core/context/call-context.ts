import { Access } from '../access/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { AccessTokenRecord, Aftermath, AuditOutcome, TenantRecord, TenantTokenRecord } from '../store/index.ts'
import type { TryRecord, WriteOutcome } from '../tries.ts'
import type { Reservation } from '../usage/index.ts'
import type { CacheState } from './answer.ts'
import type { PreparedCall } from './call-request.ts'
import type { LateWrite, WriteAnswer } from './write-answer.ts'

/** The RateLimit response headers (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitHeaders = Readonly<Record<string, string>>

/** What is left of a caller's limit after its call was counted. */
export interface WindowState {
  readonly left: number
  readonly headers: RateLimitHeaders
}

/** The standing with the least left: the one that callers get. */
export const findTightestWindow = (one: WindowState | undefined, other: WindowState): WindowState =>
  one && one.left <= other.left ? one : other

/** A tenant token, or an access token with its tenant token, whose expiry and limits it shares. Identity providers need no tenant token. */
export interface UsableToken {
  readonly token_id: string
  readonly tenant_id: string
  /** Left out for an access token that an identity provider granted. */
  readonly tenantToken?: TenantTokenRecord
  /** Left out for a tenant token. */
  readonly access?: AccessTokenRecord
}

/** What the call path needs of the HTTP request that carried the call. */
export interface Arrival {
  readonly ip: string
  readonly requestId: string
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Aborted when the caller hangs up. Read it only where that matters: making it costs as much as parsing the body. */
  readonly signal: AbortSignal
}

/** A write since it was about to be sent. */
export interface OpenWrite {
  /** Of its intent, and of the audit entry that closes it. */
  readonly id: string
  readonly digest: string
  /** The caller's key, masked; `null`: it has none. */
  readonly idempotencyKey: string | null
  /** Looked at last before it is sent: `false` after a pause in which others may have taken this gateway for dead. */
  maySend(): boolean
  /** Called with the vendor's answer, when the write was done. */
  answered(answer: WriteAnswer): void
  /** Called when the call ends while the vendor has the write: its answer is listened for. */
  left(late: LateWrite): void
  /** Called once, when the call ends: what the audit entry changes besides. */
  close(outcome: AuditOutcome): MaybePromise<Aftermath | undefined>
  /** Called when the entry is recorded. */
  recorded(outcome: AuditOutcome): MaybePromise<void>
}

/** A call that people said yes to. */
export interface ApprovedCall {
  /** Of its approval. */
  readonly id: string
  /** Throws CONFLICT unless the call is what they saw, with the request that would be sent now. */
  assertSame(prepared: PreparedCall, request: unknown): Promise<void>
}

/** Stands for a domain that isn't registered, so that a caller's text never gets into logs and metrics as a provider. */
export const unknownDomain = 'unknown'

/**
 * What is known of one call. An adapter makes it, the steps of the call path fill it in, and the audit entry, the log line and
 * the metrics are written from it, even if the call was refused half-way.
 */
export class CallContext implements TryRecord {
  /** The tenant and id of the presented token, set once the token is known to be valid. */
  tenantId: string | undefined = undefined
  tokenId: string | undefined = undefined
  /** Both are set once the caller is admitted; a limit may still refuse the call. */
  usableToken: UsableToken | undefined = undefined
  tenant: TenantRecord | undefined = undefined
  /** What the caller may do: nothing until it is admitted. */
  access = Access.nothing
  /** Set once the call is counted. */
  limits: RateLimitHeaders | undefined = undefined
  /** The domain; `unknown` for a domain that isn't registered. */
  provider: string | undefined = undefined
  account: string | undefined = undefined
  action: string | undefined = undefined
  /** The step in which the account was given the credential of the call; `null`: not known. */
  handoverId: string | null = null
  cache: CacheState | undefined = undefined
  /** Whether the provider has sent an answer, even an error. */
  answered = false
  /** The length of the answer's envelope. */
  bytes = 0
  /** The tries at the provider, which `recordTry` writes. */
  tries: string | undefined = undefined
  firstStatus = 0
  firstMs = 0
  writeOutcome: WriteOutcome = 'absent'
  /** Set before anything of a write is sent. */
  write: OpenWrite | undefined = undefined
  /** The answer is that of an earlier call with the same idempotency key. */
  replayed = false
  /** Of the audit entry of the run of code that made the call. */
  parent: string | undefined = undefined
  /** The approval for which the call waits, or under which it is sent. */
  approvalId: string | undefined = undefined
  /** The standing approval by which the call is sent without waiting. */
  standingId: string | undefined = undefined
  /** Where people of the tenant decide about it, where they do. Set when it begins to wait. */
  approvalUrl: string | undefined = undefined
  /** Set for a call that is carried out because people said yes. */
  approved: ApprovedCall | undefined = undefined
  /** What a model is told beside the answer. */
  note: string | undefined = undefined
  /** Why the call failed. */
  reason: string | undefined = undefined
  /** The call's reservation in the month's quota, if the tenant has a hard limit. */
  reservation: Reservation | undefined = undefined

  constructor(
    readonly source: 'rest' | 'mcp',
    readonly arrival: Arrival,
    /** The tenant that the request names; `undefined`: whichever tenant the token belongs to. */
    readonly namedTenant: string | undefined,
    /** The presented tenant or access token; `undefined`: none. */
    readonly token: string | undefined,
  ) {}

  /** The context of another call in the same HTTP request, whose caller is already admitted. */
  next(): CallContext {
    const { source, arrival, namedTenant, token } = this
    const next = new CallContext(source, arrival, namedTenant, token)
    next.tenantId = this.tenantId
    next.tokenId = this.tokenId
    next.usableToken = this.usableToken
    next.tenant = this.tenant
    next.access = this.access
    return next
  }
}

/** A call is billed if the provider or the cache answered it. A write of which nobody knows is billed once it turns out to be done. */
export const isBillable = ({ answered, cache, writeOutcome }: CallContext): boolean =>
  (answered && writeOutcome !== 'unknown') || cache === 'HIT'

/** What became of a call; `code` is `null` where its caller got an answer. */
export const readOutcome = ({ writeOutcome }: CallContext, code: string | null): AuditOutcome => {
  if (code === null || writeOutcome === 'done') return 'ok'
  return writeOutcome === 'unknown' ? 'unknown' : 'error'
}

/** The call's account as logs and audit entries name it: `hubspot/main`, or `hubspot` before the account is known. */
export const accountKey = ({ provider, account }: CallContext): string | undefined =>
  account === undefined ? provider : `${provider}/${account}`
