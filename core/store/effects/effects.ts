import type { UnixMs } from '../../time.ts'
import type { AuditEntry } from '../audit/entries.ts'

/** Intents of writes that became durable together before the writes were sent. A write is open until an audit entry has its id. */
export interface IntentBatch {
  /** The id of the batch's first write. */
  readonly id: string
  readonly gateway_id: string
  /** The number of writes. */
  readonly count: number
  /** A line a write, as `core/audit/intents.ts` prints them. */
  readonly lines: string
  /** The parameters, which no line may show, sealed; `null`: none. */
  readonly sealed: string | null
}

/** The state of a key. `unknown`: the vendor may have carried out the write that took it. */
export type KeyState = 'running' | 'done' | 'unknown'

/** A key that a write took, so that no equal write is sent while the key lasts. */
export interface EffectKey {
  /** A digest of the caller's own key or of the whole call, by the tenant's secret. */
  readonly id: string
  readonly tenant: string
  /** The audit entry of the write that took the key. */
  readonly entry_id: string
  /** A digest of the call, by which a later call with the key is compared; `''` if the id covers it. */
  readonly parameters: string
  /** The handover of the credential that the write was sent with; `null`: not known. */
  readonly handover_id: string | null
  readonly state: KeyState
  /** The vendor's answer, sealed; `null`: it isn't stored. */
  readonly sealed_answer: string | null
  /** The length of `sealed_answer`. */
  readonly bytes: number
  readonly expires_at: UnixMs
  readonly gateway_id: string
}

/**
 * The kind of a claim. `take`: takes the key unless another write has it. `look`: takes nothing, and only checks if a
 * write that ended unknown has it. `find`: takes nothing, and checks if any write has it. `replace`: takes the key from any holder.
 */
export type ClaimKind = 'take' | 'look' | 'find' | 'replace'

export interface KeyClaim {
  readonly kind: ClaimKind
  /** The claimed key, with the `expires_at` and `state` that it gets. */
  readonly key: EffectKey
}

/** A claim that found the key taken. */
export interface LostClaim {
  /** The audit entry of the write that claimed. */
  readonly entry_id: string
  readonly holder: EffectKey
}

/** The end of a key, if the write still has it. `free`: the key is removed. */
export interface KeyEnd extends Pick<EffectKey, 'id' | 'entry_id' | 'sealed_answer' | 'bytes'> {
  readonly state: Exclude<KeyState, 'running'> | 'free'
}

/** An unresolved call with an unknown outcome. */
export interface UnknownEffect
  extends Pick<AuditEntry, 'tenant' | 'action' | 'key' | 'source' | 'token_id' | 'request_id'> {
  /** The id of the call's audit entry. */
  readonly id: string
  /** The keys that the call has. */
  readonly keys: readonly string[]
  /** The parameters of the call, sealed; `null`: the vendor can't be asked about it. */
  readonly sealed_parameters: string | null
  /** The time of the next question to the vendor; `null`: never. */
  readonly next_at: UnixMs | null
  /** The number of times that the vendor was asked. */
  readonly asked: number
}

/** The changes that become durable at once. */
export interface EffectsCommit {
  readonly entries: readonly AuditEntry[]
  /** True if some of the entries may be stored already: those are skipped. */
  readonly again: boolean
  readonly intents: IntentBatch | null
  /** The ids of batches all of whose writes have their entries. */
  readonly closed: readonly string[]
  readonly claims: readonly KeyClaim[]
  readonly ends: readonly KeyEnd[]
  readonly unknown: readonly UnknownEffect[]
  /** The ids of unknown effects that one of the entries resolves. */
  readonly resolved: readonly string[]
  /** The time before which expired keys are free. */
  readonly now: UnixMs
}

/** The changes at the end of a write beside the log. */
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
  /** The value as it was read. */
  readonly before: string
  readonly sealed: string
}

/** The open writes and taken keys of a gateway that isn't alive. */
export interface Orphans {
  readonly batches: readonly IntentBatch[]
  /** The gateway's keys in the state `running`. */
  readonly keys: readonly EffectKey[]
}

/** The records of writes under way, and of those that ended unknown. */
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
  /** The open batches and running keys of a gateway, up to `limit` of each: not those that are closed or have ended. */
  orphans(gatewayId: string, limit: number): Promise<Orphans>
  /** The entries with these ids. */
  entries(ids: readonly string[]): Promise<readonly AuditEntry[]>
  /** The keys with these ids. */
  keys(ids: readonly string[]): Promise<readonly EffectKey[]>
  /** The keys that expire until then, or have expired and are not removed yet, the first to expire first. */
  expiringKeys(until: UnixMs, limit: number): Promise<readonly EffectKey[]>
  /** Lists unknown effects, newest first. */
  listUnknown(filter: UnknownFilter): Promise<readonly UnknownEffect[]>
  findUnknown(id: string): Promise<UnknownEffect | undefined>
  countUnknown(): Promise<number>
  /** The unknown effects whose `next_at` has come, the longest due first. */
  dueUnknown(now: UnixMs, limit: number): Promise<readonly UnknownEffect[]>
  /** Replaces `next_at` and `asked`. `false`: it has been resolved. */
  postponeUnknown(effect: UnknownEffect): Promise<boolean>
  /** Removes expired keys, at most `limit`, and returns their number. */
  forgetKeys(now: UnixMs, limit: number): Promise<number>
  /** Removes a tenant's oldest answers until the others have at most `mostBytes` bytes. Their keys stay. */
  trimAnswers(tenant: string, mostBytes: number): Promise<void>
  /** Replaces a sealed value. `false`: it is gone, or was changed since it was read. */
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
