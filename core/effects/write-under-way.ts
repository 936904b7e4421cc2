import type { Intent } from '../audit/index.ts'
import type { LateWrite, OpenWrite, WriteAnswer } from '../context/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Aftermath, AuditOutcome, KeyEnd } from '../store/index.ts'
import { currentMs, type UnixMs } from '../time.ts'
import type { Vault } from '../vault/index.ts'
import { keyLife, type WriteKeyRole } from './key-life.ts'
import { sealAnswer } from './keys/kept-answer.ts'
import { sealParameters } from './unknown/confirm-parameters.ts'
import type { RecentWrites } from './unknown/recent-writes.ts'
import { buildKeyEnd, leaveUnknown } from './unknown/unknown.ts'

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
  /** Corrects what others recorded of a write while this gateway was taken for dead. */
  readonly correct: (intent: Intent, outcome: AuditOutcome, answer?: WriteAnswer) => Promise<void>
  /** Called when an answer of `bytes` bytes is stored. */
  readonly onKept: (tenant: string, bytes: number) => void
  /** Listens for the answer of a write whose entry says `unknown`. */
  readonly listen: (intent: Intent, late: LateWrite) => void
}

/** A class, as the functions of an object would be made for each write. */
export class WriteUnderWay implements OpenWrite {
  readonly #parts: WriteParts
  readonly #intent: Intent
  readonly #openedAs: string
  readonly #parameters: string | undefined
  /** True if a person approved this very call, not in advance. */
  readonly #isApproved: boolean
  #hasLost = false
  #answer: WriteAnswer | undefined
  #late: LateWrite | undefined
  /** The caller's own key, if the write took it in addition to its approval's. */
  #beside: string | undefined

  constructor(
    parts: WriteParts,
    intent: Intent,
    { parameters, isApproved }: { readonly parameters: string | undefined; readonly isApproved: boolean },
  ) {
    this.#parameters = parameters
    this.#isApproved = isApproved
    this.#parts = parts
    this.#intent = intent
    this.#openedAs = parts.gateway.id()
  }

  get id(): string {
    return this.#intent.id
  }

  get digest(): string {
    return this.#intent.digest ?? ''
  }

  get idempotencyKey(): string | null {
    return this.#intent.idempotency_key
  }

  takeBeside(keyId: string): void {
    this.#beside = keyId
  }

  /** Gives the write up because another one holds the key it claimed: it isn't sent, and only its entry remains. */
  lose(): void {
    this.#hasLost = true
  }

  maySend(): boolean {
    const { gateway } = this.#parts
    return !this.#hasLost && gateway.isAlive() && gateway.id() === this.#openedAs
  }

  answered(answer: WriteAnswer): void {
    this.#answer = answer
  }

  left(late: LateWrite): void {
    this.#late = late
  }

  close(outcome: AuditOutcome): MaybePromise<Aftermath | undefined> {
    if (this.#hasLost) return undefined
    const { recent } = this.#parts
    const { id, same, takes } = this.#intent
    if (outcome === 'unknown') {
      const now = currentMs()
      recent.addUnknown(same, now)
      return this.#leave(now)
    }
    if (outcome === 'ok') recent.addDone(same, id)
    if (takes === null) return undefined
    const ends = this.#keys().map(([key, role]) => buildKeyEnd(key, id, keyLife[outcome][role]))
    return outcome === 'error' || takes === same || !this.#answer ? { ends } : this.#keep(ends, this.#answer)
  }

  /** The keys that the write has taken, the caller's own one last. */
  #keys(): readonly (readonly [id: string, role: Exclude<WriteKeyRole, 'left'>])[] {
    const { takes, same } = this.#intent
    const taken = takes === null ? [] : [[takes, this.#role(takes === same)] as const]
    return this.#beside === undefined ? taken : [...taken, [this.#beside, 'own']]
  }

  #role(isCall: boolean): Exclude<WriteKeyRole, 'left'> {
    if (this.#isApproved) return 'approval'
    return isCall ? 'call' : 'own'
  }

  recorded(outcome: AuditOutcome): Promise<void> | undefined {
    const { gateway, correct, listen } = this.#parts
    if (this.#late) {
      if (outcome === 'unknown') listen(this.#intent, this.#late)
      else this.#late.letGo()
    }
    return gateway.id() === this.#openedAs ? undefined : correct(this.#intent, outcome, this.#answer)
  }

  async #leave(now: UnixMs): Promise<Aftermath> {
    const { vault, gateway } = this.#parts
    const sealed = await sealParameters(vault, this.#intent, this.#parameters)
    const left = leaveUnknown(this.#intent, sealed, gateway.id(), now)
    const ends = this.#keys().map(([key, role]) => buildKeyEnd(key, this.#intent.id, keyLife.unknown[role]))
    return { ...left, ends }
  }

  /** Stores the answer with the caller's key only: an approval's result is stored with the approval. */
  async #keep(ends: readonly KeyEnd[], answer: WriteAnswer): Promise<Aftermath> {
    const { vault, onKept } = this.#parts
    const tenant = this.#intent.tenant ?? ''
    const end = ends.at(-1)
    const sealed_answer = end ? await sealAnswer(vault, { tenant, id: end.id }, answer) : null
    if (!end || sealed_answer === null) return { ends }
    onKept(tenant, sealed_answer.length)
    return { ends: [...ends.slice(0, -1), { ...end, sealed_answer, bytes: sealed_answer.length }] }
  }
}
