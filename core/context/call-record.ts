import type { MaybePromise } from '../maybe-promise.ts'
import type { Aftermath, AuditOutcome } from '../store/index.ts'
import type { TryRecord, WriteOutcome } from '../tries.ts'
import type { CacheState } from './answer.ts'
import type { Arrival, CallSource } from './caller.ts'
import type { LateWrite, WriteAnswer } from './write-answer.ts'

/** The RateLimit response headers (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitHeaders = Readonly<Record<string, string>>

/** A write since it was about to be sent. */
export interface OpenWrite {
  /** The id of its intent, and of the audit entry that closes it. */
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

/** Stands for a domain that isn't registered, so that a caller's text never gets into logs and metrics as a provider. */
export const unknownDomain = 'unknown'

/**
 * The facts of one call that its audit entry, its log line and the metrics are written from, even if it was refused half-way: each step
 * of the call path adds what it has found before it may throw.
 */
export class CallRecord implements TryRecord {
  /** The tenant and id of the presented token, set once the token is known to be valid. */
  tenantId: string | undefined = undefined
  tokenId: string | undefined = undefined
  /** The headers of the caller's limit, set once the call is counted. */
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
  /** The id of the audit entry of the run of code that made the call. */
  parent: string | undefined = undefined
  /** The approval for which the call waits, or under which it is sent. */
  approvalId: string | undefined = undefined
  /** The standing approval by which the call is sent without waiting. */
  standingId: string | undefined = undefined
  /** Why the call failed, or why nothing was sent. */
  reason: string | undefined = undefined

  constructor(
    readonly source: CallSource,
    readonly arrival: Arrival,
  ) {}
}

/** A call is billed if the provider or the cache answered it. A write of which nobody knows is billed once it turns out to be done. */
export const isBillable = ({ answered, cache, writeOutcome }: CallRecord): boolean =>
  (answered && writeOutcome !== 'unknown') || cache === 'HIT'

/** What became of a call; `code` is `null` where its caller got an answer. */
export const readOutcome = ({ writeOutcome }: CallRecord, code: string | null): AuditOutcome => {
  if (code === null || writeOutcome === 'done') return 'ok'
  return writeOutcome === 'unknown' ? 'unknown' : 'error'
}

/** The call's account as logs and audit entries name it: `hubspot/main`, or `hubspot` before the account is known. */
export const accountKey = ({ provider, account }: CallRecord): string | undefined =>
  account === undefined ? provider : `${provider}/${account}`
