import type { Intent } from '../audit/index.ts'
import type { LateWrite, OpenWrite, WriteAnswer } from '../context/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Aftermath, AuditOutcome, EffectKey, KeyEnd } from '../store/index.ts'
import { currentMs, type UnixMs } from '../time.ts'
import { keyLife, type WriteKeyRole } from './key-life.ts'
import { sealAnswer } from './keys/kept-answer.ts'
import { buildUntaken, claimUntaken } from './keys/untaken.ts'
import { sealParameters } from './unknown/confirm-parameters.ts'
import { buildKeyEnd, leaveUnknown } from './unknown/unknown.ts'
import type { WriteFacts, WriteParts } from './write-parts.ts'

/** The roles of keys that a write takes, in place of leaving them behind. */
type TakenRole = Exclude<WriteKeyRole, 'left' | 'untaken'>

/** A class, as the functions of an object would be made for each write. */
export class WriteUnderWay implements OpenWrite {
  readonly #parts: WriteParts
  readonly #intent: Intent
  readonly #openedAs: string
  readonly #facts: WriteFacts
  #hasLost = false
  /** The key of the earlier write whose answer this call gives, in place of being sent. */
  #given: EffectKey | undefined
  /** The key for the answer, once the caller was seen to have hung up. */
  #untaken: EffectKey | undefined
  #recording: PromiseWithResolvers<void> | undefined
  #answer: WriteAnswer | undefined
  #late: LateWrite | undefined
  /** The caller's own key, if the write took it in addition to its approval's. */
  #beside: string | undefined

  constructor(parts: WriteParts, intent: Intent, facts: WriteFacts) {
    this.#facts = facts
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

  /** Abandons the write because the answer of an equal one exists that its caller didn't take: this caller gets it. */
  give(untaken: EffectKey): void {
    this.#hasLost = true
    this.#given = untaken
  }

  isGone(): boolean {
    return this.#facts.isGone()
  }

  whenRecorded(): Promise<void> {
    this.#recording ??= Promise.withResolvers()
    return this.#recording.promise
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
    if (this.#given) return this.#endGiven(outcome, this.#given)
    if (this.#hasLost) return undefined
    const { recent } = this.#parts
    const { id, same, takes } = this.#intent
    if (outcome !== 'error') this.#noteHangUp()
    if (outcome === 'unknown') {
      const now = currentMs()
      recent.addLeft(same, now)
      return this.#leave(now)
    }
    if (outcome === 'ok') recent.addDone(same, id)
    if (takes === null && !this.#untaken) return undefined
    const ends = this.#keys().map(([key, role]) => buildKeyEnd(key, id, keyLife[outcome][role]))
    if (this.#untaken) return this.#keepUntaken(ends, this.#untaken)
    return outcome === 'error' || takes === same || !this.#answer ? { ends } : this.#keep(ends, this.#answer)
  }

  /** Notes that the caller of a write without a key has hung up: its answer waits for a repeat. */
  #noteHangUp(): void {
    const { gateway, recent } = this.#parts
    const { takes, same } = this.#intent
    if ((takes !== null && takes !== same) || !this.#facts.isGone()) return
    const now = currentMs()
    recent.addLeft(same, now)
    this.#untaken = buildUntaken(this.#intent, this.#facts.handoverId, gateway.id(), now)
  }

  async #keepUntaken(ends: readonly KeyEnd[], key: EffectKey): Promise<Aftermath> {
    const claim = await claimUntaken(this.#parts.vault, key, this.#answer)
    this.#parts.onAnswerStored(key.tenant, claim.key.bytes)
    return { ends, claims: [claim] }
  }

  /** The end of a call that gave the answer of an earlier write. The answer is given once, unless this caller is gone, too. */
  #endGiven(outcome: AuditOutcome, keyOfAnswer: EffectKey): Aftermath {
    const { id, takes } = this.#intent
    if (outcome !== 'ok' || this.#facts.isGone()) this.#untaken = keyOfAnswer
    const taken = takes === null ? [] : [buildKeyEnd(takes, id, keyLife.error.call)]
    return {
      ends: this.#untaken
        ? taken
        : [...taken, buildKeyEnd(keyOfAnswer.id, keyOfAnswer.entry_id, keyLife['found-done'].left)],
    }
  }

  /** The keys that the write has taken, the caller's own one last. */
  #keys(): readonly (readonly [id: string, role: TakenRole])[] {
    const { takes, same } = this.#intent
    const taken = takes === null ? [] : [[takes, this.#role(takes === same)] as const]
    return this.#beside === undefined ? taken : [...taken, [this.#beside, 'own']]
  }

  #role(isCall: boolean): TakenRole {
    if (this.#facts.isApproved) return 'approval'
    return isCall ? 'call' : 'own'
  }

  recorded(outcome: AuditOutcome): Promise<void> | undefined {
    const after = this.#afterRecording(outcome)
    if (after) return after.finally(() => this.#endRecording())
    this.#endRecording()
    return undefined
  }

  #endRecording(): void {
    this.#parts.underWay.remove(this.#intent.same, this)
    this.#recording?.resolve()
  }

  #afterRecording(outcome: AuditOutcome): Promise<void> | undefined {
    const { gateway, correct, listen } = this.#parts
    if (this.#late) {
      if (outcome === 'unknown') listen(this.#intent, this.#late, this.#untaken)
      else this.#late.letGo()
    }
    if (gateway.id() !== this.#openedAs) return correct(this.#intent, outcome, this.#answer)
    return outcome === 'ok' && !this.#untaken ? this.#keepAfterwards() : undefined
  }

  /** Keeps the answer of a caller who hung up while the entry was recorded. */
  #keepAfterwards(): Promise<void> | undefined {
    const { vault, leave, onAnswerStored } = this.#parts
    if (this.#given) return this.#facts.isGone() ? leave({ kind: 'replace', key: this.#given }) : undefined
    if (this.#hasLost) return undefined
    this.#noteHangUp()
    if (!this.#untaken) return undefined
    return claimUntaken(vault, this.#untaken, this.#answer).then((claim) => {
      onAnswerStored(claim.key.tenant, claim.key.bytes)
      return leave(claim)
    })
  }

  async #leave(now: UnixMs): Promise<Aftermath> {
    const { vault, gateway } = this.#parts
    const sealed = await sealParameters(vault, this.#intent, this.#facts.parameters)
    const left = leaveUnknown(this.#intent, sealed, gateway.id(), now)
    const ends = this.#keys().map(([key, role]) => buildKeyEnd(key, this.#intent.id, keyLife.unknown[role]))
    return { ...left, ends }
  }

  /** Stores the answer with the caller's key only: an approval's result is stored with the approval. */
  async #keep(ends: readonly KeyEnd[], answer: WriteAnswer): Promise<Aftermath> {
    const { vault, onAnswerStored } = this.#parts
    const tenant = this.#intent.tenant ?? ''
    const end = ends.at(-1)
    const sealed_answer = end ? await sealAnswer(vault, { tenant, id: end.id }, answer) : null
    if (!end || sealed_answer === null) return { ends }
    onAnswerStored(tenant, sealed_answer.length)
    return { ends: [...ends.slice(0, -1), { ...end, sealed_answer, bytes: sealed_answer.length }] }
  }
}
