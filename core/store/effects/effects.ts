import type { UnixMs } from '../../time.ts'
import type { AuditEntry } from '../audit/entries.ts'

/** The writes that were about to be sent when they became durable together. A write is open until an audit entry has its id. */
export interface IntentBatch {
  /** The id of its first write. */
  readonly id: string
  readonly gateway_id: string
  /** How many writes they are. */
  readonly count: number
  /** A line a write, as `core/audit/intents.ts` prints them. */
  readonly lines: string
  /** What a line may not show, sealed; `null`: nothing. */
  readonly sealed: string | null
}

/** `unknown`: the vendor may have carried out the write that took the key. */
export type KeyState = 'running' | 'done' | 'unknown'

/** What a write took, so that no other write is sent in its stead while it lasts. */
export interface EffectKey {
  /** Made of the caller's own key or of the whole call, by the tenant's secret. */
  readonly id: string
  readonly tenant: string
  /** The audit entry of the write that took it. */
  readonly entry_id: string
  /** Tells whether another call with the key asks for the same; `''` where the id says so already. */
  readonly parameters: string
  /** That of the credential with which the write was made; `null`: not known. */
  readonly handover_id: string | null
  readonly state: KeyState
  /** The vendor's answer, sealed; `null`: it isn't kept. */
  readonly sealed_answer: string | null
  /** The length of `sealed_answer`. */
  readonly bytes: number
  readonly expires_at: UnixMs
  readonly gateway_id: string
}

/**
 * How a write asks for a key. `take`: it takes the key unless another write has it. `look`: it takes nothing, and only sees whether a
 * write that ended unknown has it. `replace`: it takes the key whoever has it.
 */
export type ClaimKind = 'take' | 'look' | 'replace'

export interface KeyClaim {
  readonly kind: ClaimKind
  /** Its `expires_at` and `state` are those that the key gets. */
  readonly key: EffectKey
}

/** A claim that found the key taken. */
export interface LostClaim {
  /** The audit entry of the write that claimed. */
  readonly entry_id: string
  readonly holder: EffectKey
}

/** What becomes of a key, if the write still has it. `free`: it is removed. */
export interface KeyEnd extends Pick<EffectKey, 'id' | 'entry_id' | 'sealed_answer' | 'bytes'> {
  readonly state: Exclude<KeyState, 'running'> | 'free'
}

/** A call whose outcome is unknown and that nothing has resolved. */
export interface UnknownEffect
  extends Pick<AuditEntry, 'tenant' | 'action' | 'key' | 'source' | 'token_id' | 'request_id'> {
  /** The id of its audit entry. */
  readonly id: string
  /** The keys that it has. */
  readonly keys: readonly string[]
  /** The parameters of the call, sealed; `null`: nothing can be asked about it. */
  readonly sealed_parameters: string | null
  /** When the vendor is asked next; `null`: never. */
  readonly next_at: UnixMs | null
  /** How often the vendor was asked. */
  readonly asked: number
}

/** What becomes durable at once. */
export interface EffectsCommit {
  readonly entries: readonly AuditEntry[]
  /** Whether some of the entries may be known: those are skipped. */
  readonly again: boolean
  readonly intents: IntentBatch | null
  /** The ids of batches all of whose writes have their entries. */
  readonly closed: readonly string[]
  readonly claims: readonly KeyClaim[]
  readonly ends: readonly KeyEnd[]
  readonly unknown: readonly UnknownEffect[]
  /** The ids of unknown effects that one of the entries resolves. */
  readonly resolved: readonly string[]
  /** Keys that expired before are free. */
  readonly now: UnixMs
}

/** What the end of a write changes beside the log. */
export interface Aftermath {
  readonly ends?: readonly KeyEnd[]
  readonly claims?: readonly KeyClaim[]
  readonly unknown?: UnknownEffect
  /** The id of an unknown effect that the entry resolves. */
  readonly resolved?: string
}

export interface UnknownFilter {
  readonly tenant?: string
  readonly limit: number
  /** The last id of the previous page. */
  readonly before?: string
}

/** A value that another key of the vault sealed: the parameters of open writes, an answer, or the parameters of an unknown effect. */
export interface ResealedValue {
  readonly kind: 'intents' | 'effectKeys' | 'unknownEffects'
  readonly id: string
  /** As it was read. */
  readonly before: string
  readonly sealed: string
}

/** The open writes and taken keys of a gateway that isn't alive. */
export interface Orphans {
  readonly batches: readonly IntentBatch[]
  /** Those whose state is `running`. */
  readonly keys: readonly EffectKey[]
}

/** What is known of writes while they are under way, and of those that ended unknown. */
export interface Effects {
  /**
   * Everything is durable when this resolves, and all claims are decided. After a rejection some of it may be stored: it is committed
   * once more with `again`, without intents and claims, for which nothing was sent.
   */
  commit(commit: EffectsCommit): Promise<readonly LostClaim[]>
  /**
   * Ends the leases that are over, for good, and returns the gateways that have left writes or keys open. None of them can send
   * anything any more.
   */
  deadGateways(): Promise<readonly string[]>
  /** Up to `limit` of each. A batch is no longer among them once it is closed, a key once it has ended. */
  orphans(gatewayId: string, limit: number): Promise<Orphans>
  /** The entries with these ids. */
  entries(ids: readonly string[]): Promise<readonly AuditEntry[]>
  /** The keys with these ids. */
  keys(ids: readonly string[]): Promise<readonly EffectKey[]>
  /** Newest first. */
  listUnknown(filter: UnknownFilter): Promise<readonly UnknownEffect[]>
  findUnknown(id: string): Promise<UnknownEffect | undefined>
  countUnknown(): Promise<number>
  /** Those whose `next_at` has come, the longest due first. */
  dueUnknown(now: UnixMs, limit: number): Promise<readonly UnknownEffect[]>
  /** Replaces `next_at` and `asked`. `false`: it has been resolved. */
  postponeUnknown(effect: UnknownEffect): Promise<boolean>
  /** Removes keys that expired, at most `limit`, and returns how many. */
  forgetKeys(now: UnixMs, limit: number): Promise<number>
  /** Removes a tenant's oldest answers until the others have at most so many bytes. Their keys stay. */
  trimAnswers(tenant: string, mostBytes: number): Promise<void>
  /** Replaces a sealed value. `false`: it is gone, or isn't the one that was read. */
  reseal(value: ResealedValue): Promise<boolean>
  /** Removes unknown effects that are older than the moment. */
  pruneUnknown(before: Date): Promise<void>
}

export const noEffects: Omit<EffectsCommit, 'now'> = {
  entries: [],
  again: false,
  intents: null,
  closed: [],
  claims: [],
  ends: [],
  unknown: [],
  resolved: [],
}
