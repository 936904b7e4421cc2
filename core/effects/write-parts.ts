import type { Intent } from '../audit/index.ts'
import type { LateWrite, WriteAnswer } from '../context/index.ts'
import type { AuditOutcome, EffectKey, KeyClaim } from '../store/index.ts'
import type { Vault } from '../vault/index.ts'
import type { RecentWrites } from './unknown/recent-writes.ts'
import type { WritesUnderWay } from './unknown/writes-under-way.ts'

/** This process, as one of the gateways that share a store. */
export interface GatewayLife {
  /** The gateway's id. It changes after a pause in which others may have taken this gateway for dead. */
  readonly id: () => string
  /** True if no other gateway can have taken this one for dead. */
  readonly isAlive: () => boolean
}

/** The parts that all writes share. */
export interface WriteParts {
  readonly vault: Vault
  readonly gateway: GatewayLife
  readonly recent: RecentWrites
  readonly underWay: Pick<WritesUnderWay, 'remove'>
  /** Corrects what others recorded of a write while this gateway was taken for dead. */
  readonly correct: (intent: Intent, outcome: AuditOutcome, answer?: WriteAnswer) => Promise<void>
  /** Called when an answer of `bytes` bytes is stored. */
  readonly onAnswerStored: (tenant: string, bytes: number) => void
  /** Listens for the answer of a write whose entry says `unknown`. `untaken`: the key for its answer, where its caller hung up. */
  readonly listen: (intent: Intent, late: LateWrite, untaken: EffectKey | undefined) => void
  /** Stores the answer of a caller who hung up while the write's entry was recorded. */
  readonly leave: (claim: KeyClaim) => Promise<void>
}

/** The facts of one write that aren't in its intent. */
export interface WriteFacts {
  /** The parameters by which a later look finds out whether the write was done. */
  readonly parameters: string | undefined
  /** True if a person approved this very call, not in advance. */
  readonly isApproved: boolean
  /** The handover id of the credential that the write is sent with. */
  readonly handoverId: string | null
  /** True if the caller has hung up. */
  readonly isGone: () => boolean
}
