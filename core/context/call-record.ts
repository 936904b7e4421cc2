import type { CallProgress } from '../fetch/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { ClassName } from '../provider/index.ts'
import type { Aftermath, AuditOutcome } from '../store/index.ts'
import type { TryRecord, WriteOutcome } from '../tries.ts'
import type { CacheState } from './answer.ts'
import type { CallWitness } from './call-witness.ts'
import type { Arrival, CallSource } from './caller.ts'
import type { LateWrite, WriteAnswer } from './write-answer.ts'

/** The RateLimit response headers (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitHeaders = Readonly<Record<string, string>>

/** A write, from the moment before it is sent. */
export interface OpenWrite {
  /** The id of the write's intent, and of the audit entry that closes it. */
  readonly id: string
  readonly digest: string
  /** The caller's key, masked; `null`: it has none. */
  readonly idempotencyKey: string | null
  /** The last check before the write is sent: `false` after a pause in which others may have taken this gateway for dead. */
  maySend(): boolean
  /** Called with the vendor's answer, when the write was done. */
  answered(answer: WriteAnswer): void
  /** Called when the call ends while the vendor has the write: a listener waits for the answer. */
  left(late: LateWrite): void
  /** Called once, when the call ends. Returns the changes that are stored with the audit entry. */
  close(outcome: AuditOutcome): MaybePromise<Aftermath | undefined>
  /** Called when the entry is recorded. */
  recorded(outcome: AuditOutcome): MaybePromise<void>
}

const noClasses: readonly ClassName[] = []

/** The name for a domain that isn't registered, so that a caller's text never gets into logs and metrics as a provider. */
export const unknownDomain = 'unknown'

/**
 * The facts of one call for its audit entry, its log line and the metrics, even if it was refused half-way: each step
 * of the call path adds its facts before it may throw.
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
  /** The classes of the write; none of a read. */
  classes: readonly ClassName[] = noClasses
  /** The handover in which the account got the credential of the call; `null`: not known. */
  handoverId: string | null = null
  cache: CacheState | undefined = undefined
  /** True if the provider has sent an answer, even an error. */
  answered = false
  /** The length of the answer's envelope. */
  bytes = 0
  /** The tries at the provider, which `recordTry` writes. */
  tries: string | undefined = undefined
  firstStatus = 0
  firstMs = 0
  writeOutcome: WriteOutcome = 'absent'
  /** The open write; set before anything of it is sent. */
  write: OpenWrite | undefined = undefined
  /** The id of the audit entry of the code run that made the call. */
  parent: string | undefined = undefined
  /** The approval for which the call waits, or under which it is sent. */
  approvalId: string | undefined = undefined
  /** The standing approval that lets the call be sent without waiting. */
  standingId: string | undefined = undefined
  /** Told how far the vendor has come, where the caller wants to know. */
  onProgress: ((progress: CallProgress) => void) | undefined = undefined
  /** Remembers the call for its tenant, which keeps failed calls. */
  witness: CallWitness | undefined = undefined
  /** The reason why the call failed, or why nothing was sent. */
  reason: string | undefined = undefined

  constructor(
    readonly source: CallSource,
    readonly arrival: Arrival,
  ) {}
}

/** A call is billed if the provider or the cache answered it. A write with an unknown outcome is billed once it turns out to be done. */
export const isBillable = ({ answered, cache, writeOutcome }: CallRecord): boolean =>
  (answered && writeOutcome !== 'unknown') || cache === 'HIT'

/** The outcome of a call; `code` is `null` if its caller got an answer. */
export const readOutcome = ({ writeOutcome }: CallRecord, code: string | null): AuditOutcome => {
  if (code === null || writeOutcome === 'done') return 'ok'
  return writeOutcome === 'unknown' ? 'unknown' : 'error'
}

/** The call's account as logs and audit entries name it: `hubspot/main`, or `hubspot` before the account is known. */
export const accountKey = ({ provider, account }: CallRecord): string | undefined =>
  account === undefined ? provider : `${provider}/${account}`
